package dev.coset.export;

import dev.coset.network.BatchGradient;
import dev.coset.posterior.Draws;
import dev.coset.posterior.Posterior;

/**
 * {@code log p(y_i | draw)} of every training point, in the arithmetic of the run. For one thread.
 */
final class PointwiseLikelihood {
  private final Posterior posterior;
  private final BatchGradient batch;
  private final double[][] output;

  PointwiseLikelihood(Posterior posterior) {
    this.posterior = posterior;
    this.batch = BatchGradient.of(posterior.network(), posterior.precision(), posterior.data());
    this.output = new double[posterior.network().outputs()][posterior.data().count()];
  }

  double[] of(Draws draws, int g) {
    batch.outputs(draws.draw(g), output);
    return posterior
        .likelihood()
        .logLikelihood(output, posterior.nuisance(draws, g), posterior.data().y());
  }
}
