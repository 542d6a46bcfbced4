package dev.coset.ensembles;

import dev.coset.chains.ChainStart;
import dev.coset.optimisation.EarlyStopping;
import dev.coset.optimisation.Lbfgs;
import dev.coset.optimisation.MapEstimate;
import dev.coset.optimisation.MapTraining;
import dev.coset.optimisation.Objective;
import dev.coset.optimisation.WeightStart;
import dev.coset.posterior.Posterior;

/**
 * Starts for chains: each from a short training of its own, near a mode and at the noise that goes
 * with it, where a start from uniform weights must first find one. A function of posterior, seed
 * and chain alone, and of arithmetic that is the same on every machine.
 */
public record EnsembleStart(MapTraining training) implements ChainStart {
  public static final String NAME = "ensemble";

  /** The standard start; for {@link java.util.ServiceLoader}. */
  public EnsembleStart() {
    this(STANDARD);
  }

  /** At most 500 steps of L-BFGS up the density that is sampled, stopped early; most need fewer. */
  private static final MapTraining STANDARD =
      new MapTraining(
          Objective.POSTERIOR, Lbfgs.of(500, 1e-2), WeightStart.FAN_IN, EarlyStopping.standard());

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Point of(Posterior posterior, long seed, int index) {
    MapEstimate estimate = training.train(posterior, seed, index);
    return new Point(estimate.q(), estimate.gradients());
  }
}
