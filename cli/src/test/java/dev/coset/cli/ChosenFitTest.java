package dev.coset.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.cli.Coset.Result;
import dev.coset.store.Mixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A fit without a word of the model, and every command on what it gives. */
class ChosenFitTest {
  @TempDir Path folder;
  private Path csv;

  @BeforeEach
  void writeData() throws IOException {
    csv = folder.resolve("table.csv");
    var text = new StringBuilder("colour,size,kind\n");
    String[] colours = {"red", "green", "blue"};
    for (int i = 0; i < 45; i++) {
      double size = i * 7 % 19 / 5.0;
      String kind = size + 0.6 * (i % 3) + 0.3 * (i % 4) > 2.6 ? "large" : "small";
      text.append(String.format(Locale.ROOT, "%s,%s,%s%n", colours[i % 3], size, kind));
    }
    Files.writeString(csv, text);
  }

  private static JsonNode json(Object... args) {
    Result result = Coset.run(args);
    assertThat(result.exitCode()).as(result.err()).isZero();
    return JsonMapper.shared().readTree(result.out());
  }

  private JsonNode fit(Path run, int threads, Object... more) {
    Object[] usual = {
      "fit", csv, "--target", "kind", "--out", run, "--json", "--no-report", "--threads", threads
    };
    Object[] chains = {"--chains", 3, "--warmup", 200, "--draws", 5, "--thinning", 10};
    return json(Stream.of(usual, chains, more).flatMap(Arrays::stream).toArray());
  }

  @Test
  void everyCommandWorksOnWhatTheDataChose() throws IOException {
    Path run = folder.resolve("run");
    JsonNode fitted = fit(run, 2);
    List<JsonNode> models = fitted.get("models").valueStream().toList();
    assertThat(models).hasSizeGreaterThanOrEqualTo(6);
    assertThat(models.stream().mapToDouble(m -> m.get("weight").asDouble()).sum())
        .isCloseTo(1, within(1e-9));
    assertThat(fitted.get("verdict").asString()).endsWith(".");

    JsonNode scored = json("score", run, "--json");
    assertThat(scored.get("lppd")).isEqualTo(fitted.get("lppd"));
    List<String> rows = Coset.run("predict", run, csv).out().lines().toList();
    assertThat(rows).hasSize(46);

    int kept = (int) models.stream().filter(m -> m.get("weight").asDouble() > 0).count();
    for (String command : List.of("diagnose", "symmetry", "export")) {
      JsonNode said = json(command, run, "--json");
      assertThat(kept == 1 ? 1 : said.get("models").size()).as(command).isEqualTo(kept);
    }
    assertThat(kept).as("models, so that the whole differs from each").isGreaterThan(1);
    assertDiagnosedAsAWhole(run, scored);
    assertThat(Coset.run("report", run).exitCode()).isZero();
    assertThat(Files.readString(run.resolve("report.html"))).contains("linear-categorical");

    JsonNode resumed = json("resume", run, "--chains", 4, "--json", "--no-report");
    assertThat(resumed.get("chains").asInt()).isEqualTo(4 * kept);
  }

  /** The mixture's weights, scores and convergence come before any of its models. */
  private static void assertDiagnosedAsAWhole(Path run, JsonNode scored) {
    JsonNode said = json("diagnose", run, "--json");
    assertThat(said.get("scores").get("lppd")).isEqualTo(scored.get("lppd"));
    double weights = said.get("weights").valueStream().mapToDouble(JsonNode::asDouble).sum();
    assertThat(weights).isCloseTo(1, within(1e-9));
    assertThat(said.get("findings").valueStream())
        .anyMatch(f -> f.get("about").asString().equals("models"))
        .anyMatch(f -> f.get("sentence").asString().startsWith("The mixture has "))
        .noneMatch(f -> f.get("sentence").asString().startsWith("All 3 chains"));
    String first = said.get("weights").propertyNames().iterator().next();
    assertThat(Coset.run("diagnose", run, "--all").out())
        .containsSubsequence("LPPD", "models predict together", first + ", weight ")
        .contains("The mixture has ");
  }

  /** What is common to all models is said once, and each model has one line. */
  @Test
  void aDiagnosisOfADefaultRunFitsOnAScreen() {
    Path run = folder.resolve("default");
    json("fit", csv, "--target", "kind", "--out", run, "--core-seconds", "1,1", "--json");
    JsonNode said = json("diagnose", run, "--json");
    List<String> models = List.copyOf(said.get("weights").propertyNames());
    assertThat(models).hasSizeGreaterThan(1);
    List<String> lines = Coset.run("diagnose", run).out().lines().toList();
    assertThat(lines).hasSizeLessThanOrEqualTo(40);
    assertThat(lines.getFirst()).isEqualTo(said.get("verdict").asString());
    int table = lines.indexOf(lines.stream().filter(l -> l.startsWith("model ")).findFirst().get());
    for (int k = 0; k < models.size(); k++) {
      assertThat(lines.get(table + 1 + k)).startsWith(models.get(k) + " ").contains("/");
    }
    for (JsonNode finding : said.get("findings")) {
      assertThat(lines.subList(0, table))
          .anyMatch(l -> l.endsWith(finding.get("sentence").asString()));
    }
    assertThat(Coset.run("diagnose", run, "--all").out().lines()).hasSizeGreaterThan(lines.size());
  }

  @Test
  void aRunThatIsCompleteIsNotComputedAgain() {
    Path run = folder.resolve("run");
    Object[] fit = {"fit", csv, "--target", "kind", "--out", run, "--core-seconds", "1,1"};
    String complete = "The run is complete: nothing was computed.";
    assertThat(Coset.run(fit).err()).doesNotContain(complete);
    Result again = Coset.run(fit);
    assertThat(again.err()).contains(complete);
    assertThat(again.out()).containsPattern("(?m)^\\d+ draws from \\d+ chains: ");
    assertThat(Coset.run("resume", run).err()).contains(complete);
  }

  @Test
  void anotherFitInTheFolderOfARunIsRefusedInOneSentence() {
    Path run = folder.resolve("run");
    Object[] fit = {"fit", csv, "--target", "kind", "--out", run, "--core-seconds", "1,1"};
    assertThat(Coset.run(fit).exitCode()).isZero();
    Result other = Coset.run("fit", csv, "--target", "size", "--out", run, "--core-seconds", "1,1");
    assertThat(other.exitCode()).isEqualTo(2);
    assertThat(other.err())
        .contains(
            "coset: The folder %s holds a run of 'table.csv' (target 'kind', %s)."
                .formatted(run, LocalDate.now(ZoneId.systemDefault())))
        .contains(" Choose another --out, or continue that run with 'coset resume ")
        .doesNotContain("differs in");
    Result verbose =
        Coset.run(
            "--verbose", "fit", csv, "--target", "size", "--out", run, "--core-seconds", "1,1");
    assertThat(verbose.err()).contains("Caused by: ", "differs in ", "encoding.target.name");
  }

  /** Bytes of draws and weights do not depend on threads. */
  @Test
  void theSameIsChosenWhateverRunsIt() {
    Path one = folder.resolve("one");
    Path two = folder.resolve("two");
    fit(one, 1);
    fit(two, 2);
    try (var a = Mixture.read(one);
        var b = Mixture.read(two)) {
      assertThat(a.choice()).isEqualTo(b.choice());
      for (int k = 0; k < a.parts().size(); k++) {
        assertThat(a.parts().get(k).run().draws()).isEqualTo(b.parts().get(k).run().draws());
      }
    }
    assertThat(fit(one, 2).get("chains")).isEqualTo(fit(two, 2).get("chains"));
  }

  @Test
  void optionsThatDoNotGoTogetherGetOneSentence() {
    Path run = folder.resolve("none");
    Object[][] wrong = {
      {"--hidden", "auto", "--until", "0.1"},
      {"--hidden", "auto", "--sampler", "nuts"},
      {"--hidden", "many"},
      {"--time", "soon"},
      {"--time", "1s"},
      {"--time", "1m", "--chains", "3"},
      {"--sampler", "gibbs"},
      {"--hidden", "3", "--sampler", "nuts", "--thinning", "2"}
    };
    for (Object[] options : wrong) {
      Object[] fit = {"fit", csv, "--target", "kind", "--out", run};
      Result result = Coset.run(Stream.of(fit, options).flatMap(Arrays::stream).toArray());
      assertThat(result.exitCode()).as("%s %s", List.of(options), result.err()).isEqualTo(2);
      assertThat(result.err().strip()).startsWith("coset: ").doesNotContain("\n");
      assertThat(run).doesNotExist();
    }
  }
}
