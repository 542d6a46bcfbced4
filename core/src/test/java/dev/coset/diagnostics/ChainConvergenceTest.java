package dev.coset.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainPlan;
import dev.coset.chains.Engine;
import dev.coset.data.Points;
import dev.coset.data.Sinusoid;
import dev.coset.data.Split;
import dev.coset.model.Configuration;
import dev.coset.model.Configuration.Until;
import dev.coset.model.Study;
import dev.coset.network.Activation;
import dev.coset.network.Network;
import dev.coset.network.Precision;
import dev.coset.posterior.DrawSchema;
import dev.coset.posterior.Draws;
import dev.coset.posterior.NormalLikelihood;
import dev.coset.posterior.Posterior;
import dev.coset.posterior.Prior;
import dev.coset.sampler.SamplerMonitor;
import dev.coset.sampler.WarmupSummary;
import dev.coset.store.MissingChains;
import dev.coset.store.RunStore;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On lines of a few slopes, whose numbers of distinct functions are known. */
class ChainConvergenceTest {
  private static final Posterior LINES =
      new Posterior(
          Network.of(1, new int[] {}, 1, Activation.TANH),
          Prior.STANDARD_NORMAL,
          new NormalLikelihood(),
          Precision.DOUBLE,
          new Points(new double[][] {{-1, -0.5, 0, 0.5, 1}}, new double[] {0, 0, 0, 0, 0}));

  private static ChainOutcome line(int chain, double slope) {
    Draws draws = Draws.ofSize(1, 3, DrawSchema.NONE);
    draws.values()[0] = slope;
    draws.values()[2] = Math.log(0.1);
    return new ChainOutcome.Finished(chain, draws, new WarmupSummary(1, new double[3], 1, 0), 1, 0);
  }

  @Test
  void oneFunctionAgainAndAgainStopsAtTheFirstLookThatCan() {
    var looks = new NoveltyLooks(0.05, 0.05, 54, 1274);
    var convergence = new ChainConvergence(LINES, looks);
    int n = 0;
    while (!convergence.isEnough(line(n, 1))) {
      n++;
    }
    var state = convergence.state().orElseThrow();
    assertThat(state.chains()).isEqualTo(n + 1).isIn(54, 108, 216);
    assertThat(state.functions()).isEqualTo(1);
    assertThat(state.novel()).isZero();
    assertThat(state.unseenLimit()).isLessThanOrEqualTo(0.05);
    assertThat(state.halfToAllKl()).isCloseTo(0, within(1e-12));
    assertThat(state.consecutiveKl()).hasSize(n).containsOnly(new double[] {0}, within(1e-12));
  }

  @Test
  void aFunctionThatComesLateKeepsTheRunGoing() {
    var looks = new NoveltyLooks(0.05, 0.05, 54, 1274);
    var convergence = new ChainConvergence(LINES, looks);
    for (int n = 0; n < 300; n++) {
      // A new slope again and again: never settled, never below the limit.
      assertThat(convergence.isEnough(line(n, n % 5 == 0 ? 1 + n / 20.0 : 1))).isFalse();
    }
    var state = convergence.state().orElseThrow();
    assertThat(state.functions()).isGreaterThan(30);
    assertThat(state.unseenLimit()).isGreaterThan(0.15);
  }

  @Test
  void withoutLooksItOnlyWatchesAndStatesTheClopperPearsonLimit() {
    var convergence = new ChainConvergence(LINES);
    for (int n = 0; n < 598; n++) {
      assertThat(convergence.isEnough(line(n, n % 3))).isFalse();
    }
    var state = convergence.state().orElseThrow();
    double[] limits = convergence.unseenLimits();
    assertThat(limits).hasSize(state.chains());
    assertThat(limits[limits.length - 1]).isEqualTo(state.unseenLimit());
    assertThat(state.functions()).isEqualTo(3);
    assertThat(state.novel()).isZero();
    // 299 chains without a novel one give 0.01 at 95%.
    assertThat(state.unseenLimit()).isCloseTo(0.01, within(5e-5));
  }

  private static Study untilSettled(int warmup, int draws) {
    var configuration =
        Configuration.of(new int[] {}, ChainPlan.of(12, warmup, draws, 1))
            .stopped(Until.settled(12));
    return Study.of(Sinusoid.dataset(40, 0), Split.shuffled(40, 0, 0), configuration);
  }

  @Test
  void chainsThatAgreeAreEnoughFromFourOn() {
    var convergence = ChainConvergence.of(untilSettled(1, 1));
    for (int n = 0; n < 3; n++) {
      assertThat(convergence.isEnough(line(n, 1))).isFalse();
    }
    assertThat(convergence.isEnough(new ChainOutcome.Failed(3, "made up", 1))).isFalse();
    assertThat(convergence.isEnough(line(4, 1))).isTrue();
  }

  /** It stops at the first even number of chains that has settled, and at no other. */
  @Test
  void chainsThatDifferAreAddedUntilTheyHaveSettled() {
    var convergence = ChainConvergence.of(untilSettled(1, 1));
    double[] slopes = {0, 0, 0.05, 0.05, 0, 0.04};
    int n = 0;
    boolean enough = false;
    while (!enough && n < 100) {
      enough = convergence.isEnough(line(n, slopes[n % slopes.length]));
      n++;
      boolean settled = n >= 4 && n % 2 == 0 && convergence.state().orElseThrow().settled();
      assertThat(enough).as("after %d chains", n).isEqualTo(settled);
    }
    assertThat(n).isBetween(6, 99);
  }

  /** Neither threads nor a stop in the middle change where it ends; more chains may be added. */
  @Test
  void whereARunSettlesDependsOnItsChainsAlone(@TempDir Path folder) {
    Study study = untilSettled(200, 20);
    try (var one = RunStore.create(folder.resolve("one"), study, "test");
        var many = RunStore.create(folder.resolve("many"), study, "test")) {
      MissingChains.sample(
          one, Engine.local(1), SamplerMonitor.NONE, ChainConvergence.of(one.study()));
      MissingChains.sample(
          many, Engine.local(5), SamplerMonitor.NONE, ChainConvergence.of(many.study()));
      assertThat(one.complete()).isTrue();
      assertThat(one.outcomes()).hasSizeBetween(4, 11);
      assertThat(many.draws()).isEqualTo(one.draws());
    }
    Path stopped = folder.resolve("stopped");
    try (var run = RunStore.create(stopped, study, "test")) {
      MissingChains.sample(
          run, Engine.local(1), SamplerMonitor.NONE, outcome -> outcome.chain() == 1);
    }
    // as if the rule had not spoken: the plan is as it was
    try (var run = RunStore.extend(stopped, 12)) {
      MissingChains.sample(run, Engine.local(2), SamplerMonitor.NONE);
      assertThat(run.outcomes()).hasSize(12);
    }
    try (var again = RunStore.create(stopped, study, "test")) {
      MissingChains.sample(
          again, Engine.local(2), SamplerMonitor.NONE, ChainConvergence.of(again.study()));
      assertThat(again.outcomes()).hasSize(12); // what was added is not taken back
    }
  }
}
