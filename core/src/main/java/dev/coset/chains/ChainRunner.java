package dev.coset.chains;

import dev.coset.parallel.StoppedException;
import dev.coset.parallel.Team;
import dev.coset.posterior.LogDensity;
import dev.coset.sampler.SamplerMonitor;

/** Runs single chains of a recipe, one after another, for one thread of any engine. */
public final class ChainRunner {
  private final ChainRecipe recipe;
  private final LogDensity density;
  private final SamplerMonitor monitor;

  public ChainRunner(ChainRecipe recipe, SamplerMonitor monitor) {
    this(recipe, monitor, new Team());
  }

  /**
   * @param team of the thread, and of those that help with its chains
   */
  ChainRunner(ChainRecipe recipe, SamplerMonitor monitor, Team team) {
    this.recipe = recipe;
    this.density = recipe.posterior().density(team);
    this.monitor = monitor;
  }

  /** Runs one chain to its end; what goes wrong inside is its outcome. */
  public ChainOutcome run(int chain) {
    long began = System.nanoTime();
    try {
      ChainPlan plan = recipe.plan();
      var from = recipe.start(chain, monitor::stopped);
      var random = recipe.stream().of(plan.seed(), chain);
      var done = plan.sampler().run(density, chain, from.q(), random, monitor);
      return new ChainOutcome.Finished(
          chain, done.draws(), done.warmup(), from.gradients(), secondsSince(began));
    } catch (StoppedException stopped) {
      throw stopped;
    } catch (RuntimeException failure) {
      String what = failure.getMessage();
      return new ChainOutcome.Failed(
          chain, what == null ? failure.toString() : what, secondsSince(began));
    }
  }

  private static double secondsSince(long began) {
    return (System.nanoTime() - began) * 1e-9;
  }
}
