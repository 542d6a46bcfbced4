package dev.coset.sensitivity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.ChainPlan;
import dev.coset.data.Dataset;
import dev.coset.data.Datasets;
import dev.coset.data.MissingCells;
import dev.coset.data.Split;
import dev.coset.data.TargetType;
import dev.coset.model.ChainWeights;
import dev.coset.model.ChainWeights.Group;
import dev.coset.model.ColumnInputs;
import dev.coset.model.Configuration;
import dev.coset.model.Configuration.Standardise;
import dev.coset.model.Study;
import dev.coset.model.Weighting;
import dev.coset.posterior.Draws;
import dev.coset.sampler.NutsStatistics;
import dev.coset.sampler.WarmupSummary;
import dev.coset.store.Mixture;
import dev.coset.store.RunStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of linear networks, so that each draw's indices are known. */
class SensitivityTest {
  @TempDir Path folder;

  private static Study study() {
    double[][] x = new double[64][];
    double[] y = new double[64];
    for (int i = 0; i < 64; i++) {
      x[i] = new double[] {i, i * 19 % 64, i * 37 % 64};
      y[i] = i;
    }
    return Study.of(
        Dataset.of(x, y),
        Split.shuffled(64, 0.25, 0),
        Configuration.of(new int[0], ChainPlan.of(2, 20, 5, 0)));
  }

  /** Each chain's function depends on one column alone. */
  private RunStore run(String name, int... columnOfChain) {
    Study study = study();
    var run = RunStore.create(folder.resolve(name), study, "planted");
    var network = study.posterior().network();
    for (int chain = 0; chain < 2; chain++) {
      Draws draws = Draws.ofSize(5, study.posterior().dimension(), NutsStatistics.SCHEMA);
      for (int g = 0; g < 5; g++) {
        draws.chain()[g] = chain;
        int at = g * draws.dimension() + network.weight(1, 0, columnOfChain[chain]);
        draws.values()[at] = 1 + g;
      }
      var warmup = new WarmupSummary(0.1, new double[draws.dimension()], 1, 0);
      run.append(new ChainOutcome.Finished(chain, draws, warmup, 1, 0.1));
    }
    return run;
  }

  private static void check(Sensitivity sensitivity, double x1, double x2) {
    var total =
        sensitivity.columns().stream()
            .collect(Collectors.toMap(c -> c.column().name(), c -> c.total().mean()));
    assertThat(total.get("x1")).isCloseTo(x1, within(0.01));
    assertThat(total.get("x2")).isCloseTo(x2, within(0.01));
    assertThat(total.get("x3")).isZero();
    assertThat(sensitivity.columns().getLast().column().name()).isEqualTo("x3");
  }

  @Test
  void chainsCountAsTheyWeigh() {
    try (var run = run("run", 0, 1)) {
      check(Sensitivity.of(Mixture.of(run), 2), 0.5, 0.5);
      var weights =
          new ChainWeights(
              Weighting.STACKING,
              Weighting.STACKING,
              List.of(Group.of(List.of(0), 0.2), Group.of(List.of(1), 0.8)),
              "made up");
      check(Sensitivity.of(Mixture.of(run).withChains(part -> weights), 1), 0.2, 0.8);
    }
  }

  @Test
  void modelsCountAsTheyWeigh() {
    try (var one = run("one", 0, 0);
        var two = run("two", 1, 1)) {
      var equal = ChainWeights.asked(Weighting.EQUAL);
      var mixture =
          new Mixture(
              folder,
              List.of(
                  new Mixture.Part("one", one, 0.3, equal),
                  new Mixture.Part("two", two, 0.7, equal)),
              Optional.empty());
      var sensitivity = Sensitivity.of(mixture, 2);
      check(sensitivity, 0.3, 0.7);
      var second = sensitivity.columns().getFirst().total();
      assertThat(second.low()).isCloseTo(0, within(0.01)); // a third of the weight has none of it
      assertThat(second.high()).isCloseTo(1, within(0.01));
    }
  }

  /** With very many weights few columns are looked at, the one that matters among them. */
  @Test
  void ofVeryManyColumnsSomeAreLookedAt() {
    int columns = 6000;
    double[][] x = new double[16][columns];
    double[] y = new double[16];
    for (int i = 0; i < 16; i++) {
      for (int j = 0; j < columns; j++) {
        x[i][j] = i * (j % 16 + 1) % 17;
      }
      y[i] = i;
    }
    Study wide =
        Study.of(
            Dataset.of(x, y),
            Split.shuffled(16, 0.25, 0),
            Configuration.of(new int[] {16}, ChainPlan.of(1, 20, 1, 0)).with(Standardise.ALL));
    var network = wide.posterior().network();
    Draws draws = Draws.ofSize(1, wide.posterior().dimension(), NutsStatistics.SCHEMA);
    draws.values()[network.weight(1, 3, 4321)] = 0.5;
    draws.values()[network.weight(2, 0, 3)] = 1;
    var sensitivity = sensitivity(wide, draws);
    assertThat(sensitivity.all()).isEqualTo(columns);
    assertThat(sensitivity.columns()).hasSize(8);
    assertThat(sensitivity.columns().getFirst().column().name()).isEqualTo("x4322");
    assertThat(sensitivity.columns().getFirst().total().mean()).isCloseTo(1, within(0.01));
  }

  /** Of a run with one chain of these draws. */
  private Sensitivity sensitivity(Study study, Draws draws) {
    try (var run = RunStore.create(folder.resolve("planted"), study, "planted")) {
      var warmup = new WarmupSummary(0.1, new double[draws.dimension()], 1, 0);
      run.append(new ChainOutcome.Finished(0, draws, warmup, 1, 0.1));
      return Sensitivity.of(Mixture.of(run), 2);
    }
  }

  /** A linear function of the components nearest to one column depends on that column most. */
  @Test
  void networksOfComponentsDependOnColumns() {
    var random = new SplittableRandom(5);
    double[][] x = new double[16][200];
    double[] y = new double[16];
    for (int i = 0; i < 16; i++) {
      Arrays.setAll(x[i], j -> random.nextGaussian());
      y[i] = i;
    }
    Study wide =
        Study.of(
            Dataset.of(x, y),
            Split.shuffled(16, 0.25, 0),
            Configuration.of(new int[0], ChainPlan.of(1, 20, 1, 0)));
    double[][] axes = wide.scaling().components().axes();
    Draws draws = Draws.ofSize(1, wide.posterior().dimension(), NutsStatistics.SCHEMA);
    for (int c = 0; c < axes.length; c++) {
      draws.values()[wide.posterior().network().weight(1, 0, c)] = axes[c][123];
    }
    var sensitivity = sensitivity(wide, draws);
    assertThat(sensitivity.all()).isEqualTo(200);
    assertThat(sensitivity.columns()).hasSize(Sensitivity.MOST_COLUMNS);
    assertThat(sensitivity.columns().getFirst().column().name()).isEqualTo("x124");
    double[] weights = new double[200]; // of the columns, whose variances are 1
    for (double[] axis : axes) {
      Arrays.setAll(weights, k -> weights[k] + axis[123] * axis[k]);
    }
    double all = 0;
    for (var column : sensitivity.columns()) {
      double weight = weights[column.column().inputs()[0]];
      all += weight * weight;
    }
    double share = weights[123] * weights[123] / all;
    assertThat(sensitivity.columns().getFirst().total().mean()).isCloseTo(share, within(0.02));
  }

  @Test
  void aTextColumnIsOneColumn() throws IOException {
    String rows =
        IntStream.range(0, 60)
            .mapToObj(i -> "abc".charAt(i % 3) + "," + i * 7 % 11 + "," + i)
            .collect(Collectors.joining("\n"));
    Path file = Files.writeString(folder.resolve("text.csv"), "kind,size,y\n" + rows + "\n");
    var data = Datasets.fromCsv(file, "y", TargetType.NUMBER, MissingCells.ERROR);
    Study study =
        Study.of(
            data,
            Split.shuffled(60, 0.2, 0),
            Configuration.of(new int[] {2}, ChainPlan.of(1, 20, 1, 0)));
    List<ColumnInputs> columns = ColumnInputs.of(study);
    assertThat(columns).extracting(ColumnInputs::name).containsExactly("kind", "size");
    assertThat(columns.getFirst().inputs()).containsExactly(0, 1, 2);
    assertThat(columns.getLast().inputs()).containsExactly(3);
  }
}
