package dev.coset.diagnostics;

import static dev.coset.message.Said.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.chains.ChainPlan;
import dev.coset.chains.Engine;
import dev.coset.data.Dataset;
import dev.coset.data.Split;
import dev.coset.data.TargetScale;
import dev.coset.diagnostics.Finding.Severity;
import dev.coset.model.Choice;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import dev.coset.posterior.Likelihood;
import dev.coset.predictive.TestRows;
import dev.coset.sampler.SamplerMonitor;
import dev.coset.statistics.Weighted;
import dev.coset.store.MissingChains;
import dev.coset.store.Mixture;
import dev.coset.store.RunStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Data made to provoke one fault each: the advice is the right one, and to follow it helps. */
class VerdictTest {
  private static final List<String> ON_TEST_ROWS =
      List.of("calibration", "worst slice", "outliers", "noise", "baselines");
  private static final Configuration SMALL =
      Configuration.of(new int[] {5}, ChainPlan.of(6, 400, 4, 0));

  @TempDir Path folder;

  private final UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(21);
  private final ZigguratSampler.NormalizedGaussian normal =
      ZigguratSampler.NormalizedGaussian.of(random);

  private Dataset data(int rows, ToDoubleFunction<double[]> target) {
    double[][] x = new double[rows][];
    double[] y = new double[rows];
    for (int i = 0; i < rows; i++) {
      x[i] = new double[] {4 * random.nextDouble() - 2, normal.sample()};
      y[i] = target.applyAsDouble(x[i]);
    }
    return Dataset.of(x, y);
  }

  /** What is said of the test rows and is not well. */
  private List<Finding> faults(Dataset data, double testFraction, Configuration configuration) {
    return faults(data, testFraction, configuration, false);
  }

  private List<Finding> faults(
      Dataset data, double testFraction, Configuration configuration, boolean chosen) {
    return fitted(
        data,
        testFraction,
        configuration,
        one -> {
          var mixture =
              chosen
                  ? new Mixture(one.folder(), one.parts(), Optional.of(only(configuration)))
                  : one;
          return Assessment.of(mixture, 2).verdict().findings().stream()
              .filter(f -> ON_TEST_ROWS.contains(f.about()) && f.severity() != Severity.OK)
              .toList();
        });
  }

  private <T> T fitted(
      Dataset data, double testFraction, Configuration configuration, Function<Mixture, T> use) {
    var study = Study.of(data, Split.shuffled(data.rows(), testFraction, 0), configuration);
    Path place =
        folder.resolve(
            data.features().length + configuration.likelihood() + configuration.targetScale());
    try (var run = RunStore.create(place, study, "made up")) {
      MissingChains.sample(run, Engine.local(2), SamplerMonitor.NONE);
      return use.apply(Mixture.of(run));
    }
  }

  private static Choice only(Configuration model) {
    var budget = new Choice.Budget(1, 1, Choice.Chains.AS_ASKED);
    return new Choice(List.of(Choice.Candidate.of("model", model)), false, budget, "");
  }

  private static List<String> sentences(List<Finding> findings) {
    return findings.stream().map(finding -> said(finding.message())).toList();
  }

  @Test
  void ofASoundModelNothingIsSaid() {
    assertThat(faults(data(500, x -> Math.sin(2 * x[0]) + 0.3 * normal.sample()), 0.5, SMALL))
        .isEmpty();
  }

  @Test
  void aSkewedTargetWantsItsLogarithm() {
    Dataset data = data(500, x -> Math.exp(1 + 0.8 * x[0] + 0.5 * normal.sample()));
    assertThat(sentences(faults(data, 0.5, SMALL)))
        .anyMatch(s -> s.contains("Try --target-scale log"));
    assertThat(faults(data, 0.5, SMALL.withTargetScale(TargetScale.LOG)))
        .noneMatch(f -> f.severity() == Severity.WARNING);
  }

  @Test
  void noiseThatGrowsWithXWantsAHeteroscedasticLikelihood() {
    Dataset data = data(500, x -> Math.sin(2 * x[0]) + (0.05 + 0.3 * (x[0] + 2)) * normal.sample());
    assertThat(sentences(faults(data, 0.5, SMALL)))
        .anyMatch(s -> s.contains("the largest x1") && s.contains("--likelihood heteroscedastic"))
        .noneMatch(s -> s.contains("--target-scale"));
    assertThat(faults(data, 0.5, SMALL.withLikelihood(Likelihood.HETEROSCEDASTIC)))
        .noneMatch(f -> f.severity() == Severity.WARNING);
  }

  /** Quarters of so few rows hold what chance allows; all of them together tell. */
  @Test
  void noiseThatGrowsShowsInFewRowsToo() {
    Dataset data = data(200, x -> Math.sin(2 * x[0]) + (0.05 + 0.2 * (x[0] + 2)) * normal.sample());
    assertThat(sentences(faults(data, 0.4, SMALL)))
        .singleElement()
        .asString()
        .contains("where x1 is large", "Try --likelihood heteroscedastic");
  }

  /** What the data themselves say, and the mean log density of test rows. */
  private double onData(
      Dataset data, double testFraction, Configuration configuration, List<String> said) {
    return fitted(
        data,
        testFraction,
        configuration,
        mixture -> {
          said.addAll(sentences(DataVerdict.findings(mixture)));
          return Weighted.mean(TestRows.of(mixture, 2).orElseThrow().logDensity(), null);
        });
  }

  @Test
  void moreFeaturesThanRowsAreNamed() {
    double[][] wide = new double[240][60];
    double[] y = new double[wide.length];
    for (int i = 0; i < y.length; i++) {
      Arrays.setAll(wide[i], j -> normal.sample());
      y[i] = wide[i][0] + 0.3 * normal.sample();
    }
    double[][] narrow =
        Arrays.stream(wide).map(row -> Arrays.copyOf(row, 2)).toArray(double[][]::new);
    List<String> ofAll = new ArrayList<>();
    double all = onData(Dataset.of(wide, y), 0.8, SMALL, ofAll);
    assertThat(ofAll)
        .anyMatch(
            s ->
                s.contains("60 features, more than the 48 training rows")
                    && s.contains("--features"));
    List<String> ofSome = new ArrayList<>();
    double some = onData(Dataset.of(narrow, y), 0.8, SMALL, ofSome);
    assertThat(ofSome).noneMatch(s -> s.contains("--features"));
    assertThat(some).as("to follow it helps").isGreaterThan(all + 0.3);
  }

  /** Most are 0: noise that depends on the columns may vanish there, one noise level may not. */
  @Test
  void aTargetThatIsMostlyOneValueIsNamedWhereItsDensityHasNoBound() {
    Dataset data = data(300, x -> x[0] < 0.5 ? 0 : Math.abs(normal.sample()));
    List<String> said = new ArrayList<>();
    double varying = onData(data, 0.4, SMALL.withLikelihood(Likelihood.HETEROSCEDASTIC), said);
    assertThat(said).anyMatch(s -> s.contains("have the same target") && s.contains("CRPS"));
    List<String> ofOneLevel = new ArrayList<>();
    double level = onData(data, 0.4, SMALL, ofOneLevel);
    assertThat(ofOneLevel).noneMatch(s -> s.contains("have the same target"));
    assertThat(varying).isGreaterThan(level + 0.5);
  }

  @Test
  void outliersAreNamedByTheirRows() {
    Dataset clean = data(500, x -> Math.sin(2 * x[0]) + 0.2 * normal.sample());
    for (int row = 0; row < 500; row += 50) {
      clean.target()[row] += row % 100 == 0 ? 6 : -6;
    }
    var split = Split.shuffled(500, 0.5, 0);
    var named = Arrays.stream(split.test()).filter(row -> row % 50 == 0).sorted().toArray();
    String said =
        sentences(faults(clean, 0.5, SMALL)).stream()
            .filter(s -> s.contains("Correct or remove them"))
            .findFirst()
            .orElseThrow();
    for (int row : Arrays.stream(named).limit(2).toArray()) {
      assertThat(said).contains(String.valueOf(row + 1));
    }
  }

  @Test
  void tooWideANetworkIsToldByALinearModel() {
    Dataset data = data(300, x -> x[0] + 0.5 * normal.sample());
    var wide = Configuration.of(new int[] {48}, ChainPlan.of(4, 80, 2, 0));
    assertThat(sentences(faults(data, 0.9, wide)))
        .anyMatch(s -> s.startsWith("A linear model") && s.contains("Try --hidden auto"))
        .noneMatch(s -> s.contains("heteroscedastic") || s.contains("--target-scale"));
  }

  /** Chains that have hardly begun, so that least squares are better than they are. */
  @Test
  void aLinearModelIsNotToBecomeOne() {
    Dataset data = data(300, x -> x[0] + 0.5 * normal.sample());
    var line = Configuration.of(new int[0], ChainPlan.of(2, 1, 1, 0));
    for (boolean chosen : new boolean[] {false, true}) {
      assertThat(sentences(faults(data, 0.5, line, chosen)))
          .anyMatch(
              s -> s.startsWith("A linear model") && s.contains("This run's model is linear, too"))
          .noneMatch(s -> s.contains("--hidden"));
    }
  }

  /** The rule for short runs, and the count of what the headline announces. */
  @ParameterizedTest
  @CsvSource({"2, 5, true", "1, 1, true", "3, 19, true", "4, 5, false", "2, 20, false"})
  void tooFewDrawsAreAProblem(int chains, int draws, boolean few) {
    Dataset data = data(120, x -> x[0] + 0.5 * normal.sample());
    var configuration = Configuration.of(new int[] {2}, ChainPlan.of(chains, 60, draws, 0));
    fitted(
        data,
        0.5,
        configuration,
        run -> {
          var verdict = Assessment.of(run, 2).verdict();
          assertThat(
                  verdict.findings().stream()
                      .anyMatch(
                          f ->
                              f.severity() == Severity.WARNING
                                  && said(f.message()).contains("too few to judge")
                                  && said(f.message())
                                      .contains("Rerun with --chains 4 and --draws 20.")))
              .isEqualTo(few);
          assertThat(chains < 4 && says(verdict, "have settled:")).isFalse();
          assertThat(verdict.headline()).startsWith(announced(verdict.findings()));
          return verdict;
        });
  }

  private static boolean says(Verdict verdict, String words) {
    return sentences(verdict.findings()).stream().anyMatch(s -> s.contains(words));
  }

  private static String announced(List<Finding> findings) {
    long problems = findings.stream().filter(f -> f.severity() == Severity.WARNING).count();
    long notes = findings.stream().filter(f -> f.severity() == Severity.NOTE).count();
    String found =
        switch ((int) problems) {
          case 0 -> "No problems found";
          case 1 -> "1 problem found";
          default -> problems + " problems found";
        };
    return notes == 0
        ? found + "."
        : found + ", and " + notes + (notes == 1 ? " note." : " notes.");
  }

  @Test
  void aModelThatTheDataChoseIsNotToBeChosenByThem() {
    Dataset data = data(300, x -> x[0] + 0.5 * normal.sample());
    var wide = Configuration.of(new int[] {48}, ChainPlan.of(4, 80, 2, 0));
    assertThat(sentences(faults(data, 0.9, wide, true)))
        .anyMatch(s -> s.startsWith("A linear model") && s.contains("coset cross-validate"))
        .noneMatch(s -> s.contains("--hidden auto"));
  }
}
