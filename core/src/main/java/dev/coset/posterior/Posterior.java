package dev.coset.posterior;

import dev.coset.data.Points;
import dev.coset.network.BatchGradient;
import dev.coset.network.Network;
import dev.coset.network.Precision;

/**
 * {@code p(theta, nuisance | D)} as plain data: what is needed to evaluate it anywhere, in any
 * thread, on any engine.
 *
 * @param data the training points, standardised
 */
public record Posterior(
    Network network, Prior prior, Likelihood likelihood, Precision precision, Points data) {

  public Posterior {
    if (network.inputs() != data.features()) {
      throw new IllegalArgumentException(
          "The network takes %d inputs, but the data have %d features."
              .formatted(network.inputs(), data.features()));
    }
    if (network.outputs() != likelihood.outputs()) {
      throw new IllegalArgumentException(
          "The likelihood needs %d outputs, but the network has %d."
              .formatted(likelihood.outputs(), network.outputs()));
    }
  }

  /** The length of a draw {@code q = (theta, nuisance)}. */
  public int dimension() {
    return network.parameters() + likelihood.nuisance();
  }

  /** The log density for the use of one thread, normalised up to the evidence {@code p(D)}. */
  public LogDensity density() {
    int parameters = network.parameters();
    var batch = BatchGradient.of(network, precision, data.x(), new double[][] {data.y()});
    LogDensity fit = likelihood.over(batch, parameters, data.y());
    return new LogDensity() {
      @Override
      public int dimension() {
        return fit.dimension();
      }

      @Override
      public double valueAndGradient(double[] q, double[] gradient) {
        double value = fit.valueAndGradient(q, gradient);
        return value + prior.addTo(gradient, q, parameters);
      }
    };
  }
}
