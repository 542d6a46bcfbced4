package dev.coset.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.cli.Main;
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
  private static final int CHAINS = 40;

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
    Path whole = folder.resolve("whole");

    Process killed = coset(log, fit(csv, run, "spark"));
    while (!Files.exists(run.resolve("manifest.json"))
        || RunStore.read(run).outcomes().size() < CHAINS / 5) {
      assertThat(killed.isAlive()).as(Files.readString(log)).isTrue();
      Thread.sleep(5);
    }
    Jvm.kill(killed);
    killed.waitFor();
    assertThat(RunStore.read(run).complete()).isFalse();

    succeed(log, coset(log, "resume", run, "--engine", "spark", "--threads", 2));
    succeed(log, coset(log, fit(csv, whole, "local")));
    assertThat(RunStore.read(run).complete()).isTrue();
    assertThat(RunStore.read(run).draws()).isEqualTo(RunStore.read(whole).draws());
    // Nobody wants to see Spark's own messages.
    assertThat(Files.readString(log)).doesNotContain("INFO", "WARN ", "Spark: ");
  }

  private Process coset(Path log, Object... args) throws Exception {
    return Jvm.start(folder, log, Main.class.getName(), args);
  }

  private static void succeed(Path log, Process process) throws Exception {
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(log)).isZero();
  }

  private static Object[] fit(Path csv, Path run, String engine) {
    List<Object> args = new ArrayList<>(List.of("fit", csv, "--target", "y", "--out", run));
    args.addAll(List.of("--hidden", 3, "--chains", CHAINS, "--warmup", 600));
    args.addAll(List.of("--engine", engine, "--threads", 2));
    return args.toArray();
  }
}
