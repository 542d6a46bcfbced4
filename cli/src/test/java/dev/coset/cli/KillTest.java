package dev.coset.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.posterior.Draws;
import dev.coset.store.Mixture;
import dev.coset.store.RunStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run killed three times ends with the bytes of one that was not. */
class KillTest {
  private static final int CHAINS = 16;

  @TempDir Path folder;

  @Test
  void aRunKilledThreeTimesEndsWithTheSameBytes() throws Exception {
    Path csv = folder.resolve("data.csv");
    var text = new StringBuilder("x,y\n");
    for (int i = 0; i < 100; i++) {
      text.append(i / 25.0).append(',').append(Math.sin(i / 10.0)).append('\n');
    }
    Files.writeString(csv, text);
    Object[] whole = fit(csv, folder.resolve("whole"), 2);
    assertThat(Coset.run(whole).exitCode()).isZero();
    Draws expected = RunStore.read(folder.resolve("whole")).draws();

    Path run = folder.resolve("run");
    Path log = folder.resolve("log");
    killAfter(1, run, Coset.start(log, fit(csv, run, 1)));
    killAfter(4, run, Coset.start(log, "resume", run, "--no-report", "--threads", "2"));
    killAfter(8, run, Coset.start(log, "resume", run, "--no-report", "--threads", "7"));
    Process last = Coset.start(log, "resume", run, "--no-report");
    assertThat(last.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(last.exitValue()).as(Files.readString(log)).isZero();
    assertThat(RunStore.read(run).draws()).isEqualTo(expected);
  }

  /** Folds that were judged before the kill are not judged again. */
  @Test
  void aFitKilledWhileChoosingEndsWithTheSameBytes() throws Exception {
    Path csv = folder.resolve("data.csv");
    var text = new StringBuilder("x,y\n");
    for (int i = 0; i < 60; i++) {
      text.append(i / 15.0).append(',').append(i % 7 + i % 3 > 4 ? "a" : "b").append('\n');
    }
    Files.writeString(csv, text);
    Path whole = folder.resolve("whole");
    assertThat(Coset.run(chosen(csv, whole)).exitCode()).isZero();

    Path run = folder.resolve("run");
    Path log = folder.resolve("log");
    Process process = Coset.start(log, chosen(csv, run));
    Path scores = run.resolve("scores.journal");
    while (!Files.exists(scores) || Files.size(scores) < 1000) { // of 4,000 in the end
      assertThat(process.isAlive()).as(Files.readString(log)).isTrue();
      Thread.sleep(5);
    }
    process.destroyForcibly().waitFor();
    byte[] kept = Files.readAllBytes(scores);
    assertThat(kept.length).isLessThan((int) Files.size(whole.resolve("scores.journal")));
    assertThat(Coset.run("resume", run, "--no-report").exitCode()).isZero();
    assertThat(Files.readAllBytes(scores)).startsWith(kept);
    assertThat(run.resolve("candidates.json"))
        .hasSameBinaryContentAs(whole.resolve("candidates.json"));
    try (var one = Mixture.read(run);
        var other = Mixture.read(whole)) {
      assertThat(one.lead().draws()).isEqualTo(other.lead().draws());
    }
  }

  private static Object[] chosen(Path csv, Path run) {
    return new Object[] {
      "fit",
      csv,
      "--target",
      "y",
      "--out",
      run,
      "--no-report",
      "--threads",
      1,
      "--prior-scale",
      1, // not to be chosen too
      "--chains",
      2,
      "--warmup",
      100,
      "--draws",
      5
    };
  }

  @Test
  void anInterruptLeavesARunThatSaysHowToResumeIt() throws Exception {
    Path run = folder.resolve("run");
    Path log = folder.resolve("log");
    Process process = Coset.start(log, "demo", "--out", run, "--threads", "1");
    awaitChains(1, run, process);
    process.destroy(); // SIGTERM runs the same hook as Ctrl-C
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isNotZero();
    assertThat(Files.readString(log)).contains("coset resume " + run);
    assertThat(RunStore.read(run).complete()).isFalse();
  }

  private static Object[] fit(Path csv, Path run, int threads) {
    return new Object[] {
      "fit",
      csv,
      "--target",
      "y",
      "--out",
      run,
      "--hidden",
      "3",
      "--chains",
      CHAINS,
      "--sampler",
      "nuts",
      "--warmup",
      "200",
      "--draws",
      "20",
      "--no-report",
      "--threads",
      threads
    };
  }

  private static void killAfter(int chains, Path run, Process process) throws Exception {
    awaitChains(chains, run, process);
    process.destroyForcibly().waitFor();
    assertThat(RunStore.read(run).complete()).isFalse();
  }

  private static void awaitChains(int chains, Path run, Process process)
      throws InterruptedException {
    while (!Files.exists(run.resolve("manifest.json"))
        || RunStore.read(run).outcomes().size() < chains) {
      assertThat(process.isAlive()).isTrue();
      Thread.sleep(20);
    }
  }
}
