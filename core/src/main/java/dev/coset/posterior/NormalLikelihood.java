package dev.coset.posterior;

import dev.coset.network.BatchGradient;
import dev.coset.network.OutputKernel;
import dev.coset.vectormath.Elementary;

/**
 * {@code y ~ Normal(f_theta(x), sigma)} with {@code sigma ~ HalfNormal(1)}, sampled as {@code log
 * sigma}. As the paper's experiments ran it, the prior is on the standard deviation.
 */
public record NormalLikelihood() implements Likelihood {
  private static final double HALF_LOG_2_PI = 0.91893853320467274178;
  private static final double LOG_2 = 0.69314718055994530942;

  @Override
  public int outputs() {
    return 1;
  }

  @Override
  public int nuisance() {
    return 1;
  }

  @Override
  public LogDensity over(BatchGradient batch, int parameters, double[] y) {
    int points = y.length;
    return new LogDensity() {
      @Override
      public int dimension() {
        return parameters + 1;
      }

      @Override
      public double valueAndGradient(double[] q, double[] gradient) {
        double logSigma = q[parameters];
        double precision = Elementary.exp(-2 * logSigma);
        double variance = Elementary.exp(2 * logSigma);
        double halfSquares =
            batch.valueAndGradient(
                q, OutputKernel.SQUARED_ERROR, gradient); // -1/2 sum of squared residuals
        for (int j = 0; j < parameters; j++) {
          gradient[j] *= precision;
        }
        gradient[parameters] = -points - 2 * precision * halfSquares - variance + 1;
        double logLikelihood = precision * halfSquares - points * (logSigma + HALF_LOG_2_PI);
        double logPrior = LOG_2 - HALF_LOG_2_PI - variance / 2;
        return logLikelihood + logPrior + logSigma;
      }
    };
  }
}
