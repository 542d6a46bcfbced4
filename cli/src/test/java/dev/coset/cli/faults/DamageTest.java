package dev.coset.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.cli.Coset;
import dev.coset.cli.Coset.Result;
import dev.coset.posterior.Draws;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files of a run are spoiled at random, then a command uses it. */
class DamageTest {
  @TempDir Path folder;

  private enum Verdict {
    RIGHT,
    RIGHT_FOR_THE_CHAINS_IT_NAMES,
    REFUSED
  }

  @Test
  @Timeout(300)
  void aSampleOfDamageIsNeverSilent() throws IOException {
    assertNeverSilent(150, 1);
  }

  @Test
  @Tag("full")
  @Timeout(3600)
  void muchDamageIsNeverSilent() throws IOException {
    assertNeverSilent(10_000, 2);
  }

  private void assertNeverSilent(int cases, long seed) throws IOException {
    var small = SmallRun.in(folder);
    Map<Integer, Draws> whole = SmallRun.draws(small.whole());
    Map<String, String> answers = new TreeMap<>();
    List<String> commands = new ArrayList<>(SmallRun.READERS);
    commands.addAll(List.of("resume", "predict", "export", "score")); // more of what is fast
    for (String command : commands) {
      Path copy = small.copy("copy");
      Result result = Coset.run(small.command(command, copy).toArray());
      assertThat(result.exitCode()).as(result.err()).isZero();
      answers.put(command, small.answer(command, copy, result));
      SmallRun.delete(copy);
    }
    Map<Verdict, Integer> verdicts = new EnumMap<>(Verdict.class);
    List<String> silent = new ArrayList<>();
    var random = new SplittableRandom(seed);
    for (int i = 0; i < cases; i++) {
      String command = commands.get(random.nextInt(commands.size()));
      Path copy = small.copy("copy");
      String damage = Damage.some(copy, random) + ", " + command;
      Result result = Coset.run(small.command(command, copy).toArray());
      Verdict verdict = verdict(small, command, copy, result, answers.get(command), whole);
      if (verdict == null) {
        silent.add(damage + ": exit " + result.exitCode() + " " + result.err());
      } else {
        verdicts.merge(verdict, 1, Integer::sum);
      }
      SmallRun.delete(copy);
    }
    System.out.printf("%d damaged runs: %s, %d silent%n", cases, verdicts, silent.size());
    assertThat(silent).isEmpty();
  }

  /** Null where the command was wrong without a word, or not clear. */
  private static Verdict verdict(
      SmallRun small,
      String command,
      Path run,
      Result result,
      String answer,
      Map<Integer, Draws> whole) {
    if (result.exitCode() == 2) {
      return SmallRun.isClear(result) ? Verdict.REFUSED : null;
    }
    if (result.exitCode() != 0) {
      return null;
    }
    Map<Integer, Draws> left = SmallRun.draws(run);
    if (left.equals(whole) && small.answer(command, run, result).equals(answer)) {
      return Verdict.RIGHT;
    }
    boolean said =
        result.err().contains("Only %d of the %d chains".formatted(left.size(), whole.size()));
    return said && whole.entrySet().containsAll(left.entrySet())
        ? Verdict.RIGHT_FOR_THE_CHAINS_IT_NAMES
        : null;
  }
}
