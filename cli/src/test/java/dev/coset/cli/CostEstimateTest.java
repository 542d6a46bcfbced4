package dev.coset.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.store.RunStore;
import dev.coset.store.SyntheticRun;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CostEstimateTest {
  @TempDir Path folder;

  @Test
  void whatRunsElsewhereIsSaidInTimeOfThisMachinesCores() {
    try (var run = RunStore.create(folder.resolve("run"), SyntheticRun.study(10, 3, 40), "")) {
      assertThat(CostEstimate.of(run, OptionalInt.of(4), 6))
          .isEqualTo("10 chains to run on 4 threads; expect about 18 s.");
      assertThat(CostEstimate.of(run, OptionalInt.empty(), 6))
          .isEqualTo("10 chains to run; one core of this machine would take about 60 s.");
    }
  }
}
