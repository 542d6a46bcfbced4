package dev.coset.report;

import static dev.coset.report.Pages.assertGood;
import static dev.coset.report.Pages.chart;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.data.Dataset;
import dev.coset.data.TargetScale;
import dev.coset.model.Study;
import dev.coset.posterior.Likelihood;
import dev.coset.report.chart.Mark;
import dev.coset.store.Mixture;
import dev.coset.store.RunStore;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several models are shown as the one prediction that they make. */
class MixtureReportTest {
  private static final double WEIGHT = 0.7; // of the second

  @TempDir Path folder;

  private Mixture mixture(RunStore a, RunStore b) {
    return new Mixture(
        folder,
        List.of(
            new Mixture.Part("a", a, 1 - WEIGHT, a.weights()),
            new Mixture.Part("b", b, WEIGHT, b.weights())),
        Optional.empty());
  }

  private static Study wider(Study study) {
    return study.with(study.configuration().withHidden(new int[] {5, 2}));
  }

  @ParameterizedTest
  @ValueSource(strings = {"numbers", "classes"})
  void dependenceIsOfAllModelsByTheirWeights(String kind) {
    Study study =
        kind.equals("numbers")
            ? Runs.study(60, 3, 0.25, 4, 2)
            : Runs.classes(60, 3, List.of("no", "yes"), 0.25, 4, 2);
    String line = kind.equals("numbers") ? "mean" : "yes";
    try (var a = Runs.run(folder.resolve("a"), study);
        var b = Runs.run(folder.resolve("b"), wider(study))) {
      Report both = Report.of(mixture(a, b), 2, part -> {});
      Report onlyA = Report.of(a, 2);
      Report onlyB = Report.of(b, 2);
      for (String column : List.of("x1", "x2", "x3")) {
        double[] of = line(both, column, line);
        double[] ofA = line(onlyA, column, line);
        double[] ofB = line(onlyB, column, line);
        for (int v = 0; v < of.length; v++) {
          assertThat(of[v]).isCloseTo((1 - WEIGHT) * ofA[v] + WEIGHT * ofB[v], within(1e-6));
        }
      }
      assertGood(both);
    }
  }

  /** Models of the logarithm are mixed there, whatever their noise. */
  @Test
  void modelsOfTheLogarithmAreShownTogether() {
    Study study = Runs.study(60, 3, 0.25, 4, 2);
    Dataset numbers = study.data();
    var positive =
        new Dataset(
            numbers.encoding(),
            numbers.features(),
            Arrays.stream(numbers.target()).map(Math::exp).toArray());
    var configuration = study.configuration().withTargetScale(TargetScale.LOG);
    Study normal = Study.of(positive, study.split(), configuration);
    Study student = normal.with(configuration.withLikelihood(Likelihood.STUDENT));
    try (var a = Runs.run(folder.resolve("a"), normal);
        var b = Runs.run(folder.resolve("b"), student)) {
      Report both = Report.of(mixture(a, b), 2, part -> {});
      for (double y : line(both, "x1", "mean")) {
        assertThat(y).isBetween(Double.MIN_NORMAL, Double.MAX_VALUE);
      }
      assertGood(both);
    }
  }

  private static double[] line(Report report, String column, String name) {
    return chart(report, "dependence").panels().stream()
        .filter(panel -> panel.title().equals(column))
        .flatMap(panel -> panel.marks().stream())
        .filter(mark -> mark instanceof Mark.Line && mark.name().equals(name))
        .map(mark -> ((Mark.Line) mark).y())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void sectionsOfOneModelSayWhichAndItsWeight() {
    Study study = Runs.study(60, 1, 0.25, 4, 2);
    try (var a = Runs.run(folder.resolve("a"), study);
        var b = Runs.run(folder.resolve("b"), wider(study))) {
      Report both = Report.of(mixture(a, b), 2, part -> {});
      assertThat(both.sections())
          .filteredOn(Section::advanced)
          .extracting(Section::title)
          .containsExactly(
              "Convergence of model b (weight 0.7)",
              "Modes of model b (weight 0.7)",
              "Sampler of model b (weight 0.7)",
              "Configuration of model b (weight 0.7)");
      assertThat(both.sections())
          .filteredOn(section -> !section.advanced())
          .noneMatch(section -> section.title().contains("model b"));
      assertGood(both);
      assertThat(Report.of(a, 2).sections()).noneMatch(s -> s.title().contains("weight"));
    }
  }
}
