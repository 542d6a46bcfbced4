package dev.coset.posterior;

import dev.coset.network.BatchGradient;

/**
 * How targets arise from the network's outputs: {@code p(y | f, nuisance)}, with the prior of its
 * own nuisance parameters. To add one, implement this over {@link BatchGradient#valueAndGradient};
 * the normal likelihood has a hot path of its own.
 */
public interface Likelihood {

  /** How many outputs the network needs. */
  int outputs();

  /** How many unconstrained parameters of its own are sampled after theta. */
  int nuisance();

  /**
   * For one thread: {@code log p(y | theta, nuisance) + log p(nuisance)} as a function of {@code q
   * = (theta, nuisance)}, the Jacobian of any transformation of the nuisance included.
   *
   * @param batch the network over the points
   * @param parameters the length of theta
   * @param y (point)
   */
  LogDensity over(BatchGradient batch, int parameters, double[] y);
}
