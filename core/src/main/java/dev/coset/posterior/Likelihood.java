package dev.coset.posterior;

import dev.coset.network.BatchGradient;

/**
 * How targets arise from the network's outputs: {@code p(y | f, nuisance)}. To add one, implement
 * this over {@link BatchGradient#valueAndGradient}; the normal likelihood shows a hot path of its
 * own.
 */
public interface Likelihood {

  /** How many unconstrained parameters of its own are sampled after theta. */
  int nuisance();

  /** How many outputs the network needs for one target. */
  int outputs();

  /** This likelihood over one thread's batch of points. */
  LogDensity over(BatchGradient batch, int parameters, double[] y);
}
