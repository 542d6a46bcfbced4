package dev.coset.optimisation;

import dev.coset.chains.RandomStream;
import dev.coset.posterior.LogDensity;
import dev.coset.posterior.Posterior;
import org.jspecify.annotations.Nullable;

/**
 * Trains from a start to a maximum of the posterior. A result is a function of the posterior, this,
 * the seed and the member's number alone.
 *
 * @param earlyStopping where it is absent, training uses all points and runs to its end
 */
public record MapTraining(
    Objective objective,
    Optimiser optimiser,
    WeightStart start,
    @Nullable EarlyStopping earlyStopping) {

  /**
   * L-BFGS with early stopping: what to use unless there is a reason not to. On the paper's nine
   * sets it scores as well as Adam with early stopping for a third of the gradients, from the small
   * network to the large.
   */
  public static MapTraining standard() {
    return new MapTraining(
        Objective.PAPER, Lbfgs.of(5_000, 1e-3), WeightStart.FAN_IN, EarlyStopping.standard());
  }

  /**
   * L-BFGS on all points until the gradient vanishes: the maximum itself, where there is one. For a
   * network that can interpolate its points there is none, see {@link EarlyStopping}.
   */
  public static MapTraining toConvergence() {
    return new MapTraining(Objective.PAPER, Lbfgs.of(20_000, 1e-6), WeightStart.FAN_IN, null);
  }

  /** Trains one member from a random start of its own. */
  public MapEstimate train(Posterior posterior, long seed, int member) {
    double[] q = start.draw(posterior, RandomStream.START.of(seed, member));
    if (earlyStopping == null) {
      return trainFrom(posterior, q);
    }
    var run = earlyStopping.begin(posterior, RandomStream.APPROXIMATION.of(seed, member));
    var ascent = optimiser.climb(objective.over(run.posterior()), q, run);
    double[] best = ascent.iterations() == 0 ? q : run.best();
    LogDensity onAll = objective.over(posterior);
    double[] gradient = new double[best.length];
    double value = onAll.valueAndGradient(best, gradient);
    return new MapEstimate(
        best,
        value,
        FirstOrder.slope(gradient),
        ascent.iterations(),
        ascent.gradients() + 1,
        ascent.end());
  }

  /** Trains on all points, without early stopping, from a given start such as a draw. */
  public MapEstimate trainFrom(Posterior posterior, double[] q) {
    var ascent = optimiser.climb(objective.over(posterior), q, Optimiser.Watch.NONE);
    return new MapEstimate(
        ascent.q(),
        ascent.value(),
        ascent.slope(),
        ascent.iterations(),
        ascent.gradients(),
        ascent.end());
  }
}
