package dev.coset.report;

import static dev.coset.report.Pages.assertGood;
import static dev.coset.report.Pages.chart;
import static dev.coset.report.Pages.ids;
import static dev.coset.report.Pages.own;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.data.Dataset;
import dev.coset.data.Split;
import dev.coset.diagnostics.Assessment;
import dev.coset.diagnostics.Finding;
import dev.coset.model.Study;
import dev.coset.predictive.ClassificationScores;
import dev.coset.predictive.Scores;
import dev.coset.predictive.Scoring;
import dev.coset.report.chart.Mark;
import dev.coset.report.chart.Numbers;
import dev.coset.store.Mixture;
import dev.coset.store.RunStore;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The report of a run whose target is a class. */
class ClassReportTest {
  private static final List<String> TWO = List.of("no", "yes");
  private static final List<String> THREE = List.of("a", "b", "c");

  @TempDir Path folder;

  private Report report(Study study) {
    try (var run = Runs.run(folder.resolve("run"), study)) {
      return Report.of(run, 2);
    }
  }

  @Test
  void alongOneFeatureOfTwoClassesTheSecondIsShownWithItsRows() {
    Study study = Runs.classes(80, 1, TWO, 0.25, 8, 1);
    Report report = report(study);
    assertThat(ids(report))
        .contains("probabilities", "mode-functions", "reliability", "roc", "lppd")
        .doesNotContain("predictive", "pit", "coverage", "sharpness", "observed", "noise");
    var panels = chart(report, "probabilities").panels();
    assertThat(panels).hasSize(1);
    assertThat(panels.getFirst().y().label()).isEqualTo("probability of yes");
    Mark training =
        panels.getFirst().marks().stream()
            .filter(m -> m.name().equals("training rows"))
            .findFirst()
            .orElseThrow();
    assertThat(training.ys().toArray()).isEqualTo(study.posterior().data().y().values());
    assertGood(report);
  }

  @Test
  void probabilitiesOfAllClassesSumToOne() {
    Report along = report(Runs.classes(80, 1, THREE, 0.25, 6, 2));
    assertSumToOne(
        chart(along, "probabilities").panels().stream().flatMap(p -> p.marks().stream()).toList());
    assertGood(along);
    folder = folder.resolve("more");
    Report report = report(Runs.classes(80, 3, THREE, 0.25, 6, 2));
    assertThat(ids(report)).contains("dependence", "reliability").doesNotContain("observed");
    chart(report, "dependence").panels().forEach(panel -> assertSumToOne(panel.marks()));
    assertThat(own(report)).contains("Rows with the largest model uncertainty", "Confusion matrix");
    var ofModes = chart(report, "mode-functions").panels().getFirst();
    assertThat(ofModes.y().label()).startsWith("probability of ");
    assertThat(ofModes.marks().getFirst().ys().filter(Double::isFinite))
        .isNotEmpty()
        .allMatch(p -> p >= 0 && p <= 1);
    assertGood(report);
  }

  private static void assertSumToOne(List<Mark> marks) {
    List<Mark.Line> lines =
        marks.stream().filter(Mark.Line.class::isInstance).map(Mark.Line.class::cast).toList();
    assertThat(lines).hasSize(3);
    for (int i = 0; i < lines.getFirst().x().length; i++) {
      int point = i;
      assertThat(lines.stream().mapToDouble(l -> l.y()[point]).sum()).isCloseTo(1, within(1e-9));
    }
  }

  @Test
  void ofManyClassesTheMostFrequentAreShown() {
    var names = IntStream.range(0, 6).mapToObj(k -> "class " + k).toList();
    Study study = Runs.classes(120, 2, names, 0.25, 4, 1);
    Report report = report(study);
    assertThat(chart(report, "dependence").meaning()).contains("4 most frequent of 6 classes");
    var shown =
        chart(report, "dependence").panels().getFirst().marks().stream()
            .filter(mark -> !(mark instanceof Mark.Rug))
            .map(Mark::name)
            .filter(name -> !name.isEmpty())
            .toList();
    double[] share = study.posterior().data().y().shares();
    double[] ofShown = shown.stream().mapToDouble(name -> share[names.indexOf(name)]).toArray();
    double[] sorted = share.clone();
    Arrays.sort(sorted);
    Arrays.sort(ofShown);
    assertThat(ofShown).isEqualTo(Arrays.copyOfRange(sorted, 2, 6));
    assertGood(report);
  }

  @Test
  void theNumbersAreThoseOfTheScores() {
    Study study = Runs.classes(80, 2, TWO, 0.25, 6, 2);
    try (var run = Runs.run(folder.resolve("run"), study)) {
      Scores scores = Scoring.ofTestRows(run, 1).orElseThrow();
      ClassificationScores classes = scores.classification();
      Report report = Report.of(run, 1);
      assertThat(facts(report))
          .contains(
              Numbers.percent(classes.accuracy()),
              Numbers.percent(classes.reliability().calibrationError()));
      assertThat(own(report)).contains("log loss " + Numbers.text(-scores.lppd()));
      assertThat(chart(report, "roc").meaning())
          .contains(Numbers.text(classes.auroc().orElseThrow()));
      assertThat(own(report))
          .contains("the most frequent class alone: " + Numbers.percent(classes.majority()));
      var rows = (Mark.Bars) chart(report, "reliability").panels().get(1).marks().getFirst();
      assertThat(rows.height()).isEqualTo(classes.reliability().points());
      var threshold = blocks(report, "threshold", Block.Threshold.class).getFirst();
      assertThat(threshold.classes()).isEqualTo(TWO);
      int half = ThresholdSection.STEPS / 2;
      assertThat(threshold.positives().get(half).doubleValue())
          .isEqualTo(classes.confusion()[1][1]);
      assertThat(threshold.negatives().get(half).doubleValue())
          .isEqualTo(classes.confusion()[0][1]);
      assertThat(
              threshold.positives().getFirst().intValue()
                  + threshold.negatives().getFirst().intValue())
          .isEqualTo(study.test().count());
    }
  }

  private static List<String> facts(Report report) {
    return blocks(report, "verdict", Block.Facts.class).getFirst().facts().stream()
        .map(Block.Fact::value)
        .toList();
  }

  private static Block.Table table(Report report, String section) {
    return blocks(report, section, Block.Table.class).getFirst();
  }

  private static <T extends Block> List<T> blocks(Report report, String section, Class<T> kind) {
    return report.sections().stream()
        .filter(s -> s.id().equals(section))
        .flatMap(s -> s.blocks().stream())
        .filter(kind::isInstance)
        .map(kind::cast)
        .toList();
  }

  @Test
  void theMostUncertainRowsAreOrderedByMutualInformation() {
    Study study = Runs.classes(80, 2, THREE, 0.25, 6, 2);
    try (var run = Runs.run(folder.resolve("run"), study)) {
      var table = blocks(Report.of(run, 1), "predictions", Block.Rows.class).getFirst().table();
      var predictive = study.posterior().predictive(run.draws(), study.test().x(), 1);
      List<String> expected =
          IntStream.range(0, study.test().count())
              .mapToObj(predictive::classes)
              .sorted(Comparator.comparing(c -> -c.mutualInformation()))
              .limit(10)
              .map(c -> Numbers.percent(c.mutualInformation() / c.entropy()))
              .toList();
      assertThat(table.rows().stream().map(row -> row.get(4))).isEqualTo(expected);
    }
  }

  @Test
  void classesAndNumbersAreSpokenOfInTheirOwnWords() {
    String classes = own(report(Runs.classes(80, 2, TWO, 0.25, 30, 1)));
    assertThat(classes).doesNotContainIgnoringCase("RMSE", "noise", "coverage", "90% interval");
    folder = folder.resolve("numbers");
    String numbers = own(report(Runs.study(80, 2, 0.25, 30, 1)));
    assertThat(numbers)
        .doesNotContainIgnoringCase("AUROC", "log loss", "confusion", "reliability", "entropy");
  }

  @Test
  void anyNumberOfThreadsGivesTheSameBytes() {
    try (var run = Runs.run(folder.resolve("run"), Runs.classes(60, 2, THREE, 0.25, 6, 1))) {
      String html = Report.of(run, 1).html();
      assertThat(Report.of(run, 3).html()).isEqualTo(html);
      try (var again = RunStore.read(run.folder())) {
        assertThat(Report.of(again, 2).html()).isEqualTo(html);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 8})
  void hostileNamesOfClassesAreText(int classes) {
    List<String> names = Runs.HOSTILE.subList(0, classes);
    Report report = report(Runs.classes(100, classes == 2 ? 1 : 2, names, 0.3, 5, 2));
    assertGood(report);
    String html = own(report);
    // The page's own elements, and not one more.
    assertThat(Pattern.compile("<script").matcher(html).results()).hasSize(1);
    assertThat(Pattern.compile("</script").matcher(html).results()).hasSize(2);
    assertThat(html).doesNotContain("<img", "\u2028", "\u2029");
    assertThat(html).contains("&lt;script&gt;window.hacked=1&lt;/script&gt;");
  }

  @Test
  void withoutTestRowsTrainingRowsAreShown() {
    Report report = report(Runs.classes(40, 2, THREE, 0, 4, 1));
    assertThat(ids(report)).contains("dependence").doesNotContain("reliability", "lppd");
    assertThat(own(report)).contains("kept no rows for testing", "like these training rows");
    assertGood(report);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void aClassMayBeMissingInTheTestRows(int classes) {
    Dataset data = Runs.labelled(60, 2, THREE.subList(0, classes));
    int[] test = IntStream.range(0, 60).filter(i -> data.target()[i] == 0).limit(10).toArray();
    var isTest = Arrays.stream(test).boxed().toList();
    int[] train = IntStream.range(0, 60).filter(i -> !isTest.contains(i)).toArray();
    var configuration = Runs.study(data, 0.2, 4, 1).configuration();
    Report report = report(Study.of(data, new Split(train, test), configuration));
    assertThat(own(report)).doesNotContain("AUROC");
    assertThat(table(report, "calibration").rows()).hasSize(classes);
    assertGood(report);
  }

  @Test
  void predictionsNoBetterThanTheMostFrequentClassAreAWarning() {
    var labels = IntStream.range(0, 320).mapToObj(i -> i % 4 == 0 ? "a" : "b").toList();
    double[][] x = IntStream.range(0, 320).mapToObj(i -> new double[] {i}).toArray(double[][]::new);
    var study = Runs.study(Dataset.classes(List.of("x"), x, "kind", labels), 0.5, 3, 1);
    try (var run = RunStore.create(folder.resolve("run"), study, "x")) {
      for (int c = 0; c < 3; c++) {
        var chain = Runs.chain(study, c, 1, 0);
        Arrays.fill(chain.draws().values(), 0);
        run.append(chain);
      }
      assertThat(Assessment.of(Mixture.of(run), 1).verdict().findings())
          .filteredOn(f -> f.about().equals("baselines"))
          .singleElement()
          .matches(f -> f.severity() == Finding.Severity.WARNING)
          .matches(f -> OptionText.of(f).startsWith("A constant prediction"));
      assertGood(Report.of(run, 1));
    }
  }
}
