package dev.coset.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.chains.Engine;
import dev.coset.cli.Main;
import dev.coset.sampler.SamplerMonitor;
import dev.coset.store.MissingChains;
import dev.coset.store.RunStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run on Spark whose driver is killed goes on like any run. */
class DriverKillTest {
  private static final int CHAINS = 20;

  @TempDir Path folder;

  @Test
  void aKilledDriverResumesToTheDrawsOfTheLocalEngine() throws Exception {
    Path csv = folder.resolve("data.csv");
    var text = new StringBuilder("x,y\n");
    for (int i = 0; i < 100; i++) {
      text.append(i / 25.0).append(',').append(Math.sin(i / 10.0)).append('\n');
    }
    Files.writeString(csv, text);
    Path log = folder.resolve("log");
    Path run = folder.resolve("run");

    List<Object> fit = new ArrayList<>(List.of("fit", csv, "--target", "y", "--out", run));
    fit.addAll(List.of("--hidden", 3, "--chains", CHAINS, "--sampler", "nuts", "--warmup", 300));
    fit.addAll(List.of("--engine", "spark", "--threads", 2));
    Process killed = coset(log, fit.toArray());
    while (!Files.exists(run.resolve("manifest.json"))
        || RunStore.read(run).outcomes().size() < CHAINS / 5) {
      assertThat(killed.isAlive()).as(Files.readString(log)).isTrue();
      Thread.sleep(20);
    }
    Jvm.kill(killed);
    killed.waitFor();
    assertThat(RunStore.read(run).complete()).isFalse();

    Process last = coset(log, "resume", run, "--engine", "spark", "--threads", 2);
    assertThat(last.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(last.exitValue()).as(Files.readString(log)).isZero();
    RunStore resumed = RunStore.read(run);
    assertThat(resumed.complete()).isTrue();
    try (var whole = RunStore.create(folder.resolve("whole"), resumed.study(), "")) {
      MissingChains.sample(whole, Engine.local(2), SamplerMonitor.NONE);
      assertThat(resumed.draws()).isEqualTo(whole.draws());
    }
    // Nobody wants to see Spark's own messages.
    assertThat(Files.readString(log)).doesNotContain("INFO", "WARN ", "Spark: ");
  }

  private Process coset(Path log, Object... args) throws Exception {
    return Jvm.start(folder, log, Main.class.getName(), args);
  }
}
