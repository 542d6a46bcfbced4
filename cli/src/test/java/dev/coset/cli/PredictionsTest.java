package dev.coset.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.cli.Coset.Result;
import dev.coset.distribution.NumberDistribution;
import dev.coset.model.Study;
import dev.coset.predictive.Predictor;
import dev.coset.store.SyntheticRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleBiFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What predict and score print is what the library's mixtures say, under its own name. */
class PredictionsTest {
  private static final Study STUDY = SyntheticRun.study(5, 2, 40);

  @TempDir Path folder;
  private Path run;

  @BeforeEach
  void writeRun() {
    run = folder.resolve("run");
    SyntheticRun.create(run, STUDY, c -> SyntheticRun.chain(c, 2, 6)).close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.05,0.25,0.5,0.75,0.95", "0.9,0.1,0.5"})
  void everyColumnIsWhatItsNameSays(String quantiles) throws IOException {
    Path rows = folder.resolve("new.csv");
    Files.writeString(rows, "b,länge\n3,-1.5\n10,2\n0,0.25\n");
    double[][] features = {{-1.5, 3}, {2, 10}, {0.25, 0}};
    Result predicted = Coset.run("predict", run, rows, "--quantiles", quantiles);
    assertThat(predicted.exitCode()).as(predicted.err()).isZero();

    List<String> lines = predicted.out().lines().toList();
    String[] names = lines.getFirst().split(",");
    assertThat(String.join(",", names))
        .isEqualTo(
            "row,mean,median,sd,aleatoric,epistemic,q"
                + quantiles.replace(",", ",q")
                + ",extrapolation");
    assertThat(lines).hasSize(1 + features.length);
    var predictor = Predictor.open(run);
    for (int i = 0; i < features.length; i++) {
      String[] cells = lines.get(1 + i).split(",");
      NumberDistribution mixture = (NumberDistribution) predictor.at(features[i]);
      assertThat(cells).hasSameSizeAs(names).startsWith(String.valueOf(i + 1));
      for (int k = 1; k < names.length; k++) {
        double expected =
            names[k].equals("extrapolation")
                ? predictor.extrapolation(new double[][] {{features[i][0]}, {features[i][1]}})[0]
                : value(names[k], mixture);
        assertThat(Double.parseDouble(cells[k]))
            .as("%s of row %d", names[k], i + 1)
            .isCloseTo(expected, within(1e-6 * Math.abs(expected)));
      }
    }
  }

  private static double value(String name, NumberDistribution mixture) {
    return switch (name) {
      case "mean" -> mixture.mean();
      case "median" -> mixture.quantile(0.5);
      case "sd" -> mixture.sd();
      case "aleatoric" -> mixture.aleatoric();
      case "epistemic" -> mixture.epistemic();
      default -> mixture.quantile(Double.parseDouble(name.substring(1)));
    };
  }

  /** On the run's test rows, point by point; coverage by the quantiles that bound an interval. */
  @Test
  void everyScoreIsTheMeanOverTheTestRows() {
    JsonNode json = JsonMapper.shared().readTree(Coset.run("score", run, "--json").out());
    assertThat(json.get("points").asInt()).isEqualTo(10);
    double sd = STUDY.scaling().target().deviation();
    double lppd = meanOverTestRows(NumberDistribution::logDensity);
    double rmse = Math.sqrt(meanOverTestRows((mixture, y) -> Math.pow(mixture.mean() - y, 2)));
    double crps = meanOverTestRows(NumberDistribution::crps);
    assertScore(json, "lppd", lppd + Math.log(sd));
    assertScore(json, "lppd_original_units", lppd);
    assertScore(json, "rmse", rmse / sd);
    assertScore(json, "rmse_original_units", rmse);
    double mae = meanOverTestRows((mixture, y) -> Math.abs(mixture.quantile(0.5) - y));
    assertScore(json, "mae", mae / sd);
    assertScore(json, "mae_original_units", mae);
    assertThat(json.get("median_absolute_error_original_units").asDouble())
        .isCloseTo(sd * json.get("median_absolute_error").asDouble(), within(1e-9));
    double[] test =
        Arrays.stream(STUDY.split().test()).mapToDouble(i -> STUDY.data().target()[i]).toArray();
    double mean = Arrays.stream(test).average().orElseThrow();
    double ofTargets =
        Arrays.stream(test).map(y -> (y - mean) * (y - mean)).average().orElseThrow();
    assertScore(json, "r2", 1 - rmse * rmse / ofTargets);
    assertThat(json.get("calibration_p").asDouble()).isBetween(0.0, 1.0);
    assertThat(json.get("calibrated").isBoolean()).isTrue();
    assertThat(Coset.run("score", run).out())
        .contains("R^2", "MAE", "median AE", "calibration p < 0.001");
    assertScore(json, "crps", crps / sd);
    assertScore(json, "crps_original_units", crps);
    double variance =
        meanOverTestRows((mixture, y) -> Math.pow(mixture.logDensity(y) - lppd, 2)) / (10 - 1);
    assertScore(json, "lppd_se", Math.sqrt(variance));
    for (double level : new double[] {0.5, 0.9, 0.95}) {
      double covered =
          meanOverTestRows(
              (mixture, y) ->
                  mixture.quantile((1 - level) / 2) <= y && y <= mixture.quantile((1 + level) / 2)
                      ? 1
                      : 0);
      assertScore(json.get("coverage"), String.valueOf(level), covered);
    }
  }

  private static void assertScore(JsonNode json, String name, double expected) {
    assertThat(json.get(name).asDouble()).as(name).isCloseTo(expected, within(1e-9));
  }

  private double meanOverTestRows(ToDoubleBiFunction<NumberDistribution, Double> score) {
    var predictor = Predictor.open(run);
    double[][] features = STUDY.data().features();
    return Arrays.stream(STUDY.split().test())
        .mapToDouble(
            i ->
                score.applyAsDouble(
                    (NumberDistribution) predictor.at(features[0][i], features[1][i]),
                    STUDY.data().target()[i]))
        .average()
        .orElseThrow();
  }
}
