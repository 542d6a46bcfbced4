package dev.coset.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.chains.ChainOutcome;
import dev.coset.cli.Coset;
import dev.coset.cli.Coset.Result;
import dev.coset.posterior.Draws;
import dev.coset.store.RunStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A run that samples in milliseconds, and what every command says of it while it is whole.
 *
 * @param folder holds the table, the whole run and the copies that tests spoil
 */
public record SmallRun(Path folder) {
  static final int CHAINS = 4;

  /** Commands that read a run. */
  static final List<String> READERS =
      List.of("predict", "score", "export", "diagnose", "symmetry", "report");

  static SmallRun in(Path folder) throws IOException {
    var run = new SmallRun(folder);
    Files.writeString(run.table(), rows(0));
    Result fitted = Coset.run(run.fit(run.whole(), CHAINS).toArray());
    assertThat(fitted.exitCode()).as(fitted.err()).isZero();
    return run;
  }

  /** A run of several models, which samples in a second. */
  static SmallRun ofSeveral(Path folder) throws IOException {
    var run = new SmallRun(folder);
    Files.writeString(run.table(), rows(0));
    Result fitted = Coset.run(run.choose(run.whole()).toArray());
    assertThat(fitted.exitCode()).as(fitted.err()).isZero();
    return run;
  }

  /** The same but for the values of one column where they are shifted. */
  static String rows(double shift) {
    var text = new StringBuilder("kind,x,y\n");
    for (int i = 0; i < 30; i++) {
      text.append(i % 3 == 0 ? "a" : "b").append(',').append(i / 5.0 + shift);
      text.append(',').append(Math.sin(i / 5.0) + i % 3).append('\n');
    }
    return text.toString();
  }

  Path table() {
    return folder.resolve("table.csv");
  }

  Path whole() {
    return folder.resolve("whole");
  }

  List<Object> fit(Path run, int chains) {
    return fit(
        run, "--hidden", 2, "--chains", chains, "--sampler", "nuts", "--warmup", 25, "--draws", 5);
  }

  /** The plain command with few candidates and such short chains that it takes a second. */
  List<Object> choose(Path run) {
    return fit(
        run,
        "--likelihood",
        "normal",
        "--prior-scale",
        1,
        "--chains",
        3,
        "--warmup",
        60,
        "--draws",
        3,
        "--thinning",
        5);
  }

  private List<Object> fit(Path run, Object... options) {
    List<Object> words = new ArrayList<>(List.of("fit", table(), "--target", "y", "--out", run));
    words.addAll(List.of(options));
    words.addAll(List.of("--threads", 1, "--no-report"));
    return words;
  }

  /** A command on a run; what it writes goes beside the run. */
  List<Object> command(String name, Path run) {
    return switch (name) {
      case "predict" -> List.of(name, run, table(), "-o", out(run));
      case "export" -> List.of(name, run, "--format", "csv", "--out", out(run));
      case "report", "card", "compress" -> List.of(name, run, "-o", out(run));
      case "resume" -> List.of(name, run, "--threads", 1, "--no-report");
      case "extend" -> List.of("resume", run, "--chains", CHAINS + 2, "--no-report");
      case "symmetry" -> List.of(name, run, "--threads", 1, "--json");
      default -> List.of(name, run, "--json");
    };
  }

  static Path out(Path run) {
    return run.resolveSibling(run.getFileName() + ".out");
  }

  /** What a command answers, less how long it took. */
  String answer(String name, Path run, Result result) {
    try {
      return switch (name) {
        case "predict", "export" -> Files.readString(out(run));
        case "card" ->
            Files.readString(out(run)).replaceAll("(?m)^\\| (computing|waiting) time .*\\R", "");
        case "compress" -> Arrays.toString(Files.readAllBytes(out(run)));
        case "report", "resume", "extend" -> "";
        default -> result.out().replaceAll("(?m)^.*\"seconds\" :.*$", "");
      };
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Result run(String name, Path run) {
    return Coset.run(command(name, run).toArray());
  }

  /** The same as {@link #answer}; a run that is resumed must predict as if nothing had been. */
  String numbers(String name, Path run, Result result) {
    return name.equals("resume")
        ? answer("predict", run, run("predict", run))
        : answer(name, run, result);
  }

  Path copy(String name) throws IOException {
    return copy(whole(), folder.resolve(name));
  }

  public static Path copy(Path run, Path copy) throws IOException {
    try (var all = Files.walk(run)) {
      for (Path path : all.toList()) {
        Files.copy(path, copy.resolve(run.relativize(path)), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    return copy;
  }

  public static void delete(Path run) throws IOException {
    Files.deleteIfExists(out(run));
    if (Files.exists(run)) {
      List<Path> deepestFirst = new ArrayList<>();
      try (var all = Files.walk(run)) {
        all.forEach(deepestFirst::addFirst);
      }
      for (Path path : deepestFirst) {
        Files.delete(path);
      }
    }
  }

  /** The draws of each chain that a run has. */
  public static Map<Integer, Draws> draws(Path run) {
    Map<Integer, Draws> draws = new TreeMap<>();
    for (ChainOutcome outcome : RunStore.read(run).outcomes()) {
      if (outcome instanceof ChainOutcome.Finished finished) {
        draws.put(finished.chain(), finished.draws());
      }
    }
    return draws;
  }

  /** What writers left in or beside a run that is pending; nothing, one hopes. */
  static String pending(Path run) throws IOException {
    try (var beside = Files.list(run.getParent());
        var inside = Files.walk(run)) {
      return Stream.concat(
              beside.filter(
                  file ->
                      file.getFileName().toString().startsWith(out(run).getFileName().toString())),
              inside)
          .map(Path::toString)
          .filter(name -> name.contains(".pending-"))
          .collect(Collectors.joining(", "));
    }
  }

  /** One sentence, and nothing that a program says of itself. */
  static boolean isClear(Result result) {
    long sentences = result.err().lines().filter(line -> line.startsWith("coset: ")).count();
    return sentences == 1
        && !result.err().contains("unexpected")
        && !result.err().contains("\tat ");
  }
}
