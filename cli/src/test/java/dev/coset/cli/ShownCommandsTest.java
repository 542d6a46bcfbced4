package dev.coset.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.data.NpzWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * Every command line that documentation and help show runs. Tables and runs are small, and sampling
 * is short. Laboratory notes repeat commands of earlier commits: these are only parsed.
 */
class ShownCommandsTest {
  private static final Pattern BLOCK = Pattern.compile("```[a-z]*\n(.*?)```", Pattern.DOTALL);
  private static final Pattern SPAN = Pattern.compile("`((?:\\./)?coset [^`\n]*)`");
  private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");
  private static final Path ROOT = Path.of("..");
  private static final Set<String> FITS = Set.of("fit", "compare", "cross-validate");

  /** Options that fix a model's chains, so that the fit has no budget to shorten. */
  private static final Set<String> ONE_MODEL =
      Set.of("--hidden", "--chains", "--warmup", "--draws", "--preset", "--sampler", "--until");

  /** What makes a command short; a value that is shown gives way to that of this table. */
  private static final Map<String, String> SHORT =
      Map.of(
          "one model", "--chains 2 --warmup 60 --draws 4",
          "until", "--until 0.6 --max-chains 24 --warmup 60 --draws 4",
          "fit", "--core-seconds 0.2,0.2",
          "compare", "--hidden 2 --members 2 --laplace-draws 10",
          "cross-validate", "--hidden 2",
          "reproduce",
              "--chains 4 --warmup 10 --draws 4 --seeds 1 --datasets sinusoidal --networks f1");

  /** Commands that are only parsed, each with the reason. */
  private static final Map<String, String> NOT_RUN =
      Map.of("demo", "its size is fixed; GuideTest runs it with -Pfull");

  @TempDir static Path fitted;
  @TempDir Path folder;

  @BeforeAll
  static void aSmallRunIsFitted() throws IOException {
    Path houses = fitted.resolve("houses.csv");
    Files.writeString(houses, table("price", Set.of()));
    Path run = fitted.resolve("run");
    succeed(
        "fit",
        houses,
        "--target",
        "price",
        "--out",
        run,
        "--no-report",
        "--hidden",
        2,
        "--chains",
        4,
        "--warmup",
        100,
        "--draws",
        5,
        "--thinning",
        5);
    succeed("compress", run, "--out", fitted.resolve("run.coset"));
  }

  static Stream<String> forUsers() throws IOException {
    List<String> lines = new ArrayList<>();
    for (String page : List.of("README.md", "CONTRIBUTING.md", "python/README.md")) {
      lines.addAll(shown(ROOT.resolve(page)));
    }
    lines.addAll(shown(ROOT.resolve("deploy/README.md")));
    lines.addAll(shown(ROOT.resolve("dist/README.md")));
    lines.addAll(pages(ROOT.resolve("docs")));
    for (CommandLine command : Main.line(new Main()).getSubcommands().values()) {
      Stream.of(command.getCommandSpec().usageMessage().footer())
          .map(String::strip)
          .forEach(lines::add);
    }
    return commands(lines);
  }

  static Stream<String> ofTheLaboratory() throws IOException {
    return commands(pages(ROOT.resolve("docs/lab")));
  }

  private static List<String> pages(Path folder) throws IOException {
    List<String> lines = new ArrayList<>();
    try (var files = Files.list(folder)) {
      for (Path page : files.filter(f -> f.toString().endsWith(".md")).sorted().toList()) {
        lines.addAll(shown(page));
      }
    }
    return lines;
  }

  private static List<String> shown(Path page) throws IOException {
    String text = Files.readString(page);
    List<String> lines = new ArrayList<>();
    BLOCK
        .matcher(text)
        .results()
        .flatMap(block -> block.group(1).replace("\\\n", " ").lines())
        .forEach(lines::add);
    // A span that names only the command, or leaves something out, is no command line.
    SPAN.matcher(text)
        .results()
        .map(span -> span.group(1))
        .filter(
            line ->
                line.matches("(\\./)?coset \\S+ [^\\[.].*") && !line.matches(".*(\\[|\\.\\.\\.).*"))
        .forEach(lines::add);
    return lines;
  }

  private static Stream<String> commands(List<String> lines) {
    return lines.stream()
        .map(line -> line.replaceFirst("^[A-Z_]+=('[^']*'|\"[^\"]*\"|\\S+)\\s+", ""))
        .filter(line -> line.matches("(\\./)?coset [a-z].*"))
        .map(line -> line.replaceFirst("^(\\./)?coset ", "").replaceFirst("\\s+#.*|\\s{3,}.*", ""))
        .distinct();
  }

  @ParameterizedTest
  @MethodSource("ofTheLaboratory")
  void itIsTaken(String line) {
    parsed(line);
  }

  @ParameterizedTest
  @MethodSource("forUsers")
  void itRuns(String line) throws IOException {
    ParseResult parsed = parsed(line);
    String command = parsed.commandSpec().name();
    if (NOT_RUN.containsKey(command)) {
      return;
    }
    List<String> words = shortened(line, parsed);
    Set<String> outputs = new LinkedHashSet<>();
    for (ArgSpec arg : parsed.matchedArgs()) {
      if (arg.type() == Path.class) {
        for (String path : arg.originalStringValues()) {
          Path place = folder.resolve(path);
          words.replaceAll(
              word ->
                  word.equals(path)
                      ? place.toString()
                      : word.endsWith("=" + path) ? word.replace("=" + path, "=" + place) : word);
          if (!prepared(arg, place, parsed)) {
            outputs.add(place.toString());
          }
        }
      }
    }
    Coset.Result result = Coset.run(words.toArray());
    assertThat(result.exitCode()).as("%s%n%s", words, result.err()).isZero();
    assertThat(outputs).allSatisfy(file -> assertThat(Path.of(file)).exists());
  }

  private static ParseResult parsed(String line) {
    String[] words = words(line).toArray(String[]::new);
    var result =
        Main.line(new Main())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .parseArgs(words)
            .subcommand();
    assertThat(result.commandSpec().name()).isEqualTo(words[0]);
    return result;
  }

  private static List<String> words(String line) {
    return WORD.matcher(line)
        .results()
        .map(w -> w.group(1) != null ? w.group(1) : w.group(2) != null ? w.group(2) : w.group(3))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  /** The words of a command, for seconds of work on one machine without a GPU. */
  private static List<String> shortened(String line, ParseResult parsed) {
    List<String> words = words(line);
    String command = parsed.commandSpec().name();
    replace(words, "--engine", "local", false); // no cluster, no GPU
    remove(words, "--master");
    if (FITS.contains(command)) {
      remove(words, "--time"); // seconds at least, and more on a busy machine
      boolean oneModel =
          !command.equals("fit") || ONE_MODEL.stream().anyMatch(parsed::hasMatchedOption);
      String how = parsed.hasMatchedOption("--until") ? "until" : oneModel ? "one model" : "fit";
      replace(words, SHORT.get(how));
    }
    if (Set.of("fit", "resume").contains(command) && !words.contains("--no-report")) {
      words.add("--no-report"); // GuideTest has one
    }
    if (!command.equals("fit")) {
      replace(words, SHORT.getOrDefault(command, ""));
    }
    return words;
  }

  private static void remove(List<String> words, String option) {
    int at = words.indexOf(option);
    if (at >= 0) {
      words.subList(at, at + 2).clear();
    }
  }

  private static void replace(List<String> words, String options) {
    List<String> all = words(options);
    for (int i = 0; i < all.size(); i += 2) {
      replace(words, all.get(i), all.get(i + 1), true);
    }
  }

  private static void replace(List<String> words, String option, String value, boolean add) {
    int at = words.indexOf(option);
    if (at >= 0) {
      words.set(at + 1, value);
    } else if (add) {
      words.addAll(List.of(option, value));
    }
  }

  /** Puts there what the command reads; false where it is what the command writes. */
  private static boolean prepared(ArgSpec arg, Path place, ParseResult parsed) throws IOException {
    Files.createDirectories(place.getParent());
    switch (arg.paramLabel()) {
      case "DATA.csv" -> write(place, value(parsed, "--target"), columns(parsed));
      case "NEW.csv", "TEST.csv", "[TEST.csv]" -> write(place, "price", Set.of());
      case "RUN" -> {
        if (arg.isOption()) {
          return false;
        }
        copy(fitted.resolve(place.toString().endsWith(".coset") ? "run.coset" : "run"), place);
      }
      case "FILE" -> {
        if (!(arg instanceof OptionSpec option && option.longestName().equals("--split"))) {
          return false;
        }
        Files.writeString(
            place, "{\"train\": %s, \"test\": %s}".formatted(rows(0, 24), rows(24, 30)));
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private static List<Integer> rows(int from, int to) {
    return IntStream.range(from, to).boxed().toList();
  }

  private static String value(ParseResult parsed, String option) {
    return parsed.matchedOption(option).originalStringValues().getFirst();
  }

  /** Columns that options name. */
  private static Set<String> columns(ParseResult parsed) {
    return parsed.matchedOptions().stream()
        .filter(option -> option.paramLabel().startsWith("COL"))
        .flatMap(option -> option.originalStringValues().stream())
        .flatMap(names -> Stream.of(names.replaceAll("\"[^\"]*\",?", "").split(",")))
        .filter(name -> !name.equals(value(parsed, "--target")))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static void write(Path file, String target, Set<String> columns) throws IOException {
    if (file.toString().endsWith(".npz")) {
      double[] size = IntStream.range(0, 30).mapToDouble(i -> 50 + i).toArray();
      try (var writer = new NpzWriter(file)) {
        writer.numbers("size", size);
        writer.numbers("age", size);
      }
    } else {
      Files.writeString(file, table(target, columns));
    }
  }

  private static String table(String target, Set<String> columns) {
    var text = new StringBuilder("size,age");
    columns.forEach(column -> text.append(',').append(column));
    text.append(',').append(target).append('\n');
    for (int i = 0; i < 30; i++) {
      text.append("%d,%d".formatted(50 + i, i * i % 17));
      for (int column = 0; column < columns.size(); column++) {
        text.append(",").append(2000 + i / 3);
      }
      boolean classes = Set.of("species").contains(target);
      text.append(
          classes ? i % 3 == 0 ? ",setosa" : ",virginica" : ",%d".formatted(100 + i + 7 * i % 5));
      text.append('\n');
    }
    return text.toString();
  }

  private static void copy(Path from, Path to) throws IOException {
    try (var files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path copy = to.resolve(from.relativize(file).toString());
        Files.copy(file, from.equals(file) ? to : copy);
      }
    }
  }

  private static void succeed(Object... words) {
    Coset.Result result = Coset.run(words);
    assertThat(result.exitCode()).as(result.err()).isZero();
  }
}
