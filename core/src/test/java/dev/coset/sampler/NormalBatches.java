package dev.coset.sampler;

import dev.coset.posterior.BatchedDensity;

/**
 * A normal density as a sum over batches: a prior {@code N(0, 1)} of every parameter, and batches
 * {@code -precision[b][j] (q_j - centre[b][j])^2 / 2}.
 *
 * @param precision (batch, parameter)
 * @param centre (batch, parameter)
 */
record NormalBatches(double[][] precision, double[][] centre) implements BatchedDensity {
  @Override
  public int dimension() {
    return precision[0].length;
  }

  @Override
  public int batches() {
    return precision.length;
  }

  @Override
  public double batch(int b, double[] q, double[] gradient) {
    double value = 0;
    for (int j = 0; j < q.length; j++) {
      double away = q[j] - centre[b][j];
      gradient[j] = -precision[b][j] * away;
      value -= precision[b][j] * away * away / 2;
    }
    return value;
  }

  @Override
  public double addPrior(double[] q, double[] gradient) {
    double value = 0;
    for (int j = 0; j < q.length; j++) {
      gradient[j] -= q[j];
      value -= q[j] * q[j] / 2;
    }
    return value;
  }

  @Override
  public double valueAndGradient(double[] q, double[] gradient) {
    double[] one = new double[q.length];
    double[] sum = new double[q.length];
    double value = 0;
    for (int b = 0; b < batches(); b++) {
      value += batch(b, q, one);
      for (int j = 0; j < q.length; j++) {
        sum[j] += one[j];
      }
    }
    System.arraycopy(sum, 0, gradient, 0, q.length);
    return value + addPrior(q, gradient);
  }

  /** The precision of the density: the prior's and the batches'. */
  double precision(int j) {
    double sum = 1;
    for (double[] of : precision) {
      sum += of[j];
    }
    return sum;
  }

  double mean(int j) {
    double sum = 0;
    for (int b = 0; b < precision.length; b++) {
      sum += precision[b][j] * centre[b][j];
    }
    return sum / precision(j);
  }
}
