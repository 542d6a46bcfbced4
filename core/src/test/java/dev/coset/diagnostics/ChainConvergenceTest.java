package dev.coset.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.chains.ChainOutcome;
import dev.coset.data.Points;
import dev.coset.network.Activation;
import dev.coset.network.Network;
import dev.coset.network.Precision;
import dev.coset.posterior.DrawSchema;
import dev.coset.posterior.Draws;
import dev.coset.posterior.NormalLikelihood;
import dev.coset.posterior.Posterior;
import dev.coset.posterior.Prior;
import dev.coset.sampler.WarmupSummary;
import org.junit.jupiter.api.Test;

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
}
