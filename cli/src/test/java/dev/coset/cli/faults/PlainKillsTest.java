package dev.coset.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.cli.Coset;
import dev.coset.cli.Coset.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The plain command, which chooses among models, is killed or meets a full disk; then {@code
 * resume} ends with the files of an undisturbed run, byte for byte, or there is no run and the
 * command makes it.
 */
class PlainKillsTest {
  @TempDir Path folder;
  private SmallRun small;
  private Map<String, String> whole;
  private int resumed;
  private int begunAnew;
  private final List<String> wrong = new ArrayList<>();

  @BeforeEach
  void fit() throws IOException {
    small = SmallRun.ofSeveral(folder);
    whole = files(small.whole());
  }

  /** Right after the manifest, and when the models are chosen. */
  @Test
  @Timeout(300)
  void aSampleOfKillsEndsWithTheSameBytes() throws Exception {
    afterFault(Fault.NO_SPACE, 12);
    afterFault(Fault.KILL, 12);
    afterFault(Fault.KILL, 75);
    assertNothingWrong(3);
    assertThat(resumed).isEqualTo(3);
  }

  @Test
  @Tag("full")
  @Timeout(7200)
  void killsAtEveryCallEndWithTheSameBytes() throws Exception {
    int calls = calls();
    for (int call = 0; call < calls; call++) {
      for (Fault fault : List.of(Fault.KILL, Fault.TORN, Fault.NO_SPACE)) {
        afterFault(fault, call);
      }
    }
    assertNothingWrong(3 * calls);
  }

  /**
   * By the clock, as a user or a machine does it: often in the first moments, then in each phase.
   */
  @Test
  @Tag("full")
  @Timeout(3600)
  void killsByTheClockEndWithTheSameBytes() throws Exception {
    int cases = 0;
    for (int millis = 0; millis < 200; millis += 5) {
      afterClock("", millis);
      cases++;
    }
    for (String phase :
        List.of("manifest.json", "scores.journal", "candidates.json", "candidates")) {
      for (int millis = 0; millis < 50; millis += 5) {
        afterClock(phase, millis);
        cases++;
      }
    }
    assertNothingWrong(cases);
  }

  private void assertNothingWrong(int cases) {
    System.out.printf(
        "%d kills and full disks of the plain command: %d resumed, %d begun anew, %d silent%n",
        cases, resumed, begunAnew, wrong.size());
    assertThat(wrong).isEmpty();
    assertThat(resumed + begunAnew).isEqualTo(cases);
  }

  private int calls() throws Exception {
    Path run = folder.resolve("counted");
    Path log = folder.resolve("calls");
    Process process = FaultyCoset.start(log, Fault.NONE, 0, run, small.choose(run));
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    var found = Pattern.compile("calls (\\d+)").matcher(Files.readString(log));
    assertThat(found.find()).as(Files.readString(log)).isTrue();
    assertThat(files(run)).isEqualTo(whole);
    return Integer.parseInt(found.group(1));
  }

  private void afterFault(Fault fault, int call) throws Exception {
    Path run = folder.resolve("run");
    Path log = folder.resolve("log");
    Process process = FaultyCoset.start(log, fault, call, run, small.choose(run));
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    if (fault == Fault.KILL && process.exitValue() != Fault.KILLED) {
      wrong.add(fault + " at " + call + ": exit " + process.exitValue());
    }
    goOn(fault + " at " + call, run);
  }

  /** Kills so long after a file is there; of no name, after the run's folder is. */
  private void afterClock(String file, int millis) throws Exception {
    Path run = folder.resolve("run");
    Process process = Coset.start(folder.resolve("log"), small.choose(run).toArray());
    while (!Files.exists(run.resolve(file)) && process.isAlive()) {
      Thread.sleep(1);
    }
    Thread.sleep(millis);
    process.destroyForcibly().waitFor();
    goOn("kill %d ms after %s".formatted(millis, run.resolve(file)), run);
  }

  private void goOn(String fault, Path run) throws IOException {
    Result result = Coset.run(small.command("resume", run).toArray());
    if (result.exitCode() == 2 && SmallRun.isClear(result)) {
      begunAnew++;
      result = Coset.run(small.choose(run).toArray());
    } else {
      resumed++;
    }
    Map<String, String> files = files(run);
    if (result.exitCode() != 0 || !files.equals(whole)) {
      files.entrySet().removeAll(whole.entrySet());
      wrong.add(fault + ": exit " + result.exitCode() + " " + result.err() + files.keySet());
    }
    SmallRun.delete(run);
  }

  /** The content of all files, less what is said of seconds. */
  private static Map<String, String> files(Path run) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (var all = Files.walk(run)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        if (!file.endsWith("timings.csv")) {
          files.put(
              run.relativize(file).toString(), HexFormat.of().formatHex(Files.readAllBytes(file)));
        }
      }
    }
    return files;
  }
}
