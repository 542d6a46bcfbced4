package dev.coset.baselines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.baselines.Baselines.Baseline;
import dev.coset.chains.ChainPlan;
import dev.coset.data.Dataset;
import dev.coset.data.Points;
import dev.coset.data.Split;
import dev.coset.data.Targets;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import dev.coset.posterior.Likelihood;
import dev.coset.predictive.Scores;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class BaselinesTest {
  private static final Configuration ANY =
      Configuration.of(new int[] {2}, ChainPlan.of(1, 20, 1, 0));

  private final UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(12);
  private final ZigguratSampler.NormalizedGaussian normal =
      ZigguratSampler.NormalizedGaussian.of(random);

  private static Scores scores(Study study, String name) {
    return Baselines.of(study, 2)
        .orElseThrow()
        .named(name)
        .map(b -> b.rows().scores())
        .orElseThrow();
  }

  private double[][] normals(int rows, int columns) {
    double[][] x = new double[rows][columns];
    for (double[] row : x) {
      Arrays.setAll(row, j -> normal.sample());
    }
    return x;
  }

  /** Noise of 0.5 about a line: nothing foretells better than {@code -log(0.5 sqrt(2 pi e))}. */
  @Test
  void aLinearModelReachesTheEntropyOfLinearData() {
    double[][] x = normals(3000, 4);
    double[] y =
        Arrays.stream(x).mapToDouble(r -> 3 + 2 * r[0] - r[1] + 0.5 * normal.sample()).toArray();
    Study study = Study.of(Dataset.of(x, y), Split.shuffled(3000, 0.5, 0), ANY);
    double sd = study.scaling().target().deviation();
    Scores linear = scores(study, Baselines.LINEAR);
    double best = -Math.log(0.5 * Math.sqrt(2 * Math.PI * Math.E));
    assertThat(linear.lppd() - Math.log(sd)).isCloseTo(best, within(4 * linear.lppdSe()));
    assertThat(linear.regression().rmse() * sd).isCloseTo(0.5, within(0.03));
    assertThat(linear.regression().coverage(0.9)).isCloseTo(0.9, within(0.03));
    assertThat(scores(study, Baselines.NEAREST).lppd()).isLessThan(linear.lppd());
  }

  @Test
  void theConstantIsTheNormalOfTheTrainingTargets() {
    double[][] x = normals(1000, 1);
    double[] y = Arrays.stream(x).mapToDouble(r -> normal.sample()).toArray();
    Study study = Study.of(Dataset.of(x, y), Split.shuffled(1000, 0.5, 0), ANY);
    double[] test = study.test().y().values();
    double n = study.posterior().data().count(); // whose targets have mean 0 and variance 1
    double variance = n / (n - 1) * (1 + 1 / n);
    double expected =
        Arrays.stream(test)
            .map(v -> -0.5 * Math.log(2 * Math.PI * variance) - v * v / (2 * variance))
            .average()
            .orElseThrow();
    assertThat(scores(study, Baselines.CONSTANT).lppd()).isCloseTo(expected, within(1e-9));
  }

  @Test
  void nearestRowsSeeAStepThatALineDoesNot() {
    double[][] x = normals(1000, 2);
    double[] y =
        Arrays.stream(x)
            .mapToDouble(r -> (r[0] * r[1] > 0 ? 1 : -1) + 0.1 * normal.sample())
            .toArray();
    Study study = Study.of(Dataset.of(x, y), Split.shuffled(1000, 0.5, 0), ANY);
    assertThat(scores(study, Baselines.NEAREST).regression().rmse())
        .isLessThan(0.5 * scores(study, Baselines.LINEAR).regression().rmse());
  }

  /** Two normals of one covariance, 2 apart: Bayes' rule is right with probability Phi(1). */
  @Test
  void theDiscriminantIsAsRightAsBayesRule() {
    double[][] x = normals(4000, 3);
    List<String> labels = new ArrayList<>();
    for (double[] row : x) {
      boolean second = random.nextBoolean();
      labels.add(second ? "b" : "a");
      row[1] = 0.3 * row[1] + (second ? 0.6 : 0);
    }
    Dataset data = Dataset.classes(List.of("u", "v", "w"), x, "kind", labels);
    Study study =
        Study.of(data, Split.shuffled(4000, 0.5, 0), ANY.withLikelihood(Likelihood.CATEGORICAL));
    Scores linear = scores(study, Baselines.LINEAR);
    double se = Math.sqrt(0.841 * 0.159 / 2000);
    assertThat(linear.classification().accuracy()).isCloseTo(0.8413, within(4 * se));
    assertThat(linear.lppd()).isGreaterThan(scores(study, Baselines.CONSTANT).lppd() + 0.2);
    assertThat(scores(study, Baselines.CONSTANT).lppd()).isCloseTo(-Math.log(2), within(0.01));
  }

  /** Rows and columns have no order, and threads do not count. */
  @Test
  void theOrderOfRowsAndColumnsDoesNotMatter() {
    double[][] x = normals(60, 3);
    double[] y = Arrays.stream(x).mapToDouble(r -> r[0] + normal.sample()).toArray();
    int[] rows = IntStream.range(0, 60).map(i -> i * 7 % 60).toArray();
    double[][] columns = transposed(x);
    double[][] shuffled = {pick(columns[2], rows), pick(columns[0], rows), pick(columns[1], rows)};
    double[][] at = transposed(normals(9, 3));
    for (int model = 0; model < 2; model++) {
      var points = new Points(columns, Targets.numbers(y));
      var other = new Points(shuffled, Targets.numbers(pick(y, rows)));
      Model one = model == 0 ? Ridge.of(points) : NearestRows.of(points, 1);
      Model same = model == 0 ? Ridge.of(other) : NearestRows.of(other, 3);
      double[][] moved = {at[2], at[0], at[1]};
      for (int i = 0; i < 9; i++) {
        assertThat(same.at(moved).number(i).mean())
            .isCloseTo(one.at(at).number(i).mean(), within(1e-9));
        assertThat(same.at(moved).number(i).sd())
            .isCloseTo(one.at(at).number(i).sd(), within(1e-9));
      }
    }
  }

  @Test
  void moreInputsThanRowsAreNoTrouble() {
    double[][] x = normals(30, 80);
    double[] y = Arrays.stream(x).mapToDouble(r -> r[0] + 0.1 * normal.sample()).toArray();
    Study study = Study.of(Dataset.of(x, y), Split.shuffled(30, 0.5, 0), ANY);
    for (Baseline baseline : Baselines.of(study, 1).orElseThrow().all()) {
      assertThat(baseline.rows().scores().lppd()).as(baseline.name()).isFinite();
    }
  }

  private static double[][] transposed(double[][] x) {
    return IntStream.range(0, x[0].length)
        .mapToObj(j -> Arrays.stream(x).mapToDouble(row -> row[j]).toArray())
        .toArray(double[][]::new);
  }

  private static double[] pick(double[] values, int[] which) {
    return Arrays.stream(which).mapToDouble(i -> values[i]).toArray();
  }

  @Test
  void targetsThatAreAllOneHaveALittleSpread() {
    var said = Constant.of(new Points(new double[][] {{1, 2, 3}}, new double[] {5, 5, 5}).y());
    assertThat(said.at(new double[][] {{0}}).number(0).sd()).isBetween(1e-7, 1e-5);
  }
}
