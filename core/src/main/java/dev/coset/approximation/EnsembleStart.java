package dev.coset.approximation;

import dev.coset.posterior.Posterior;

/**
 * Starts for chains: each from a short training of its own, near a mode and at the noise that goes
 * with it, where a start from uniform weights must first find one. A function of posterior, seed
 * and chain alone, and of arithmetic that is the same on every machine.
 */
public record EnsembleStart(MapTraining training) {

  /** At most 500 steps of L-BFGS up the density that is sampled, stopped early; most need fewer. */
  public static EnsembleStart standard() {
    return new EnsembleStart(
        new MapTraining(
            Objective.POSTERIOR,
            Lbfgs.of(500, 1e-2),
            WeightStart.FAN_IN,
            EarlyStopping.standard()));
  }

  /** Where chain number {@code chain} of a run with this seed starts. */
  public double[] start(Posterior posterior, long seed, int chain) {
    return training.train(posterior, seed, chain).q();
  }
}
