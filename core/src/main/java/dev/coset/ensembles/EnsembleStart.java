package dev.coset.ensembles;

import dev.coset.chains.ChainPlan;
import dev.coset.chains.ChainStart;
import dev.coset.optimisation.EarlyStopping;
import dev.coset.optimisation.Lbfgs;
import dev.coset.optimisation.MapEstimate;
import dev.coset.optimisation.MapTraining;
import dev.coset.optimisation.MiniBatchTraining;
import dev.coset.optimisation.Objective;
import dev.coset.optimisation.WeightStart;
import dev.coset.posterior.Posterior;
import java.util.function.BooleanSupplier;

/**
 * Starts for chains: each from a short training of its own, near a mode and at the noise that goes
 * with it, where a start from uniform weights must first find one. Many rows are trained on by
 * mini-batches: a pass of them gains more than many full gradients. A function of posterior, seed,
 * training and chain alone, and of arithmetic that is the same on every machine.
 */
public record EnsembleStart(MapTraining training) implements ChainStart {
  public static final String NAME = "ensemble";

  private static final long USUAL_ROWS_SEEN = 50_000_000;
  private static final int FEWEST_PASSES = 5;
  private static final int MOST_PASSES = 1000;

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
  public Point of(Posterior posterior, ChainPlan plan, int index, BooleanSupplier stopped) {
    int rows = posterior.data().count();
    if (isByBatches(rows)) {
      int passes = plan.passes() == null ? usualPasses(rows) : plan.passes();
      double[] q = MiniBatchTraining.of(passes).train(posterior, plan.seed(), index, stopped);
      return new Point(q, passes);
    }
    MapEstimate estimate = training.train(posterior, plan.seed(), index);
    return new Point(estimate.q(), estimate.gradients());
  }

  /** Whether so many rows are trained on by mini-batches. */
  public static boolean isByBatches(int rows) {
    return rows >= MiniBatchTraining.FEWEST_ROWS;
  }

  /** The passes over so many rows where a plan does not say. */
  public static int usualPasses(int rows) {
    return Math.clamp(USUAL_ROWS_SEEN / rows, FEWEST_PASSES, MOST_PASSES);
  }
}
