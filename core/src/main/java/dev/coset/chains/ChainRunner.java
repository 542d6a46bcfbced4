package dev.coset.chains;

import dev.coset.posterior.LogDensity;
import dev.coset.sampler.Nuts;
import dev.coset.sampler.SamplerMonitor;

/** Runs single chains of a plan, one after another, for one thread of any engine. */
public final class ChainRunner {
  private final LogDensity density;
  private final ChainPlan plan;
  private final SamplerMonitor monitor;

  public ChainRunner(LogDensity density, ChainPlan plan, SamplerMonitor monitor) {
    this.density = density;
    this.plan = plan;
    this.monitor = monitor;
  }

  /** Runs one chain to its end; what goes wrong inside is its outcome. */
  public ChainOutcome run(int chain) {
    long began = System.nanoTime();
    try {
      var nuts = new Nuts(density, plan.sampler(), monitor);
      double[] start = nuts.start(RandomStream.START.of(plan.seed(), plan.superchainOf(chain)));
      var done = nuts.sample(chain, start, RandomStream.TRANSITIONS.of(plan.seed(), chain));
      return new ChainOutcome.Finished(chain, done.draws(), done.warmup(), secondsSince(began));
    } catch (SamplerMonitor.StoppedException stopped) {
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
