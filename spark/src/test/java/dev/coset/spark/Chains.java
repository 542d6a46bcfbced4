package dev.coset.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainPlan;
import dev.coset.chains.ChainRecipe;
import dev.coset.chains.Engine;
import dev.coset.chains.EngineSession;
import dev.coset.parallel.StoppedException;
import dev.coset.posterior.Posterior;
import dev.coset.sampler.SamplerMonitor;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Runs all chains of a plan on an engine. */
final class Chains {
  private Chains() {}

  /**
   * The outcomes in the order of chains, without their times.
   *
   * @param watch sees each outcome as it comes
   */
  static SortedMap<Integer, ChainOutcome> outcomes(
      Engine engine,
      Posterior posterior,
      ChainPlan plan,
      SamplerMonitor monitor,
      Consumer<ChainOutcome> watch) {
    var outcomes = new TreeMap<Integer, ChainOutcome>();
    Consumer<ChainOutcome> sink =
        outcome -> {
          watch.accept(outcome);
          assertThat(outcomes.put(outcome.chain(), timeless(outcome))).isNull();
        };
    var recipe = ChainRecipe.of(posterior, plan);
    var all = IntStream.range(0, plan.chains());
    try {
      EngineSession.run(engine, recipe, all, monitor, batch -> batch.forEach(sink));
    } catch (StoppedException stopped) {
      return outcomes;
    }
    return outcomes;
  }

  static SortedMap<Integer, ChainOutcome> outcomes(
      Engine engine, Posterior posterior, ChainPlan plan) {
    return outcomes(engine, posterior, plan, SamplerMonitor.NONE, outcome -> {});
  }

  static ChainOutcome timeless(ChainOutcome outcome) {
    return switch (outcome) {
      case ChainOutcome.Finished f ->
          new ChainOutcome.Finished(f.chain(), f.draws(), f.warmup(), f.startGradients(), 0);
      case ChainOutcome.Failed f -> new ChainOutcome.Failed(f.chain(), f.reason(), 0);
    };
  }
}
