package dev.coset.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.compression.Compression;
import dev.coset.data.InputException;
import dev.coset.data.Repeated;
import dev.coset.data.Table;
import dev.coset.data.TargetType;
import dev.coset.distribution.PredictiveDistribution;
import dev.coset.posterior.Draws;
import dev.coset.predictive.Scores;
import dev.coset.predictive.Scoring;
import dev.coset.store.CompressedRun;
import dev.coset.store.Mixture;
import dev.coset.store.RunStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WeightedFitTest {
  private static final int ROWS = 60;
  private static final List<Map<String, Integer>> PROBES =
      List.of(Map.of("a", 2, "b", 1), Map.of("a", 14, "b", 3), Map.of("a", 27, "b", 0));

  @TempDir Path folder;

  private Table table(int[] rows, boolean classes, double @Nullable [] weights) {
    Map<String, List<Object>> columns = new LinkedHashMap<>();
    for (String name : List.of("a", "b", "y", "w")) {
      columns.put(name, new ArrayList<>());
    }
    for (int i : rows) {
      var random = RandomSource.XO_SHI_RO_256_PP.create(i);
      boolean counted = weights == null || weights[i] > 0;
      double a = i * 13 % 29;
      columns.get("a").add(counted ? a : "anything");
      columns.get("b").add(i % 4);
      double y = 0.3 * a + i % 4 + 6 * random.nextDouble();
      columns.get("y").add(classes ? y > 8 ? "high" : "low" : y);
      columns.get("w").add(weights == null ? 1 : weights[i]);
    }
    return Table.read(file(columns));
  }

  private Path file(Map<String, List<Object>> columns) {
    var text = new StringBuilder(String.join(",", columns.keySet())).append('\n');
    for (int i = 0; i < columns.get("y").size(); i++) {
      int row = i;
      text.append(
              String.join(
                  ",", columns.values().stream().map(c -> String.valueOf(c.get(row))).toList()))
          .append('\n');
    }
    try {
      return Files.writeString(Files.createTempDirectory(folder, "data").resolve("data.csv"), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Fit quick(Table table) {
    return Fit.of(table, "y").hidden(4).chains(3).warmup(200).draws(5).seed(3).threads(2);
  }

  private Draws draws(Fit fit, String name) {
    Path place = folder.resolve(name);
    fit.run(place).close();
    try (var run = RunStore.open(place)) {
      return run.draws();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void rowsOfWeightZeroChangeNoBit(boolean classes) throws IOException {
    double[] weights = Repeated.weights(ROWS, 0, 4);
    int[] counted = IntStream.range(0, ROWS).filter(i -> weights[i] > 0).toArray();
    int[] all = IntStream.range(0, ROWS).toArray();
    Draws whole = draws(quick(table(all, classes, weights)).rowWeight("w"), "whole");
    Draws without = draws(quick(table(counted, classes, weights)).rowWeight("w"), "without");
    assertThat(whole.values()).isEqualTo(without.values());
    for (String file : List.of("data.bin", "manifest.json")) {
      assertThat(Files.readAllBytes(folder.resolve("whole").resolve(file)))
          .isEqualTo(Files.readAllBytes(folder.resolve("without").resolve(file)));
    }
  }

  @Test
  void rowsOfWeightZeroChangeNoBitWhereModelsAreChosen() {
    double[] weights = Repeated.weights(ROWS, 0, 4);
    int[] counted = IntStream.range(0, ROWS).filter(i -> weights[i] > 0).toArray();
    int[] all = IntStream.range(0, ROWS).toArray();
    Model whole =
        Fit.of(table(all, false, weights), "y").rowWeight("w").coreSeconds(1, 1).seed(3).run();
    Model without =
        Fit.of(table(counted, false, weights), "y").rowWeight("w").coreSeconds(1, 1).seed(3).run();
    for (Map<String, Integer> probe : PROBES) {
      assertThat(whole.number(probe).mean()).isEqualTo(without.number(probe).mean());
      assertThat(whole.number(probe).sd()).isEqualTo(without.number(probe).sd());
    }
  }

  @Test
  void weightsOfOneChangeNoBit() {
    int[] all = IntStream.range(0, ROWS).toArray();
    Draws ones = draws(quick(table(all, false, null)).rowWeight("w"), "ones");
    Draws none = draws(quick(table(all, false, null)).ignore("w"), "none");
    assertThat(ones.values()).isEqualTo(none.values());
  }

  /** By means of chains, which are independent. */
  @ParameterizedTest
  @CsvSource({"normal, false", "heteroscedastic, false", "categorical, true"})
  void predictionsAreThoseOfRepeatedRows(String likelihood, boolean classes) {
    double[] weights = Repeated.weights(ROWS, 0, 4);
    int[] all = IntStream.range(0, ROWS).toArray();
    double[][] weighted = byChain(table(all, classes, weights), likelihood, true, "weighted");
    double[][] repeated =
        byChain(table(Repeated.rows(weights), classes, null), likelihood, false, "repeated");
    double[][] plain =
        byChain(
            table(Arrays.stream(all).filter(i -> weights[i] > 0).toArray(), classes, null),
            likelihood,
            false,
            "plain");
    double bound = NormalDistribution.of(0, 1).inverseSurvivalProbability(1e-4 / weighted.length);
    boolean different = false;
    for (int k = 0; k < weighted.length; k++) {
      assertThat(Math.abs(z(weighted[k], repeated[k]))).as("estimate %d", k).isLessThan(bound);
      different |= Math.abs(z(weighted[k], plain[k])) > 2 * bound;
    }
    assertThat(different).as("weights matter").isTrue();
  }

  private static double z(double[] a, double[] b) {
    double[] ofA = meanAndSquare(a);
    double[] ofB = meanAndSquare(b);
    return (ofA[0] - ofB[0]) / Math.sqrt(ofA[1] + ofB[1]);
  }

  private static double[] meanAndSquare(double[] values) {
    double mean = Arrays.stream(values).average().orElseThrow();
    double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
    return new double[] {mean, squares / (values.length - 1) / values.length};
  }

  /** (estimate, chain): mean and variance of the prediction at each probe, by each chain alone. */
  private double[][] byChain(Table table, String likelihood, boolean weighted, String name) {
    int chains = 24;
    Fit fit =
        Fit.of(table, "y")
            .targetType(likelihood.equals("categorical") ? TargetType.CLASSES : TargetType.NUMBER)
            .hidden()
            .likelihood(likelihood)
            .chains(chains)
            .warmup(400)
            .draws(60)
            .testFraction(0)
            .seed(11)
            .threads(2);
    Path place = folder.resolve(likelihood + name);
    (weighted ? fit.rowWeight("w") : fit.ignore("w")).run(place).close();
    double[][] estimates = new double[2 * PROBES.size()][chains];
    try (var run = RunStore.open(place)) {
      var scaling = run.study().scaling();
      double[][] x = new double[2][PROBES.size()];
      for (int p = 0; p < PROBES.size(); p++) {
        double[] row =
            scaling.standardise(new double[] {PROBES.get(p).get("a"), PROBES.get(p).get("b")});
        x[0][p] = row[0];
        x[1][p] = row[1];
      }
      Draws draws = run.draws();
      for (int c = 0; c < chains; c++) {
        int chain = c;
        Draws own =
            draws.select(IntStream.range(0, draws.count()).filter(g -> draws.chain()[g] == chain));
        var predictive = run.study().posterior().predictive(own, x, 1);
        for (int p = 0; p < PROBES.size(); p++) {
          PredictiveDistribution at = predictive.at(p);
          estimates[2 * p][c] =
              switch (at) {
                case dev.coset.distribution.ClassProbabilities of -> of.probabilities()[1];
                case dev.coset.distribution.NumberDistribution of -> of.mean();
              };
          estimates[2 * p + 1][c] =
              switch (at) {
                case dev.coset.distribution.ClassProbabilities of ->
                    Math.log(of.probabilities()[1] / of.probabilities()[0]);
                case dev.coset.distribution.NumberDistribution of -> of.sd();
              };
        }
      }
    }
    return estimates;
  }

  /** What a run keeps of weights, its copies keep too. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aRunKeepsItsWeights(boolean classes) {
    double[] weights = Repeated.weights(ROWS, 1, 4);
    Path place = folder.resolve("run");
    var fitted =
        quick(table(IntStream.range(0, ROWS).toArray(), classes, weights))
            .rowWeight("w")
            .run(place);
    fitted.close();
    try (var run = RunStore.open(place)) {
      assertThat(run.study().data().weights()).isEqualTo(weights);
      assertThat(run.manifest().encoding().rowWeight()).isEqualTo("w");
      Mixture mixture = Mixture.of(run);
      Scores scores = Scoring.ofTestRows(mixture, 1).orElseThrow();
      Path file = folder.resolve("small");
      Compression.of(mixture, 0.5, true, 2).write(file);
      CompressedRun small = CompressedRun.read(file);
      assertThat(small.test().y()).isEqualTo(run.study().test().y());
      assertThat(small.test().y().weights()).isNotNull();
      assertThat(Scoring.ofTestRows(small, 1).orElseThrow().lppd())
          .isCloseTo(scores.lppd(), within(0.5));
    }
    int before = chains(place);
    Fit.resume(place).chains(before + 1).run().close();
    assertThat(chains(place)).isEqualTo(before + 1);
  }

  private static int chains(Path place) {
    try (var run = RunStore.open(place)) {
      return run.outcomes().size();
    }
  }

  @Test
  void withoutWeightsAManifestDoesNotNameThem() throws IOException {
    draws(quick(table(IntStream.range(0, ROWS).toArray(), false, null)).ignore("w"), "run");
    assertThat(folder.resolve("run").resolve("manifest.json"))
        .content()
        .doesNotContain("rowWeight");
  }

  @Test
  void aColumnThatIsNotThereIsRefused() {
    Table table = table(IntStream.range(0, ROWS).toArray(), false, null);
    Assertions.assertThatThrownBy(() -> quick(table).rowWeight("v").study())
        .isInstanceOf(InputException.class)
        .hasMessageContaining("'v'");
  }
}
