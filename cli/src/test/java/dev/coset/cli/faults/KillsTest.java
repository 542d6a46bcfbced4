package dev.coset.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.cli.Coset;
import dev.coset.cli.Coset.Result;
import dev.coset.posterior.Draws;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process is killed at one of its calls to the file system; whatever it had begun ends with the
 * same bytes as if it had not been.
 */
class KillsTest {
  private static final List<String> COMMANDS =
      List.of("fit", "extend", "predict", "export", "compress", "report", "card", "symmetry");

  /** Commands that write a file beside the run. */
  private static final Set<String> WRITERS =
      Set.of("predict", "export", "compress", "report", "card");

  @TempDir Path folder;
  private SmallRun small;
  private Map<Integer, Draws> more; // of a run with two chains more

  private record Kill(String command, Fault fault, int call) {}

  @BeforeEach
  void sample() throws IOException {
    small = SmallRun.in(folder);
    Path longer = folder.resolve("longer");
    assertThat(Coset.run(small.fit(longer, SmallRun.CHAINS + 2).toArray()).exitCode()).isZero();
    more = SmallRun.draws(longer);
  }

  @Test
  @Timeout(300)
  void aSampleOfKillsLosesNothing() throws Exception {
    assertNothingLost(
        List.of(
            new Kill("fit", Fault.KILL, 6),
            new Kill("fit", Fault.TORN, 20),
            new Kill("extend", Fault.KILL, 9),
            new Kill("predict", Fault.KILL, 2),
            new Kill("compress", Fault.TORN, 1)));
  }

  /**
   * Every call of every command, again and again with other chains' bytes until there are 1,000.
   */
  @Test
  @Tag("full")
  @Timeout(3600)
  void killsAtEveryCallLoseNothing() throws Exception {
    List<Kill> every = new ArrayList<>();
    for (String command : COMMANDS) {
      int calls = calls(command);
      for (int call = 0; call < calls; call++) {
        every.add(new Kill(command, Fault.KILL, call));
        every.add(new Kill(command, Fault.TORN, call));
      }
    }
    List<Kill> kills = new ArrayList<>();
    while (kills.size() < 1000) {
      kills.addAll(every.subList(0, Math.min(every.size(), 1000 - kills.size())));
    }
    System.out.printf("%d kills at %d different places%n", kills.size(), every.size());
    assertNothingLost(kills);
  }

  private int calls(String command) throws Exception {
    Path log = folder.resolve("calls");
    Path run = begin(command, "counted");
    Process process = start(log, new Kill(command, Fault.NONE, 0), run);
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    var found = Pattern.compile("calls (\\d+)").matcher(Files.readString(log));
    assertThat(found.find()).as(Files.readString(log)).isTrue();
    SmallRun.delete(run);
    return Integer.parseInt(found.group(1));
  }

  private Path begin(String command, String name) throws IOException {
    return command.equals("fit") ? folder.resolve(name) : small.copy(name);
  }

  private Process start(Path log, Kill kill, Path run) throws IOException {
    List<Object> command =
        kill.command().equals("fit")
            ? small.fit(run, SmallRun.CHAINS)
            : small.command(kill.command(), run);
    Path below = WRITERS.contains(kill.command()) ? folder : run;
    return FaultyCoset.start(log, kill.fault(), kill.call(), below, command);
  }

  private void assertNothingLost(List<Kill> kills) throws Exception {
    try (var pool = Executors.newFixedThreadPool(2)) {
      List<Callable<String>> tasks = new ArrayList<>();
      for (int i = 0; i < kills.size(); i++) {
        Kill kill = kills.get(i);
        String name = "killed" + i;
        tasks.add(() -> afterwards(kill, name));
      }
      List<String> wrong = new ArrayList<>();
      for (var done : pool.invokeAll(tasks)) {
        if (!done.get().isEmpty()) {
          wrong.add(done.get());
        }
      }
      assertThat(wrong).isEmpty();
    }
  }

  /** What is wrong after a kill; nothing, one hopes. */
  private String afterwards(Kill kill, String name) throws Exception {
    Path run = begin(kill.command(), name);
    Path log = folder.resolve(name + ".log");
    Process process = start(log, kill, run);
    if (!process.waitFor(120, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      return kill + " hangs";
    }
    String trouble = trouble(kill, run);
    if (process.exitValue() != Fault.KILLED && process.exitValue() != 0) {
      trouble += " exit " + process.exitValue() + ": " + Files.readString(log);
    }
    SmallRun.delete(run);
    Files.delete(log);
    return trouble.isEmpty() ? "" : kill + ": " + trouble;
  }

  private String trouble(Kill kill, Path run) throws IOException {
    Path out = SmallRun.out(run);
    if (kill.command().equals("predict") && Files.exists(out)) {
      long lines = Files.readString(out).lines().count();
      if (lines != 31) {
        return "half a file of " + lines + " lines";
      }
    }
    Result asked = Coset.run("score", run, "--json");
    if (asked.exitCode() != 0 && !(asked.exitCode() == 2 && SmallRun.isClear(asked))) {
      return "then score: " + asked.err();
    }
    boolean extends_ = kill.command().equals("extend");
    Result again =
        kill.command().equals("fit")
            ? Coset.run(small.fit(run, SmallRun.CHAINS).toArray())
            : Coset.run(small.command(kill.command(), run).toArray());
    if (again.exitCode() != 0) {
      return "then again: " + again.err();
    }
    String left = SmallRun.pending(run);
    if (!left.isEmpty()) {
      return "leaves " + left;
    }
    boolean same = SmallRun.draws(run).equals(extends_ ? more : SmallRun.draws(small.whole()));
    return same ? "" : "other draws";
  }
}
