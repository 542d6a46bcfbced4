package dev.coset.chains;

import dev.coset.posterior.LogDensity;
import dev.coset.posterior.Posterior;
import dev.coset.sampler.SamplerMonitor;

/** Runs single chains of a plan, one after another, for one thread of any engine. */
public final class ChainRunner {
  private final Posterior posterior;
  private final LogDensity density;
  private final ChainPlan plan;
  private final ChainStart start;
  private final SamplerMonitor monitor;

  public ChainRunner(Posterior posterior, ChainPlan plan, SamplerMonitor monitor) {
    this.posterior = posterior;
    this.density = posterior.density();
    this.plan = plan;
    this.start = ChainStart.named(plan.start());
    this.monitor = monitor;
  }

  /** Runs one chain to its end; what goes wrong inside is its outcome. */
  public ChainOutcome run(int chain) {
    long began = System.nanoTime();
    try {
      var from = start.of(posterior, plan.seed(), plan.superchainOf(chain));
      var random = RandomStream.TRANSITIONS.of(plan.seed(), chain);
      var done = plan.sampler().run(density, chain, from.q(), random, monitor);
      return new ChainOutcome.Finished(
          chain, done.draws(), done.warmup(), from.gradients(), secondsSince(began));
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
