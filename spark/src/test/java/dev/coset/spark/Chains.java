package dev.coset.spark;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainPlan;
import dev.coset.chains.ChainQueue;
import dev.coset.chains.Engine;
import dev.coset.posterior.Posterior;
import dev.coset.sampler.SamplerMonitor;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Runs all chains of a plan on an engine. */
final class Chains {
  private Chains() {}

  /** The outcomes in the order of chains, without their times. */
  static SortedMap<Integer, ChainOutcome> outcomes(
      Engine engine, Posterior posterior, ChainPlan plan, SamplerMonitor monitor) {
    var outcomes = new TreeMap<Integer, ChainOutcome>();
    var queue = new ChainQueue(IntStream.range(0, plan.chains()));
    engine.run(
        posterior,
        plan,
        queue,
        monitor,
        o -> outcomes.merge(o.chain(), timeless(o), Chains::twice));
    return outcomes;
  }

  static SortedMap<Integer, ChainOutcome> outcomes(
      Engine engine, Posterior posterior, ChainPlan plan) {
    return outcomes(engine, posterior, plan, SamplerMonitor.NONE);
  }

  private static ChainOutcome timeless(ChainOutcome outcome) {
    return switch (outcome) {
      case ChainOutcome.Finished f ->
          new ChainOutcome.Finished(f.chain(), f.draws(), f.warmup(), 0);
      case ChainOutcome.Failed f -> new ChainOutcome.Failed(f.chain(), f.reason(), 0);
    };
  }

  private static ChainOutcome twice(ChainOutcome one, ChainOutcome other) {
    throw new AssertionError("Chain " + one.chain() + " came twice.");
  }
}
