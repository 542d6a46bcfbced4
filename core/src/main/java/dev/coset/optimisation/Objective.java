package dev.coset.optimisation;

import dev.coset.network.BatchGradient;
import dev.coset.network.OutputKernel;
import dev.coset.network.Precision;
import dev.coset.posterior.LogDensity;
import dev.coset.posterior.NormalLikelihood;
import dev.coset.posterior.Posterior;
import dev.coset.posterior.WeightPrior;
import dev.coset.vectormath.Elementary;

/**
 * The objective of MAP training, a function of {@code q = (theta, log sigma)}. Always evaluated in
 * double precision, whatever the sampler's: near its top a function is flat, and single precision
 * cannot tell where.
 */
public enum Objective {
  /**
   * The paper's (appendix on point estimates), {@code -L = -SSE / (2 sigma^2) - N log sigma -
   * |theta|^2 / 2}: the posterior of theta and sigma where sigma has a flat prior, without the
   * Jacobian of the logarithm. For another likelihood the posterior's own.
   */
  PAPER {
    @Override
    public LogDensity over(Posterior posterior) {
      return posterior.likelihood() instanceof NormalLikelihood
          ? new PaperLoss(posterior)
          : POSTERIOR.over(posterior);
    }
  },

  /** The density that the sampler draws from, {@code log p(q | D)}; for any likelihood. */
  POSTERIOR {
    @Override
    public LogDensity over(Posterior posterior) {
      return posterior.with(Precision.DOUBLE).density();
    }
  };

  /** The function to be maximised, for the use of one thread. */
  public abstract LogDensity over(Posterior posterior);

  private static final class PaperLoss implements LogDensity {
    private final BatchGradient batch;
    private final int parameters;
    private final double points;
    private final WeightPrior prior;

    PaperLoss(Posterior posterior) {
      this.parameters = posterior.network().parameters();
      this.points = posterior.data().y().total();
      this.prior = posterior.prior().over(posterior.network());
      this.batch = BatchGradient.of(posterior.network(), Precision.DOUBLE, posterior.data());
    }

    @Override
    public int dimension() {
      return parameters + 1;
    }

    @Override
    public double valueAndGradient(double[] q, double[] gradient) {
      double logSigma = q[parameters];
      double precision = Elementary.exp(-2 * logSigma);
      double fit =
          precision
              * batch.valueAndGradient(
                  q, OutputKernel.SQUARED_ERROR, gradient); // -SSE / (2 sigma^2)
      double squares = 0;
      for (int j = 0; j < parameters; j++) {
        squares = Math.fma(prior.of(j) * q[j], q[j], squares);
        gradient[j] = Math.fma(precision, gradient[j], -prior.of(j) * q[j]);
      }
      gradient[parameters] = -2 * fit - points;
      return fit - points * logSigma - squares / 2;
    }
  }
}
