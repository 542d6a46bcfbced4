package dev.coset.sampler;

import dev.coset.vectormath.Elementary;
import java.util.Arrays;

/** Welford's running variance of every entry, shrunk a little towards a small constant. */
final class RunningVariance {
  private final double[] mean;
  private final double[] squares; // sums of squared deviations from the mean
  private int n;

  RunningVariance(int dimension) {
    mean = new double[dimension];
    squares = new double[dimension];
  }

  void add(double[] q) {
    n++;
    for (int j = 0; j < mean.length; j++) {
      double before = q[j] - mean[j];
      mean[j] += before / n;
      squares[j] = Math.fma(before, q[j] - mean[j], squares[j]);
    }
  }

  /** Writes {@code n/(n+5) var + 1e-3 * 5/(n+5)} and begins anew. */
  void regularisedInto(double[] variance) {
    shrunkInto(variance, Tuning.VARIANCE_TOWARDS);
  }

  /** Writes {@code n/(n+5) var + towards * 5/(n+5)} and begins anew. */
  void shrunkInto(double[] variance, double towards) {
    double weight = n / (n + Tuning.VARIANCE_WEIGHT);
    double shrinkage = towards * (Tuning.VARIANCE_WEIGHT / (n + Tuning.VARIANCE_WEIGHT));
    for (int j = 0; j < mean.length; j++) {
      variance[j] = n > 1 ? Math.fma(weight, squares[j] / (n - 1), shrinkage) : 1;
    }
    Arrays.fill(mean, 0);
    Arrays.fill(squares, 0);
    n = 0;
  }

  /** The geometric mean of the variances of all entries; 0 where nothing moved. */
  double typical() {
    double sum = 0;
    for (double square : squares) {
      sum += n > 1 ? Elementary.log(square / (n - 1)) : Double.NEGATIVE_INFINITY;
    }
    return Elementary.exp(sum / squares.length);
  }

  /** The root of the summed variances of all entries, times their masses. */
  double width(double[] inverseMass) {
    double sum = 0;
    for (int j = 0; j < inverseMass.length; j++) {
      sum += squares[j] / inverseMass[j];
    }
    return Math.sqrt(sum / Math.max(1, n - 1));
  }
}
