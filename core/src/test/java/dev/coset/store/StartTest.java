package dev.coset.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainPlan;
import dev.coset.chains.ChainStart;
import dev.coset.chains.Engine;
import dev.coset.chains.RandomStream;
import dev.coset.data.InputException;
import dev.coset.posterior.DrawSchema;
import dev.coset.posterior.Draws;
import dev.coset.sampler.SamplerMonitor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where chains start is part of a run. */
class StartTest {
  private static final ChainPlan PLAN = ChainPlan.of(4, 20, 1, 5);

  @TempDir Path folder;

  private Draws sampled(String name, ChainPlan plan) {
    try (var run = RunStore.create(folder.resolve(name), Studies.small(plan, 0.1), "test")) {
      MissingChains.sample(run, Engine.local(2), SamplerMonitor.NONE);
      assertThat(run.complete()).isTrue();
      return run.draws();
    }
  }

  @Test
  void aRunFromAnEnsembleResumesToTheSameBytes() throws IOException {
    ChainPlan plan = PLAN.withStart("ensemble");
    Draws whole = sampled("run", plan);
    assertThat(whole).isNotEqualTo(sampled("uniform", PLAN));
    Path journal = folder.resolve("run/draws.journal");
    byte[] bytes = Files.readAllBytes(journal);
    Files.write(journal, java.util.Arrays.copyOf(bytes, bytes.length / 2));
    try (var run = RunStore.open(folder.resolve("run"))) {
      assertThat(run.outcomes().size()).isLessThan(4);
      MissingChains.sample(run, Engine.local(1), SamplerMonitor.NONE);
      assertThat(run.draws()).isEqualTo(whole);
    }
  }

  @Test
  void anotherStartIsRefusedByName() {
    sampled("run", PLAN);
    assertThatThrownBy(() -> sampled("run", PLAN.withStart("ensemble")))
        .isInstanceOf(InputException.class)
        .cause()
        .hasMessageContaining("start (\"uniform\" there, \"ensemble\" here)");
    assertThatThrownBy(() -> ChainStart.named("nowhere")).hasMessageContaining("ensemble, uniform");
  }

  @Test
  void uniformIsNumPyrosRule() {
    var posterior = Studies.small(PLAN, 0.1).posterior();
    var start = ChainStart.named("uniform").of(posterior, PLAN, 3, () -> false);
    var random = RandomStream.START.of(5, 3);
    for (double q : start.q()) {
      assertThat(q).isEqualTo(2 * (2 * random.nextDouble() - 1));
    }
    assertThat(start.gradients()).isEqualTo(1);
  }

  /** Chains of one superchain start at the same point, and every chain counts its start. */
  @Test
  void superchainsShareTheirStartAndItsGradientsCount() {
    var plan = PLAN.withStart("ensemble").withSuperchains(2);
    var study = Studies.small(plan, 0.1);
    try (var run = RunStore.create(folder.resolve("run"), study, "test")) {
      MissingChains.sample(run, Engine.local(2), SamplerMonitor.NONE);
      long sum = 0;
      for (ChainOutcome outcome : run.outcomes()) {
        var finished = (ChainOutcome.Finished) outcome;
        long expected =
            ChainStart.named("ensemble")
                .of(study.posterior(), PLAN, outcome.chain() % 2, () -> false)
                .gradients();
        assertThat(finished.startGradients()).isEqualTo(expected).isGreaterThan(1);
        sum += expected + finished.warmup().steps() + finished.draws().total(DrawSchema.STEPS);
      }
      assertThat(run.gradients()).isEqualTo(sum);
    }
  }
}
