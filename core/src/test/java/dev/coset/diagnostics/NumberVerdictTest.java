package dev.coset.diagnostics;

import static dev.coset.message.Said.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.chains.ChainPlan;
import dev.coset.data.Blocks;
import dev.coset.data.Dataset;
import dev.coset.data.Split;
import dev.coset.diagnostics.Finding.Severity;
import dev.coset.distribution.Predictive;
import dev.coset.model.Choice;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import dev.coset.posterior.Likelihood;
import dev.coset.predictive.PitCalibration;
import dev.coset.predictive.Scores;
import dev.coset.predictive.Slices;
import dev.coset.predictive.TestRows;
import dev.coset.store.Mixture;
import dev.coset.store.RunStore;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of made-up test rows, whose PIT values are known. */
class NumberVerdictTest {
  private static final int TABLES = 400;
  @TempDir Path folder;
  private final UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(31);

  private Study study(int rows) {
    double[][] x = new double[rows + 20][4];
    double[] y = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      Arrays.setAll(x[i], j -> random.nextDouble());
      y[i] = random.nextDouble() - 0.5;
    }
    return Study.of(
        Dataset.of(x, y),
        new Split(IntStream.range(rows, x.length).toArray(), IntStream.range(0, rows).toArray()),
        Configuration.of(new int[] {2}, ChainPlan.of(1, 20, 1, 0)));
  }

  private TestRows.OfNumbers rows(double[] pit, @Nullable Blocks blocks) {
    var scores = Scores.of(Predictive.of(new double[1][1], new double[] {1}), new double[1]);
    double[] mean = random.doubles(pit.length).toArray();
    if (blocks != null) {
      Arrays.setAll(mean, row -> mean[blocks.of()[row]]);
    }
    double[] noise = random.doubles(pit.length).toArray();
    double[] none = new double[pit.length];
    return new TestRows.OfNumbers(scores, none, mean, noise, none, pit, blocks);
  }

  private static List<Finding> findings(Mixture run, TestRows.OfNumbers rows) {
    return new NumberVerdict(run, rows, Slices.of(run.study(), rows)).findings();
  }

  private static boolean warns(List<Finding> findings) {
    return findings.stream().anyMatch(f -> f.severity() == Severity.WARNING);
  }

  /** Of all that is looked at together: curves, slices, outliers and trends. */
  private void assertFewAlarms(int rows, IntFunction<TestRows.OfNumbers> table) {
    try (var store = RunStore.create(folder.resolve("run" + rows), study(rows), "made up")) {
      var run = Mixture.of(store);
      long alarms =
          IntStream.range(0, TABLES).filter(t -> warns(findings(run, table.apply(t)))).count();
      assertThat(alarms)
          .isLessThanOrEqualTo(
              BinomialDistribution.of(TABLES, 0.02).inverseSurvivalProbability(1e-3));
    }
  }

  @Test
  void aCalibratedModelIsRarelyWarnedOf() {
    assertFewAlarms(60, t -> rows(random.doubles(60).toArray(), null));
    assertFewAlarms(400, t -> rows(random.doubles(400).toArray(), null));
  }

  /** All rows of a group have one error, and one prediction. */
  @Test
  void aCalibratedModelOfGroupedRowsIsRarelyWarnedOf() {
    var blocks = Blocks.groups(IntStream.range(0, 400).map(i -> i / 10).toArray());
    assertFewAlarms(
        400,
        t -> {
          double[] error = random.doubles(40).toArray();
          double[] pit = IntStream.range(0, 400).mapToDouble(i -> error[i / 10]).toArray();
          return rows(pit, blocks);
        });
  }

  /** The central half holds 63.6% of 250 rows: p = 2e-5 alone. */
  private TestRows.OfNumbers tooWideInTheMiddle() {
    double[] pit = new double[250];
    Arrays.setAll(
        pit,
        i -> {
          double u = random.nextDouble();
          return i < 159 ? 0.25 + u / 2 : u < 0.5 ? u / 2 : 0.5 + u / 2;
        });
    return rows(pit, null);
  }

  private static Finding calibration(Mixture run, TestRows.OfNumbers rows) {
    return findings(run, rows).stream()
        .filter(f -> f.about().equals("calibration"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theVerdictWarnsWhereTheCurveLeavesTheBand() {
    var rows = tooWideInTheMiddle();
    assertThat(PitCalibration.of(rows).coverage().outside()).isPositive();
    try (var store = RunStore.create(folder.resolve("wide"), study(250), "made up")) {
      Finding found = calibration(Mixture.of(store), rows);
      assertThat(found.severity()).isEqualTo(Severity.WARNING);
      assertThat(said(found.message()))
          .contains("% intervals hold", "more than chance allows", "wide");
    }
  }

  /** Neither a likelihood that the run has, nor one that lost against others on its data. */
  @Test
  void whatIsInForceIsNotAdvised() {
    var rows = tooWideInTheMiddle();
    var study = study(250);
    var varying = study.configuration().withLikelihood(Likelihood.HETEROSCEDASTIC);
    try (var one = RunStore.create(folder.resolve("one"), study, "made up");
        var other = RunStore.create(folder.resolve("other"), study.with(varying), "made up")) {
      var run = Mixture.of(one);
      var chosen = new Mixture(run.folder(), run.parts(), Optional.of(choice(study)));
      String advice = "Try --likelihood heteroscedastic.";
      assertThat(said(calibration(run, rows).message())).endsWith(advice);
      assertThat(said(calibration(chosen, rows).message())).doesNotContain("--");
      assertThat(said(calibration(Mixture.of(other), rows).message())).doesNotContain("--");
    }
  }

  private static Choice choice(Study study) {
    var model = Choice.Candidate.of("model", study.configuration());
    var budget = new Choice.Budget(1, 1, Choice.Chains.AS_ASKED);
    return new Choice(List.of(model), false, budget, "");
  }
}
