package dev.coset.export;

import dev.coset.data.Points;
import dev.coset.network.BatchGradient;
import dev.coset.posterior.Posterior;

/**
 * {@code log p(y_i | x_i, theta, sigma)} of every training point, in the arithmetic of the run. For
 * one thread.
 */
final class PointwiseLikelihood {
  private static final double HALF_LOG_2_PI = 0.91893853320467274178;

  private final BatchGradient batch;
  private final double[] y;
  private final double[][] output;

  PointwiseLikelihood(Posterior posterior) {
    Points data = posterior.data();
    this.batch =
        BatchGradient.of(posterior.network(), posterior.precision(), data.x(), new double[0][]);
    this.y = data.y();
    this.output = new double[1][data.count()];
  }

  /** Of the draw {@code q = (theta, log sigma)}; overwritten by the next. */
  double[] of(double[] q) {
    batch.outputs(q, output);
    double logSigma = q[q.length - 1];
    double inverse = StrictMath.exp(-logSigma);
    double[] values = output[0];
    for (int i = 0; i < values.length; i++) {
      double z = (y[i] - values[i]) * inverse;
      values[i] = -z * z / 2 - logSigma - HALF_LOG_2_PI;
    }
    return values;
  }
}
