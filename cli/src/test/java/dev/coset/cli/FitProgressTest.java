package dev.coset.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.fit.FitPhase.Chains;
import dev.coset.fit.TimeRange;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class FitProgressTest {
  @Test
  void whatRunsElsewhereIsSaidInTimeOfThisMachinesCores() {
    assertThat(FitProgress.sampling(chains(1, 10, OptionalInt.of(4), 18)))
        .isEqualTo("10 chains to run on 4 threads; expect about 18 s.");
    assertThat(FitProgress.sampling(chains(1, 10, OptionalInt.empty(), 60)))
        .isEqualTo("10 chains to run; one core of this machine would take about 60 s.");
  }

  @Test
  void chainsOfSeveralModelsShareTheMachine() {
    assertThat(FitProgress.sampling(chains(3, 10, OptionalInt.of(16), 18)))
        .isEqualTo("10 chains of 3 models to run on 10 threads; expect about 18 s.");
  }

  @Test
  void aRunThatMayEndEarlyHasARange() {
    var chains = new Chains(1, 10, 4, OptionalInt.of(2), Optional.of(new TimeRange(12, 30)));
    assertThat(FitProgress.sampling(chains))
        .isEqualTo(
            "4 to 10 chains to run on 2 threads, until the predictive has converged; expect about"
                + " 12 s to 30 s.");
  }

  private static Chains chains(int models, int missing, OptionalInt atOnce, double seconds) {
    return new Chains(
        models, missing, missing, atOnce, Optional.of(new TimeRange(seconds, seconds)));
  }
}
