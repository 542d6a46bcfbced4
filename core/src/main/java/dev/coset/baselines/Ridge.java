package dev.coset.baselines;

import dev.coset.data.Points;
import dev.coset.data.Targets;
import dev.coset.distribution.GaussianMixture;
import dev.coset.distribution.Predictive;
import dev.coset.statistics.Weighted;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Ridge regression: {@code y = mean + b'x + noise} with a penalty {@code ridge |b|^2}, which is
 * chosen by leaving out one row after another (Allen's PRESS 1974). The predictive is normal, with
 * the uncertainty about b in its variance.
 */
final class Ridge implements Model {
  private static final double[] RIDGES = {1e-6, 1e-3, 0.03, 0.3, 3, 30, 300, 3000};

  private final double mean;
  private final double[] centre; // (feature)
  private final double rows; // the sum of their weights
  private final Eigenbasis basis;
  private final double[] coefficient; // (direction)
  private final double ridge;
  private final double variance; // of the noise

  private Ridge(Targets y, double[] centre, Eigenbasis basis, double[][] z, double ridge) {
    this.rows = y.total();
    this.centre = centre;
    this.mean = Weighted.mean(y.values(), y.weights());
    this.basis = basis;
    this.ridge = ridge;
    this.coefficient = coefficients(y, z);
    double freedom =
        1 + Arrays.stream(basis.values()).map(d -> Math.max(0, d) / (Math.max(0, d) + ridge)).sum();
    double squares =
        IntStream.range(0, y.count())
            .mapToDouble(i -> y.weight(i) * (y.at(i) - fitted(z, i)) * (y.at(i) - fitted(z, i)))
            .sum();
    this.variance = Math.max(1e-12, squares / Math.max(1, rows - freedom));
  }

  static Ridge of(Points train) {
    Targets y = train.y();
    double[] centre = train.centre();
    double[][] x = train.about(centre).x();
    Eigenbasis basis = Eigenbasis.ofSquares(scaledByRoots(x, y));
    double[][] z = basis.project(x);
    return Arrays.stream(RIDGES)
        .mapToObj(ridge -> new Ridge(y, centre, basis, z, ridge))
        .min(Comparator.comparingDouble(model -> model.press(y, z)))
        .orElseThrow();
  }

  private static double[][] scaledByRoots(double[][] x, Targets y) {
    double[][] scaled = new double[x.length][y.count()];
    for (int j = 0; j < x.length; j++) {
      for (int i = 0; i < y.count(); i++) {
        scaled[j][i] = Math.sqrt(y.weight(i)) * x[j][i];
      }
    }
    return scaled;
  }

  private double[] coefficients(Targets y, double[][] z) {
    double[] b = new double[z.length];
    for (int k = 0; k < b.length; k++) {
      double sum = 0;
      for (int i = 0; i < y.count(); i++) {
        sum += y.weight(i) * z[k][i] * (y.at(i) - mean);
      }
      b[k] = sum / penalised(k);
    }
    return b;
  }

  private double penalised(int k) {
    return Math.max(0, basis.values()[k]) + ridge; // rounding may pass below 0
  }

  private double fitted(double[][] z, int i) {
    double sum = mean;
    for (int k = 0; k < z.length; k++) {
      sum += coefficient[k] * z[k][i];
    }
    return sum;
  }

  /** {@code x'(X'X + ridge)^-1 x + 1/n}. */
  private double leverage(double[][] z, int i) {
    double sum = 1.0 / rows;
    for (int k = 0; k < z.length; k++) {
      sum += z[k][i] * z[k][i] / penalised(k);
    }
    return sum;
  }

  /** Squared errors of held-out rows. */
  private double press(Targets y, double[][] z) {
    double sum = 0;
    for (int i = 0; i < y.count(); i++) {
      double weight = y.weight(i);
      double error = (y.at(i) - fitted(z, i)) / Math.max(1e-9, 1 - weight * leverage(z, i));
      sum += weight * error * error;
    }
    return sum;
  }

  @Override
  public Predictive at(double[][] x) {
    double[][] z = basis.project(new Points(x, Targets.NONE).about(centre).x());
    return Predictive.of(
        IntStream.range(0, x[0].length)
            .mapToObj(
                i ->
                    GaussianMixture.of(
                        new double[] {fitted(z, i)},
                        new double[] {Math.sqrt(variance * (1 + leverage(z, i)))}))
            .toList());
  }
}
