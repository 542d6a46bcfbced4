package dev.coset.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.cli.Coset.Result;
import dev.coset.distribution.NumberDistribution;
import dev.coset.predictive.Predictor;
import dev.coset.store.RunStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CommandsTest {
  private static final Map<String, String> USUAL =
      Map.of("--hidden", "2", "--chains", "4", "--warmup", "150", "--threads", "2");

  @TempDir Path folder;
  private Path csv;
  private Path run;

  @BeforeEach
  void writeData() throws IOException {
    csv = folder.resolve("odd columns.csv");
    run = folder.resolve("run");
    var text = new StringBuilder("colour,\"size, cm\",constant,price\n");
    String[] colours = {"red", "green", "blue"};
    for (int i = 0; i < 60; i++) {
      double size = (i % 13) / 3.0;
      double price = 100 + 10 * size + 5 * (i % 3) + (i * 7 % 5);
      text.append(String.format(Locale.ROOT, "%s,%s,7,%s%n", colours[i % 3], size, price));
    }
    Files.writeString(csv, text);
  }

  /** Fits a small run; options given replace the usual ones. */
  private Result fit(Object... more) {
    List<Object> args = new ArrayList<>(List.of("fit", csv, "--target", "price", "--out", run));
    List<Object> given = List.of(more);
    USUAL.forEach(
        (option, value) -> {
          if (!given.contains(option)) {
            args.addAll(List.of(option, value));
          }
        });
    args.addAll(given);
    return Coset.run(args.toArray());
  }

  @Test
  void fitPredictAndScoreAFileWithOddColumns() throws IOException {
    Result fitted = fit();
    assertThat(fitted.exitCode()).as(fitted.err()).isZero();
    assertThat(fitted.err()).contains("constant").contains("4 chains to run");
    assertThat(fitted.out()).contains("80 draws from 4 chains", "LPPD", "RMSE", run.toString());
    assertThat(fitted.out()).contains("report      " + run.resolve("report.html"));
    assertThat(run.resolve("report.html")).content().contains("Predicting price");

    Path fresh = folder.resolve("new.csv");
    Files.writeString(
        fresh, "extra,\"size, cm\",price,colour,constant\nx,1.5,,blue,7\ny,0,?,red,7\n");
    Path predictions = folder.resolve("out.csv");
    Result predicted = Coset.run("predict", run, fresh, "-o", predictions);
    assertThat(predicted.exitCode()).as(predicted.err()).isZero();
    List<String> lines = Files.readAllLines(predictions);
    assertThat(lines).hasSize(3);
    assertThat(lines.getFirst())
        .isEqualTo(
            "row,mean,median,sd,aleatoric,epistemic,q0.05,q0.25,q0.5,q0.75,q0.95,extrapolation");
    String[] cells = lines.get(1).split(",");
    double mean = Double.parseDouble(cells[1]);
    double sd = Double.parseDouble(cells[3]);
    var predictor = Predictor.open(run);
    Map<String, Double> row = Map.of("colour=blue", 1.0, "size, cm", 1.5, "constant", 7.0);
    double[] features =
        predictor.featureNames().stream().mapToDouble(f -> row.getOrDefault(f, 0.0)).toArray();
    var distribution = (NumberDistribution) predictor.at(features);
    assertThat(mean).isCloseTo(distribution.mean(), within(1e-6 * mean));
    // Truth and noise in the units of the data: i * 7 % 5 has mean 2 and deviation sqrt(2).
    double noise = Math.sqrt(2);
    assertThat(mean).isCloseTo(100 + 15 + 10 + 2, within(noise));
    assertThat(sd).isBetween(noise / 2, 2 * noise);
    assertThat(Coset.run("predict", run, fresh).out().lines().toList()).isEqualTo(lines);

    Result scored = Coset.run("score", run, "--json");
    JsonNode json = JsonMapper.shared().readTree(scored.out());
    assertThat(json.get("points").asInt()).isEqualTo(12);
    assertThat(json.get("rmse_original_units").asDouble()).isBetween(noise / 2, 2 * noise);
    assertThat(Coset.run("score", run, csv).exitCode()).isZero();
  }

  @Test
  void theSameFitAgainGoesOnAndAnotherIsRefused() {
    assertThat(fit("--no-report").exitCode()).isZero();
    var draws = RunStore.read(run).draws();
    Result again = fit("--no-report");
    assertThat(again.exitCode()).isZero();
    assertThat(RunStore.read(run).draws()).isEqualTo(draws);
    Result other = fit("--seed", "1");
    assertThat(other.exitCode()).isEqualTo(2);
    assertThat(other.err())
        .contains(
            "holds a run of 'odd columns.csv' (target 'price', ",
            ") with other data or settings. Choose another --out");
    assertThat(RunStore.read(run).draws()).isEqualTo(draws);
  }

  @Test
  void resumeAddsChains() {
    assertThat(fit("--no-report").exitCode()).isZero();
    Result more = Coset.run("resume", run, "--chains", "6", "--json", "--no-report");
    assertThat(more.exitCode()).as(more.err()).isZero();
    assertThat(JsonMapper.shared().readTree(more.out()).get("chains").asInt()).isEqualTo(6);
  }

  @Test
  void chainsMayStartFromAnEnsemble() {
    assertThat(fit("--init", "ensemble", "--no-report").exitCode()).isZero();
    var plan = RunStore.read(run).study().configuration().plan();
    assertThat(plan.start()).isEqualTo("ensemble");
    assertThat(Coset.run("resume", run, "--chains", "5", "--no-report").exitCode()).isZero();
    assertThat(RunStore.read(run).study().configuration().plan().start()).isEqualTo("ensemble");
    assertOneSentence(fit("--init", "zero"));
    assertThat(Coset.run("fit", "--help").out()).contains("--init", "ensemble:");
  }

  @Test
  void anUnseenLevelNamesRowColumnAndLevelUnlessItIsToBeZero() throws IOException {
    assertThat(fit("--no-report").exitCode()).isZero();
    Path fresh = folder.resolve("new.csv");
    Files.writeString(fresh, "colour,\"size, cm\",constant\nred,1,7\nmauve,2,7\n");
    Path out = folder.resolve("out.csv");
    Result refused = Coset.run("predict", run, fresh, "-o", out, "--unknown-level", "error");
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("mauve").contains("colour").contains("row 2");
    assertThat(out).doesNotExist();
    assertThat(folder).isDirectoryNotContaining("glob:**.pending");
    Result predicted = Coset.run("predict", run, fresh);
    assertThat(predicted.exitCode()).isZero();
    assertThat(predicted.err()).contains("1 cell with text that training did not have.");
  }

  @Test
  void aRunWithoutTestRowsSaysWhatToScore() {
    assertThat(fit("--test-fraction", "0", "--no-report").exitCode()).isZero();
    Result scored = Coset.run("score", run);
    assertThat(scored.exitCode()).isEqualTo(2);
    assertThat(scored.err()).contains("TEST.csv");
  }

  @Test
  void aReportIsWrittenWhereItIsWanted() throws IOException {
    Result fitted = fit("--no-report", "--json");
    assertThat(fitted.exitCode()).as(fitted.err()).isZero();
    assertThat(JsonMapper.shared().readTree(fitted.out()).has("report")).isFalse();
    assertThat(run.resolve("report.html")).doesNotExist();
    Path page = folder.resolve("page.html");
    Path images = folder.resolve("images");
    Result written = Coset.run("report", run, "-o", page, "--images", images, "--json");
    assertThat(written.exitCode()).as(written.err()).isZero();
    JsonNode json = JsonMapper.shared().readTree(written.out());
    assertThat(json.get("report").asString()).isEqualTo(page.toString());
    assertThat(page).isNotEmptyFile();
    assertThat(json.get("images").size()).isPositive();
    json.get("images").forEach(image -> assertThat(Path.of(image.asString())).isNotEmptyFile());
    Result resumed = Coset.run("resume", run, "--chains", "5", "--json");
    assertThat(JsonMapper.shared().readTree(resumed.out()).get("report").asString())
        .isEqualTo(run.resolve("report.html").toString());
    assertOneSentence(Coset.run("report", run, "-o", folder));
    assertOneSentence(Coset.run("report", run, "--images", page));
    assertOneSentence(Coset.run("report", folder.resolve("nowhere")));
  }

  @Test
  void misuseIsOneSentenceAndExitCodeTwo() {
    assertOneSentence(Coset.run("fit", csv, "--target", "price"));
    assertOneSentence(Coset.run("fit", csv, "--target", "prize", "--out", run));
    assertOneSentence(Coset.run("fit", folder.resolve("no.csv"), "--target", "y", "--out", run));
    assertOneSentence(fit("--precision", "half"));
    assertOneSentence(fit("--chains", "many"));
    assertOneSentence(fit("--chains", "0"));
    assertOneSentence(fit("--hidden", "3,-1"));
    assertOneSentence(fit("--hidden", "abc"));
    assertOneSentence(fit("--warmup", "-5"));
    assertOneSentence(fit("--prior-scale", "0"));
    assertOneSentence(fit("--prior-scale", "0.5,-1"));
    assertOneSentence(fit("--prior-scale", "0.5,1,2"));
    assertOneSentence(fit("--test-fraction", "1.5"));
    assertOneSentence(fit("--test-fraction", "0.1", "--split", csv));
    assertOneSentence(fit("--split", csv));
    assertOneSentence(fit("--engine", "abacus"));
    assertOneSentence(fit("--engine", "spark")); // it is not on this class path
    assertOneSentence(fit("--master", "spark://host:7077"));
    assertOneSentence(fit("--threads", "0"));
    assertOneSentence(fit("--nonsense"));
    assertOneSentence(Coset.run("nonsense"));
    assertOneSentence(Coset.run());
    assertOneSentence(Coset.run("resume", folder.resolve("nowhere")));
    assertOneSentence(Coset.run("predict", folder, csv));
    assertOneSentence(Coset.run("score", folder.resolve("nowhere")));
    assertThat(run).doesNotExist();
  }

  static void assertOneSentence(Result result) {
    assertThat(result.exitCode()).as(result.err()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    List<String> lines =
        result.err().lines().filter(line -> !line.matches("(Warning: |Used ).*")).toList();
    assertThat(lines).hasSize(1);
    assertThat(lines.getFirst())
        .startsWith("coset: ")
        .matches(".*[.?!]")
        .doesNotContain("Exception")
        .doesNotContain("null");
  }

  @Test
  void everyCommandHasHelpWithAnExample() {
    assertThat(Coset.run("--help").out()).contains("Examples:");
    for (String command : List.of("demo", "fit", "resume", "predict", "score", "report")) {
      Result help = Coset.run(command, "--help");
      assertThat(help.exitCode()).isZero();
      assertThat(help.out()).contains("Example").contains("coset " + command);
    }
  }

  /** Asked for alone, the version is said before the commands are known; it is the same. */
  @Test
  void theVersionIsSaidAloneAndAmongOptions() {
    Result among = Coset.run("--verbose", "--version");
    assertThat(among.out()).startsWith("coset ");
    assertThat(Coset.run("--version")).isEqualTo(among);
    assertThat(Coset.run("-V")).isEqualTo(among);
  }
}
