package dev.coset.sampler;

import dev.coset.posterior.BatchedDensity;
import java.util.Arrays;

/**
 * Estimates the gradient of a log density from one of its n batches. With the gradients {@code g_b}
 * of all batches at a centre c, the estimate {@code prior'(q) + sum_b g_b(c) + n (g_b(q) - g_b(c))}
 * has the gradient as its mean over batches, and little variance near the centre.
 *
 * <p>The gradients at the centre are kept, rounded to floats, so that an estimate takes one
 * gradient of a batch and not two. Their sum is that of the rounded ones: it is the mean that
 * matters, and rounding leaves it exact.
 */
final class ControlVariates {
  private final BatchedDensity density;
  private final float[][] atCentre; // (batch, parameter)
  private final double[] sum; // over batches
  private final double[] work;

  ControlVariates(BatchedDensity density) {
    this.density = density;
    this.atCentre = new float[density.batches()][density.dimension()];
    this.sum = new double[density.dimension()];
    this.work = new double[density.dimension()];
  }

  int batches() {
    return atCentre.length;
  }

  /** Takes another centre, for one gradient of all batches. Returns its log density. */
  double centre(double[] q) {
    Arrays.fill(sum, 0);
    double value = 0;
    for (int b = 0; b < atCentre.length; b++) {
      value += density.batch(b, q, work);
      float[] kept = atCentre[b];
      for (int j = 0; j < kept.length; j++) {
        kept[j] = (float) work[j];
        sum[j] += kept[j];
      }
    }
    return value + density.addPrior(q, work);
  }

  /**
   * Overwrites the gradient with its estimate from one batch. Returns the log likelihood of the
   * batch.
   */
  double estimate(int batch, double[] q, double[] gradient) {
    double value = density.batch(batch, q, gradient);
    float[] kept = atCentre[batch];
    double n = atCentre.length;
    for (int j = 0; j < kept.length; j++) {
      gradient[j] = Math.fma(n, gradient[j] - kept[j], sum[j]);
    }
    density.addPrior(q, gradient);
    return value;
  }
}
