package dev.coset.sampler;

import dev.coset.posterior.BatchedDensity;
import dev.coset.vectormath.StandardNormal;
import java.util.Arrays;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Logistic regression with an intercept and a slope, {@code N(0, 1)} of both, in batches of rows.
 *
 * @param y -1 or 1
 */
record LogisticBatches(double[] x, int[] y, int rowsOfBatch) implements BatchedDensity {

  static LogisticBatches generated(int rows, int rowsOfBatch) {
    var random = RandomSource.XO_SHI_RO_256_PP.create(5);
    double[] x = StandardNormal.samples(rows, random);
    int[] y = new int[rows];
    Arrays.setAll(y, i -> random.nextDouble() < 1 / (1 + Math.exp(-0.5 - 1.5 * x[i])) ? 1 : -1);
    return new LogisticBatches(x, y, rowsOfBatch);
  }

  @Override
  public int dimension() {
    return 2;
  }

  @Override
  public int batches() {
    return (x.length + rowsOfBatch - 1) / rowsOfBatch;
  }

  @Override
  public double batch(int b, double[] q, double[] gradient) {
    return rows(b * rowsOfBatch, Math.min(x.length, (b + 1) * rowsOfBatch), q, gradient);
  }

  private double rows(int from, int to, double[] q, double[] gradient) {
    double value = 0;
    Arrays.fill(gradient, 0);
    for (int i = from; i < to; i++) {
      double e = Math.exp(-y[i] * (q[0] + q[1] * x[i]));
      value -= Math.log1p(e);
      double slope = y[i] * e / (1 + e);
      gradient[0] += slope;
      gradient[1] += slope * x[i];
    }
    return value;
  }

  @Override
  public double addPrior(double[] q, double[] gradient) {
    gradient[0] -= q[0];
    gradient[1] -= q[1];
    return -(q[0] * q[0] + q[1] * q[1]) / 2;
  }

  @Override
  public double valueAndGradient(double[] q, double[] gradient) {
    double value = rows(0, x.length, q, gradient);
    return value + addPrior(q, gradient);
  }

  /** What is compared: means, squares and the product. */
  static double[] moments(double[] q) {
    return new double[] {q[0], q[1], q[0] * q[0], q[1] * q[1], q[0] * q[1]};
  }

  /** Their means under the density, on a grid. */
  double[] quadrature() {
    double[] sums = new double[5];
    double total = 0;
    double[] gradient = new double[2];
    for (double a = -3; a <= 4; a += 0.05) {
      for (double b = -2; b <= 5; b += 0.05) {
        double[] q = {a, b};
        double p = Math.exp(valueAndGradient(q, gradient) + x.length / 2.0);
        double[] moments = moments(q);
        total += p;
        for (int m = 0; m < sums.length; m++) {
          sums[m] += p * moments[m];
        }
      }
    }
    double all = total;
    return Arrays.stream(sums).map(sum -> sum / all).toArray();
  }
}
