package dev.coset.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.cli.Coset.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files of a run of several candidates are spoiled at random, then a command uses it. */
class ChosenDamageTest {
  private static final List<String> COMMANDS = List.of("predict", "score", "diagnose", "resume");

  @TempDir Path folder;

  @Test
  @Timeout(300)
  void aSampleOfDamageIsNeverSilent() throws IOException {
    assertNeverSilent(25, 1);
  }

  @Test
  @Tag("full")
  @Timeout(3600)
  void muchDamageIsNeverSilent() throws IOException {
    assertNeverSilent(3000, 2);
  }

  private void assertNeverSilent(int cases, long seed) throws IOException {
    var small = SmallRun.ofSeveral(folder);
    Path whole = small.whole();
    var answers = new TreeMap<String, String>();
    for (String command : COMMANDS) {
      Path copy = SmallRun.copy(whole, folder.resolve("copy"));
      Result result = small.run(command, copy);
      assertThat(result.exitCode()).as(result.err()).isZero();
      answers.put(command, small.numbers(command, copy, result));
      SmallRun.delete(copy);
    }
    List<String> files = files(whole);
    List<String> silent = new ArrayList<>();
    int refused = 0;
    var random = new SplittableRandom(seed);
    for (int i = 0; i < cases; i++) {
      String command = COMMANDS.get(random.nextInt(COMMANDS.size()));
      Path copy = SmallRun.copy(whole, folder.resolve("copy"));
      String damage = Damage.some(copy, files, random) + ", " + command;
      Result result = small.run(command, copy);
      boolean clear =
          switch (result.exitCode()) {
            case 0 ->
                small.numbers(command, copy, result).equals(answers.get(command))
                    || result.err().matches("(?s).*Only \\d+ of the \\d+ chains .*");
            case 2 -> SmallRun.isClear(result);
            default -> false;
          };
      refused += result.exitCode() == 2 ? 1 : 0;
      if (!clear) {
        silent.add(damage + ": exit " + result.exitCode() + " " + result.err());
      }
      SmallRun.delete(copy);
    }
    System.out.printf(
        "%d damaged runs of several candidates: %d refused, %d silent%n",
        cases, refused, silent.size());
    assertThat(silent).isEmpty();
  }

  /** Those of the choice twice: the others are many, and of runs of one model too. */
  private static List<String> files(Path run) throws IOException {
    List<String> files = new ArrayList<>(List.of("candidates.json", "scores.journal"));
    try (var all = Files.walk(run)) {
      all.filter(path -> Files.isRegularFile(path) && path.toFile().length() > 0)
          .map(path -> run.relativize(path).toString())
          .sorted()
          .forEach(files::add);
    }
    return files;
  }
}
