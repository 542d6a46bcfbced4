package dev.coset.report;

import static dev.coset.report.Pages.assertGood;
import static dev.coset.report.Pages.chart;
import static dev.coset.report.Pages.ids;
import static dev.coset.report.Pages.own;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.coset.chains.ChainPlan;
import dev.coset.chains.Engine;
import dev.coset.data.Dataset;
import dev.coset.data.InputException;
import dev.coset.data.MissingCells;
import dev.coset.data.Sinusoid;
import dev.coset.data.Split;
import dev.coset.data.TableOptions;
import dev.coset.data.TargetScale;
import dev.coset.data.TargetType;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import dev.coset.posterior.Likelihood;
import dev.coset.predictive.Scoring;
import dev.coset.report.chart.Mark;
import dev.coset.report.chart.Panel;
import dev.coset.sampler.SamplerMonitor;
import dev.coset.sampler.Walk;
import dev.coset.store.MissingChains;
import dev.coset.store.Mixture;
import dev.coset.store.RunStore;
import dev.coset.store.Source;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReportTest {
  @TempDir Path folder;
  private int runs;

  private Report report(Study study) {
    try (var run = Runs.run(folder.resolve("run"), study)) {
      return Report.of(run, 2);
    }
  }

  @Test
  void aRunOfOneFeatureShowsTheFanAndTheParameters() {
    Report report = report(Runs.study(80, 1, 0.25, 12, 1));
    assertThat(ids(report))
        .contains("predictive", "mode-functions", "pit", "coverage", "sharpness", "kl", "unseen")
        .contains("lppd", "marginals", "neurons", "chains", "draws")
        .doesNotContain("observed", "dependence");
    assertThat(report.sections().stream().map(Section::id))
        .containsExactly(
            "verdict",
            "predictions",
            "whatif",
            "calibration",
            "model",
            "convergence",
            "modes",
            "sampler",
            "configuration",
            "card");
    assertGood(report);
  }

  @Test
  void aRunOfMoreFeaturesShowsObservedAndDependence() {
    Report report = report(Runs.study(80, 3, 0.25, 6, 5));
    assertThat(ids(report)).contains("observed", "dependence").doesNotContain("predictive");
    assertThat(chart(report, "dependence").panels()).hasSize(3);
    assertThat(own(report)).contains("Rows with the largest model uncertainty");
    Panel observed = chart(report, "observed").panels().getFirst();
    assertThat(observed.marks().stream().flatMapToDouble(Mark::ys).filter(Double::isFinite))
        .as("no interval is clipped")
        .allMatch(y -> y >= observed.y().low() && y <= observed.y().high());
    assertGood(report);
  }

  @Test
  void theSameRunGivesTheSameBytesWithAnyNumberOfThreads() {
    try (var run = Runs.run(folder.resolve("run"), Runs.study(60, 2, 0.25, 6, 1))) {
      String html = Report.of(run, 1).html();
      assertThat(Report.of(run, 3).html()).isEqualTo(html);
      try (var again = RunStore.read(run.folder())) {
        assertThat(Report.of(again, 2).html()).isEqualTo(html);
      }
    }
  }

  /** The sampler is one that only core's tests know. */
  @Test
  void theReportFollowsWhatASamplerTells() {
    var walk = new Walk(60, 3, 2, 0.02, Walk.Pace.WHOLE);
    Study nuts = Runs.study(60, 2, 0.25, 4, 3);
    Study study = nuts.with(nuts.configuration().withPlan(new ChainPlan(4, 0, walk)));
    try (var run = RunStore.create(folder.resolve("run"), study, "made up")) {
      MissingChains.sample(run, Engine.local(2), SamplerMonitor.NONE);
      Report report = Report.of(run, 2);
      assertThat(chart(report, "chains").panels())
          .extracting(Panel::title)
          .containsExactly("Step size", "Log density", "Gradients", "Time", "Accepted");
      assertThat(chart(report, "draws").panels())
          .extracting(Panel::title)
          .containsExactly("Log density", "Accepted");
      assertThat(chart(report, "draws").meaning()).contains("No draw diverged. Of 100 steps ");
      assertThat(own(report)).contains("<td>WALK</td>", "<td>step size</td>", "<td>0.02</td>");
      assertGood(report);
      assertThat(command(study.data(), study.configuration()))
          .contains("--warmup 60 --draws 3 --thinning 2 --sampler walk --step-size 0.02 --seed");
    }
  }

  /** Whatever the scale on which the model sees the target. */
  @ParameterizedTest
  @EnumSource(TargetScale.class)
  void theLppdOfAllChainsIsThatOfTheScores(TargetScale scale) {
    Study linear = Runs.study(60, 2, 0.25, 4, 2);
    var configuration = linear.configuration().withTargetScale(scale);
    Study study = Study.of(linear.data(), linear.split(), configuration);
    try (var run = Runs.run(folder.resolve("run"), study)) {
      var line = (Mark.Line) chart(Report.of(run, 1), "lppd").panels().getFirst().marks().get(0);
      assertThat(line.y()[3])
          .isCloseTo(Scoring.ofTestRows(run, 1).orElseThrow().lppd(), within(1e-9));
    }
  }

  @Test
  void tablesOfRowsStayOutWithTheRows() {
    Report report = report(Runs.study(80, 3, 0.25, 6, 5));
    var rows =
        report.sections().stream()
            .flatMap(section -> section.blocks().stream())
            .filter(Block.Rows.class::isInstance)
            .map(block -> ((Block.Rows) block).table().rows().getFirst())
            .toList();
    assertThat(rows).hasSize(1);
    String cell = ">" + rows.getFirst().getLast() + "</td>";
    assertThat(own(report)).contains(cell);
    assertThat(own(report.withoutRows())).doesNotContain(cell).contains("not in this page");
  }

  @Test
  void everyChartIsAnImageToo() {
    Report report = report(Runs.study(60, 2, 0.25, 4, 1));
    assertThat(report.writeImages(folder.resolve("images")))
        .allSatisfy(image -> assertThat(image).isNotEmptyFile())
        .extracting(image -> image.getFileName().toString())
        .isEqualTo(ids(report).stream().map(id -> id + ".svg").toList());
  }

  /** Models that predict together have one report once each of them has a chain. */
  @Test
  void aModelWithoutChainsIsNamed() {
    Study study = Runs.study(40, 2, 0.25, 2, 1);
    try (var sampled = Runs.run(folder.resolve("sampled"), study);
        var begun = RunStore.create(folder.resolve("begun"), study, "made up")) {
      var both =
          new Mixture(
              folder,
              Stream.of(sampled, begun)
                  .map(run -> new Mixture.Part("model", run, 0.5, run.weights()))
                  .toList(),
              Optional.empty());
      assertThatExceptionOfType(InputException.class)
          .isThrownBy(() -> Report.of(both, 2, part -> {}))
          .withMessageContainingAll("no finished chain", "Fit.resume");
    }
  }

  @Test
  void oneChainOfOneDrawIsEnoughForAReport() {
    Report report = report(Runs.study(30, 1, 0.2, 1, 1));
    assertThat(ids(report)).contains("predictive").doesNotContain("kl", "unseen", "marginals");
    assertThat(own(report)).contains("Convergence shows from the second chain on");
    assertGood(report);
  }

  @Test
  void failedAndMissingChainsAreNamed() {
    var study = Runs.study(40, 2, 0.25, 8, 1);
    try (var run = Runs.run(folder.resolve("run"), study, "x", c -> c < 2, c -> c > 5)) {
      Report report = Report.of(run, 2);
      assertThat(own(report))
          .contains("Failed chains", "The &lt;b&gt;density&lt;/b&gt; is infinite.", "4 of 8")
          .contains("2 of 8 chains have not run yet");
      assertGood(report);
    }
  }

  @Test
  void aRunWithoutAnyDrawStillHasAVerdict() {
    var study = Runs.study(40, 2, 0.25, 3, 1);
    try (var run = Runs.run(folder.resolve("run"), study, "x", c -> true, c -> false)) {
      assertThat(own(Report.of(run, 1))).contains("All 3 chains failed so far");
    }
    try (var run = Runs.run(folder.resolve("none"), study, "x", c -> false, c -> true)) {
      Report report = Report.of(run, 1);
      assertThat(report.charts()).isEmpty();
      assertThat(own(report)).contains("No chain has finished yet");
    }
  }

  @Test
  void aRunWithoutTestRowsSaysWhatCannotBeJudged() {
    Report report = report(Runs.study(40, 2, 0, 4, 1));
    assertThat(ids(report)).contains("observed").doesNotContain("pit", "lppd");
    assertThat(own(report)).contains("kept no rows for testing");
    assertGood(report);
  }

  @Test
  void ofManyColumnsTheStrongestAreShown() {
    Report report = report(Runs.study(90, 60, 0.2, 4, 1));
    assertThat(chart(report, "dependence").panels()).hasSize(12);
    assertThat(chart(report, "dependence").meaning()).contains("12 strongest of 60 columns");
    assertGood(report);
  }

  @Test
  void ofVeryManyColumnsThePageSaysWhichItShows() {
    Report report = report(Runs.study(60, 1200, 0.2, 4, 1));
    assertThat(chart(report, "dependence").panels()).hasSize(12);
    assertThat(chart(report, "dependence").meaning())
        .contains("12 strongest of 1,200 columns, out of the 64 ");
    assertThat(own(report)).contains("The first 6 of 1,200 columns.");
    assertGood(report);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3})
  void everyPartIsToldOfOnce(int chains) {
    List<String> parts = new ArrayList<>();
    var study = Runs.study(40, 2, 0.25, 3, 1);
    try (var run = Runs.run(folder.resolve("run"), study, "x", c -> false, c -> c >= chains)) {
      Report.of(Mixture.of(run), 1, parts::add);
    }
    assertThat(parts).hasSize(Report.PARTS).doesNotHaveDuplicates();
  }

  @Test
  void constantPredictionsAreDrawn() {
    var study = Runs.study(200, 1, 0.5, 4, 1);
    try (var run = RunStore.create(folder.resolve("run"), study, "x")) {
      for (int c = 0; c < 4; c++) {
        var chain = Runs.chain(study, c, 1, 0);
        Arrays.fill(chain.draws().values(), 0);
        run.append(chain);
      }
      Report report = Report.of(run, 1);
      assertThat(own(report)).containsPattern("predicts? test rows better \\(LPPD");
      assertGood(report);
    }
  }

  @Test
  void aHundredThousandRowsFitIntoASmallFile() {
    assertGood(report(Runs.study(100_000, 4, 0.2, 3, 1)));
  }

  @Test
  void hostileTextsAreText() throws IOException {
    try (var run = Runs.hostile(folder)) {
      Report report = Report.of(run, 1);
      assertGood(report);
      String html = own(report);
      // The page's own elements, and not one more.
      assertThat(Pattern.compile("<script").matcher(html).results()).hasSize(1);
      assertThat(Pattern.compile("</script").matcher(html).results()).hasSize(2);
      assertThat(html).doesNotContain("<img", "</title><script", "\u2028", "\u2029");
      assertThat(html).contains("&lt;script&gt;window.hacked=1&lt;/script&gt;");
    }
  }

  @Test
  void theLikelihoodIsNamedWhereTheTargetDoesNotSayIt() {
    var plain = Configuration.of(new int[] {2}, ChainPlan.of(2, 20, 1, 0));
    var classes = plain.withLikelihood(Likelihood.CATEGORICAL);
    assertThat(command(numbers(3), plain)).doesNotContain("--likelihood", "--target-scale");
    assertThat(command(numbers(2), plain)).contains(" --likelihood normal "); // 0 and 1
    assertThat(command(numbers(3), plain.withLikelihood(Likelihood.HETEROSCEDASTIC)))
        .contains(" --likelihood heteroscedastic ");
    assertThat(command(numbers(3, 1), plain.withTargetScale(TargetScale.LOG)))
        .contains(" --target-scale log ");
    assertThat(command(labels("a", "b", "c"), classes)).doesNotContain("--likelihood");
    assertThat(command(labels("0", "1"), classes)).doesNotContain("--likelihood");
    assertThat(command(labels("1", "2"), classes)).contains(" --likelihood categorical ");
    assertThat(command(labels("1", "2", "b"), classes)).doesNotContain("--likelihood");
  }

  private String command(Dataset data, Configuration configuration) {
    var study = Study.of(data, Split.shuffled(data.rows(), 0.25, 0), configuration);
    Path to = folder.resolve(String.valueOf(runs++));
    try (var run =
        RunStore.create(
            to,
            study,
            new Source(
                "d.csv",
                TableOptions.of("y", TargetType.AUTO, MissingCells.ERROR),
                0.25,
                null,
                null))) {
      return RepeatCommand.of(Mixture.of(run));
    }
  }

  private static Dataset numbers(int different) {
    return numbers(different, 0);
  }

  private static Dataset numbers(int different, double from) {
    double[][] x = new double[24][1];
    double[] y = new double[24];
    for (int i = 0; i < 24; i++) {
      x[i][0] = i;
      y[i] = from + i % different;
    }
    return Dataset.of(x, y);
  }

  private static Dataset labels(String... names) {
    double[][] x = IntStream.range(0, 24).mapToObj(i -> new double[] {i}).toArray(double[][]::new);
    List<String> of = IntStream.range(0, 24).mapToObj(i -> names[i % names.length]).toList();
    return Dataset.classes(List.of("a"), x, "kind", of);
  }

  /** Runs the command that the report prints, as far as the library can. */
  @Test
  void theCommandThatRepeatsARunNamesAllThatDeterminesIt() {
    var data = Dataset.of(List.of("a b", "c"), new double[20][2], "it's", new double[20]);
    for (int i = 0; i < 20; i++) {
      data.features()[0][i] = i;
      data.features()[1][i] = i % 3;
      data.target()[i] = i % 7;
    }
    var plan = ChainPlan.of(5, 70, 2, 9);
    var configuration = Configuration.of(new int[] {4, 2}, plan);
    var shuffled = Study.of(data, Split.shuffled(20, 0.25, 9), configuration);
    try (var run =
        RunStore.create(
            folder.resolve("a"),
            shuffled,
            new Source(
                "my data.csv",
                TableOptions.of("y", TargetType.AUTO, MissingCells.DROP),
                0.25,
                null,
                null))) {
      assertThat(RepeatCommand.of(Mixture.of(run)))
          .isEqualTo(
              "coset fit 'my data.csv' --target 'it'\\''s' --preset paper --hidden 4,2 --activation"
                  + " tanh --chains 5 --warmup 70 --draws 2 --sampler nuts --seed 9 --init uniform"
                  + " --precision single --standardise train --missing drop --test-fraction 0.25"
                  + " --out run");
    }
    int[] train = IntStream.range(0, 15).toArray();
    int[] test = IntStream.range(15, 20).toArray();
    var given = Study.of(data, new Split(train, test), configuration);
    try (var run =
        RunStore.create(
            folder.resolve("b"),
            given,
            new Source(
                "d.csv",
                TableOptions.of("y", TargetType.AUTO, MissingCells.ERROR),
                null,
                null,
                "my splits.json"))) {
      assertThat(RepeatCommand.of(Mixture.of(run))).contains("--split 'my splits.json'");
    }
    var demo = Study.of(Sinusoid.dataset(20, 0), Split.shuffled(20, 0.2, 0), configuration);
    try (var run = RunStore.create(folder.resolve("c"), demo, "y = sin(x) + N(0, 0.3)")) {
      assertThat(RepeatCommand.of(Mixture.of(run))).isEqualTo("coset demo");
    }
  }
}
