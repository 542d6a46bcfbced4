package dev.coset.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainPlan;
import dev.coset.chains.Engine;
import dev.coset.comparison.Method;
import dev.coset.comparison.MethodMonitor;
import dev.coset.parallel.StoppedException;
import dev.coset.report.chart.Numbers;
import dev.coset.store.RunStore;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.xml.sax.InputSource;

/** Every experiment from end to end, very small. */
class MiniatureTest {
  private static final Pattern IMAGE = Pattern.compile("!\\[[^]]*]\\(([^)]+)\\)");

  @TempDir Path folder;

  private static Laboratory laboratory(Path out, int chains, MethodMonitor monitor) {
    var scope =
        new Scope(
            List.of(PaperData.SINUSOIDAL),
            List.of(PaperNetwork.F1),
            OptionalInt.of(chains),
            OptionalInt.of(8),
            OptionalInt.of(16),
            1);
    return new Laboratory(PaperData.shipped(), out, scope, Engine.local(1), 2, monitor);
  }

  static Stream<String> names() {
    return Experiments.all().stream().map(Experiment::name);
  }

  @ParameterizedTest
  @MethodSource("names")
  void anExperimentWritesItsFilesOnceAndAlikeWhereverItWasStopped(String name) throws Exception {
    Experiment experiment = Experiments.named(name);
    int chains = name.equals("figure2") ? 2 : 6; // f2 is slow
    Path whole = folder.resolve("whole");
    var all = Counter.ofAll();
    experiment.run(laboratory(whole, chains, all));
    SortedMap<String, String> files = files(whole.resolve(name));
    assertThat(files).containsKey(name + ".md");
    for (var file : files.entrySet()) {
      switch (file.getKey().substring(file.getKey().lastIndexOf('.'))) {
        case ".svg" -> parsed(file.getValue());
        case ".csv" -> assertThat(numbers(file.getValue())).allMatch(Double::isFinite).isNotEmpty();
        default ->
            IMAGE
                .matcher(file.getValue())
                .results()
                .forEach(image -> assertThat(files).containsKey(image.group(1)));
      }
    }

    var none = Counter.ofAll();
    experiment.run(laboratory(whole, chains, none));
    assertThat(none.transitions).hasValue(0);
    assertThat(none.trainings).hasValue(0);
    assertThat(files(whole.resolve(name))).isEqualTo(files);

    long transitions = all.transitions.get();
    if (transitions > 0) {
      Path parts = folder.resolve("parts");
      var stopping = new Counter(transitions / 2 + 1);
      assertThatThrownBy(() -> experiment.run(laboratory(parts, chains, stopping)))
          .isInstanceOf(StoppedException.class);
      var rest = Counter.ofAll();
      experiment.run(laboratory(parts, chains, rest));
      assertThat(rest.transitions.get()).isLessThan(transitions);
      assertThat(files(parts.resolve(name))).isEqualTo(files);
    }
  }

  @Test
  void figuresShareTheChainsOfTables() {
    var first = Counter.ofAll();
    Experiments.named("table1").run(laboratory(folder, 6, first));
    assertThat(first.transitions.get()).isPositive();
    var second = Counter.ofAll();
    var sampled = laboratory(folder, 4, second).sampled(PaperData.SINUSOIDAL, PaperNetwork.F1, 9);
    assertThat(second.transitions).hasValue(0);
    assertThat(sampled.draws().chain()).containsExactly(0, 1, 2, 3);
    assertThat(sampled.described()).contains("4 chains", "16 warm-up steps", "seed 0");
  }

  @Test
  void theLppdsOfFigure5AreInItsCsv() throws Exception {
    Experiments.named("figure5").run(laboratory(folder, 6, Counter.ofAll()));
    SortedMap<String, String> files = files(folder.resolve("figure5"));
    List<Double> kept = numbers(files.getOrDefault("figure5-lppd.csv", ""));
    assertThat(kept).hasSize(5);
    String table = files.get("figure5.md").replaceFirst("(?s).*\\| LPPD on the test rows", "");
    assertThat(kept).allMatch(lppd -> table.contains("| " + Numbers.text(lppd) + " |"));
  }

  @Test
  void firstDrawsAreThoseOfAShorterPlan() {
    var source = laboratory(folder.resolve("long"), 4, Counter.ofAll());
    ChainPlan plan = source.plan(4, 3, 0);
    sample(source, plan);
    source.shorten(PaperData.SINUSOIDAL, PaperNetwork.F1, plan, 1);
    var sampled = laboratory(folder.resolve("short"), 4, Counter.ofAll());
    sample(sampled, sampled.plan(4, 1, 0));
    assertThat(outcomes("long")).hasSize(4).isEqualTo(outcomes("short"));
  }

  private static void sample(Laboratory laboratory, ChainPlan plan) {
    Method.manyChains()
        .fit(
            laboratory.study(PaperData.SINUSOIDAL, PaperNetwork.F1, plan),
            laboratory.bench(PaperData.SINUSOIDAL, PaperNetwork.F1, plan));
  }

  /** Of the run with one draw for each chain, without times. */
  private List<ChainOutcome> outcomes(String out) {
    Path run = folder.resolve(out).resolve("runs/sinusoidal-f1-0-uniform-w16-d1/chains");
    try (var store = RunStore.read(run)) {
      return store.outcomes().stream().map(MiniatureTest::timeless).toList();
    }
  }

  private static ChainOutcome timeless(ChainOutcome outcome) {
    var chain = (ChainOutcome.Finished) outcome;
    return new ChainOutcome.Finished(
        chain.chain(), chain.draws(), chain.warmup(), chain.startGradients(), 0);
  }

  /** By name; without times, which differ from run to run. */
  private static SortedMap<String, String> files(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      return files.collect(
          Collectors.toMap(
              file -> file.getFileName().toString(),
              MiniatureTest::withoutSeconds,
              (a, b) -> a,
              TreeMap::new));
    }
  }

  private static String withoutSeconds(Path file) {
    try {
      String text = Files.readString(file);
      List<String> header = List.of(text.lines().findFirst().orElse("").split(","));
      int seconds = header.indexOf("seconds");
      return seconds < 0
          ? text
          : text.lines()
              .map(line -> line.split(",", -1))
              .map(
                  cells ->
                      IntStream.range(0, cells.length)
                          .filter(c -> c != seconds)
                          .mapToObj(c -> cells[c])
                          .collect(Collectors.joining(",")))
              .collect(Collectors.joining("\n"));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void parsed(String svg) throws Exception {
    var builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
    var root = builder.parse(new InputSource(new StringReader(svg))).getDocumentElement();
    assertThat(root.getTagName()).isEqualTo("svg");
    assertThat(svg).doesNotContain("NaN", "Infinity");
  }

  /** All cells that are numbers, whether finite or not. */
  private static List<Double> numbers(String csv) {
    return csv.lines()
        .skip(1)
        .flatMap(line -> Arrays.stream(line.split(",")))
        .filter(cell -> cell.matches("[-+]?[0-9].*|.*NaN|.*Infinity"))
        .map(Double::valueOf)
        .toList();
  }
}
