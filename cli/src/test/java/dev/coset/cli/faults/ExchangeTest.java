package dev.coset.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.cli.Coset;
import dev.coset.cli.Coset.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A file or folder of a run is removed, or exchanged for that of another run or of another model of
 * the same run; then a command uses the run.
 */
class ExchangeTest {
  private static final List<String> COMMANDS =
      List.of(
          "resume",
          "predict",
          "score",
          "diagnose",
          "explain",
          "symmetry",
          "compress",
          "report",
          "card");

  @TempDir Path folder;

  /** What is done to a copy of the run. */
  private interface Change {
    void to(Path run) throws IOException;
  }

  @Test
  @Timeout(300)
  void aSampleOfExchangesIsNeverSilent() throws IOException {
    assertNeverSilent("one model", oneModel(), 7);
    assertNeverSilent("several models", several(), 61);
  }

  @Test
  @Tag("full")
  @Timeout(3600)
  void noRemovalOrExchangeIsSilent() throws IOException {
    assertNeverSilent("one model", oneModel(), 1);
    assertNeverSilent("several models", several(), 1);
  }

  private SmallRun oneModel() throws IOException {
    var small = SmallRun.in(Files.createDirectory(folder.resolve("one")));
    List<Object> fit = small.fit(small.whole(), SmallRun.CHAINS);
    donate(small, with(fit, "--seed", 1));
    donate(small, with(fit, "--weights", "equal"));
    donate(small, small.fit(small.whole(), SmallRun.CHAINS + 1));
    donate(small, small.fit(small.whole(), SmallRun.CHAINS - 1));
    donateOtherData(small, fit);
    return small;
  }

  private SmallRun several() throws IOException {
    var small = SmallRun.ofSeveral(Files.createDirectory(folder.resolve("several")));
    List<Object> fit = small.choose(small.whole());
    donate(small, with(fit, "--seed", 1));
    donate(small, with(fit, "--weights", "equal"));
    donate(small, with(fit, "--chains", 4));
    donateOtherData(small, fit);
    return small;
  }

  private static void donateOtherData(SmallRun small, List<Object> fit) throws IOException {
    Path aside = small.folder().resolve("aside.csv");
    Files.move(small.table(), aside);
    Files.writeString(small.table(), SmallRun.rows(0.5));
    donate(small, fit);
    Files.move(aside, small.table(), StandardCopyOption.REPLACE_EXISTING);
  }

  private static List<Object> with(List<Object> fit, String option, Object value) {
    List<Object> words = new ArrayList<>(fit);
    int at = words.indexOf(option);
    if (at >= 0) {
      words.set(at + 1, value);
    } else {
      words.addAll(List.of(option, value));
    }
    return words;
  }

  /** Makes another run, whose files stand in for those of the whole one. */
  private static void donate(SmallRun small, List<Object> fit) throws IOException {
    Path donors = Files.createDirectories(small.folder().resolve("donors"));
    int number = donors.toFile().list().length;
    Result fitted = Coset.run(with(fit, "--out", donors.resolve("" + number)).toArray());
    assertThat(fitted.exitCode()).as(fitted.err()).isZero();
  }

  private static Map<String, Change> changes(SmallRun small) throws IOException {
    Map<String, Change> changes = new LinkedHashMap<>();
    List<Path> places;
    try (var all = Files.walk(small.whole())) {
      places = all.map(small.whole()::relativize).filter(p -> !p.toString().isEmpty()).toList();
    }
    for (Path place : places) {
      changes.put(place + " removed", run -> SmallRun.delete(run.resolve(place)));
      List<Path> others = new ArrayList<>(namesakes(place, small.folder().resolve("donors")));
      others.addAll(namesakes(place, small.whole()));
      for (Path other : others) {
        changes.put(
            place + " of " + small.folder().relativize(other),
            run -> {
              SmallRun.delete(run.resolve(place));
              SmallRun.copy(other, run.resolve(place));
            });
      }
    }
    List<Path> models =
        places.stream().filter(p -> p.startsWith("candidates") && p.getNameCount() == 2).toList();
    for (Path model : models) {
      for (Path other : models) {
        if (model.compareTo(other) < 0) {
          changes.put(model + " and " + other + " swapped", run -> swap(run, model, other));
        }
      }
    }
    return changes;
  }

  /** Files or folders of the same name and kind, elsewhere. */
  private static List<Path> namesakes(Path place, Path below) throws IOException {
    boolean model = place.startsWith("candidates") && place.getNameCount() == 2;
    try (var all = Files.walk(below)) {
      return all.filter(
              p ->
                  p.endsWith(place.getFileName())
                      || (model && p.getParent().endsWith("candidates")))
          .filter(p -> !p.endsWith(Path.of("whole").resolve(place)))
          .toList();
    }
  }

  /** A manifest that plans more chains is that of a run to which they are added: they are named. */
  private static boolean addsChains(SmallRun small, Path run, Result result) {
    if (!result.err().contains("1 chain to run")) {
      return false;
    }
    var before = SmallRun.draws(small.whole()).entrySet();
    var after = SmallRun.draws(run).entrySet();
    return after.size() == before.size() + 1 && after.containsAll(before);
  }

  private static void swap(Path run, Path one, Path other) throws IOException {
    Path aside = run.resolve("aside");
    Files.move(run.resolve(one), aside);
    Files.move(run.resolve(other), run.resolve(one));
    Files.move(aside, run.resolve(other));
  }

  private void assertNeverSilent(String what, SmallRun small, int stride) throws IOException {
    Map<String, String> answers = new TreeMap<>();
    for (String command : COMMANDS) {
      Path copy = small.copy("copy");
      Result result = small.run(command, copy);
      assertThat(result.exitCode()).as(result.err()).isZero();
      answers.put(command, small.numbers(command, copy, result));
      SmallRun.delete(copy);
    }
    List<String> silent = new ArrayList<>();
    int cases = 0;
    int refused = 0;
    int named = 0;
    int each = 0;
    for (var change : changes(small).entrySet()) {
      for (String command : COMMANDS) {
        if (each++ % stride != 0) {
          continue;
        }
        cases++;
        Path copy = small.copy("copy");
        change.getValue().to(copy);
        Result result = small.run(command, copy);
        if (result.exitCode() == 2 && SmallRun.isClear(result)) {
          refused++;
        } else if (result.exitCode() == 0
            && (result.err().matches("(?s).*Only \\d+ of the \\d+ chains .*")
                || addsChains(small, copy, result))) {
          named++;
        } else if (result.exitCode() != 0
            || !small.numbers(command, copy, result).equals(answers.get(command))) {
          silent.add(
              change.getKey() + ", " + command + ": exit " + result.exitCode() + result.err());
        }
        SmallRun.delete(copy);
      }
    }
    System.out.printf(
        "%d removals and exchanges in a run of %s: %d right, %d right for the chains they name, %d"
            + " refused, %d silent%n",
        cases, what, cases - refused - named - silent.size(), named, refused, silent.size());
    assertThat(silent).isEmpty();
  }
}
