package dev.coset.cli;

import static dev.coset.cli.CommandsTest.assertOneSentence;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.chains.ChainOutcome;
import dev.coset.cli.Coset.Result;
import dev.coset.sampler.NutsStatistics;
import dev.coset.store.SyntheticRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The commands that look at things: chains, cardinality, diagnose, export. */
class InspectCommandsTest {
  @TempDir Path folder;

  private static JsonNode json(Object... args) {
    Result result = Coset.run(args);
    assertThat(result.exitCode()).as(result.err()).isZero();
    return JsonMapper.shared().readTree(result.out());
  }

  private static String text(Object... args) {
    Result result = Coset.run(args);
    assertThat(result.exitCode()).as(result.err()).isZero();
    return result.out();
  }

  private Path run(int chains, int draws, IntFunction<ChainOutcome> outcome) {
    Path run = folder.resolve("run");
    SyntheticRun.create(run, SyntheticRun.study(chains, draws, 40), outcome).close();
    return run;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--half-normal=3 | 12.7309 | 1274 | 54",
        "--modes=0.57,0.35,0.08 | 13.1605 | 1317 | 56",
        "--uniform=1 | 1 | 100 | 1",
        "--confidence=0.99 | 12.7309 | 1274 | 54"
      })
  void chainsGivesThePapersNumbers(String modes, double expected, long markov, long exact) {
    JsonNode json = json("chains", modes, "--json");
    assertThat(json.get("expected").asDouble()).isCloseTo(expected, within(5e-5));
    assertThat(json.get("markov").asLong()).isEqualTo(markov);
    assertThat(json.get("exact").asLong()).isEqualTo(exact);
    double sum = json.get("probabilities").valueStream().mapToDouble(JsonNode::asDouble).sum();
    assertThat(sum).isCloseTo(1, within(1e-12));
    assertThat(json.has("probability")).isFalse();
    assertThat(text("chains", modes)).contains(exact + " chains", markov + " chains");
  }

  @Test
  void chainsAnswersTheInverseToo() {
    JsonNode enough = json("chains", "--chains", 54, "--json");
    JsonNode fewer = json("chains", "--chains", 53, "--json");
    assertThat(enough.get("probability").asDouble()).isGreaterThanOrEqualTo(0.99);
    assertThat(fewer.get("probability").asDouble()).isLessThan(0.99);
    assertThat(json("chains", "--chains", 1274, "--json").get("markov_lower").asDouble())
        .isCloseTo(1 - 12.730932 / 1274, within(1e-8));
    assertThat(fewer.get("markov_lower").asDouble()).isCloseTo(1 - 12.730932 / 53, within(1e-7));
    assertThat(text("chains", "--chains", 100)).contains("100 chains", "Markov");
  }

  @Test
  void badProbabilitiesAreOneSentence() {
    assertOneSentence(Coset.run("chains", "--modes", "0.5,0.4"));
    assertOneSentence(Coset.run("chains", "--modes", "1.5,-0.5"));
    assertOneSentence(Coset.run("chains", "--modes", "0,1"));
    assertOneSentence(Coset.run("chains", "--modes", "half,half"));
    assertOneSentence(Coset.run("chains", "--modes", "NaN"));
    assertOneSentence(Coset.run("chains", "--half-normal", "0"));
    assertOneSentence(Coset.run("chains", "--uniform", "1000000"));
    assertOneSentence(Coset.run("chains", "--uniform", "3", "--half-normal", "3"));
    assertOneSentence(Coset.run("chains", "--confidence", "1"));
    assertOneSentence(Coset.run("chains", "--chains", "-1"));
  }

  @Test
  void cardinalityCountsExactly() {
    JsonNode f2 = json("cardinality", "16,16,16", "--json");
    assertThat(f2.get("permutations").asString())
        .isEqualTo("9159226129831418921308831875072000000000");
    assertThat(f2.get("sign_flips").asString()).isEqualTo("281474976710656");
    assertThat(f2.get("total_scientific").asString()).isEqualTo("2.58e54");
    assertThat(text("cardinality", "16,16,16"))
        .contains("2.58e54", f2.get("total").asString(), "281474976710656");
    assertThat(text("cardinality", "128")).contains("1.31e254");
    JsonNode relu = json("cardinality", "16,16,16", "--activation", "relu", "--json");
    assertThat(relu.get("infinite_rescalings").asBoolean()).isTrue();
    assertThat(relu.get("total")).isEqualTo(f2.get("permutations"));
    assertThat(text("cardinality", "3", "--activation", "relu")).contains("infinitely many");
  }

  @Test
  void badWidthsAreOneSentence() {
    assertOneSentence(Coset.run("cardinality"));
    assertOneSentence(Coset.run("cardinality", "3,0"));
    assertOneSentence(Coset.run("cardinality", "3,many"));
    assertOneSentence(Coset.run("cardinality", "3", "--activation", "gelu"));
  }

  @Test
  void diagnosePrintsAVerdictThenATable() {
    Path sound = run(54, 1, c -> SyntheticRun.chain(c, 1, 1));
    String text = text("diagnose", sound);
    assertThat(text).contains("note     equipartition");
    assertThat(text).contains("ok       divergences    No draw diverged.", "54 of 54, with 1 draw");
    JsonNode json = json("diagnose", sound, "--json");
    assertThat(text).startsWith(json.get("verdict").asString());
    assertThat(json.get("function_space").get("rhat").isNull()).isTrue();
    assertThat(json.get("log_density").get("low_chains")).isEmpty();
  }

  @Test
  void diagnoseSaysWhatToDo() {
    Path run =
        run(
            12,
            30,
            c -> {
              if (c == 7) {
                return new ChainOutcome.Failed(7, "No start was found.", 1);
              }
              var chain = SyntheticRun.chain(c, 30, 1);
              for (int g = 0; g < 30; g++) {
                chain.draws().logDensity()[g] -= c == 3 ? 500 : 0;
                NutsStatistics.of(chain.draws()).diverged()[g] = c == 5 ? 1 : 0;
              }
              return chain;
            });
    String text = text("diagnose", run);
    assertThat(text).contains(" problems found");
    assertThat(text)
        .contains("Chain 3 sits at a much lower log density")
        .contains("9.1% of draws (30) diverged, in chain 5")
        .contains("Chain 7 failed")
        .contains("--warmup")
        .contains("R-hat and ESS of parameters mean nothing across chains");
    JsonNode json = json("diagnose", run, "--json");
    assertThat(json.get("severity").asString()).isEqualTo("warning");
    assertThat(json.get("failed_chains").get(0).get("reason").asString())
        .isEqualTo("No start was found.");
    JsonNode parameters = json.get("parameter_space");
    assertThat(parameters.get("meaning").asString()).contains("symmetry");
    assertThat(parameters.get("quantities")).hasSize(SyntheticRun.DIMENSION);
    JsonNode first = json.get("function_space").get("quantities").get(0);
    assertThat(first.get("name").asString()).isEqualTo("f(x[0])");
    for (String field : List.of("rhat", "rhat_folded", "ess_bulk", "ess_tail", "mcse_mean")) {
      assertThat(first.get(field).isNumber()).as(field).isTrue();
    }
    assertThat(json.get("sampler").get("ebfmi_by_chain")).hasSize(11);
    assertOneSentence(Coset.run("diagnose", folder.resolve("nowhere")));
  }

  @Test
  void exportWritesBothFormats() throws Exception {
    Path run =
        run(
            4,
            3,
            c ->
                c == 1
                    ? new ChainOutcome.Failed(1, "No start was found.", 1)
                    : SyntheticRun.chain(c, 3, 1));
    Path zarr = folder.resolve("out.zarr");
    Result written = Coset.run("export", run, "--format", "zarr", "--out", zarr);
    assertThat(written.exitCode()).as(written.err()).isZero();
    assertThat(written.out()).contains("3 chains of 3 draws", zarr.toString());
    assertThat(written.err()).startsWith("Warning: ").contains("1 failed (No start was found)");
    assertThat(zarr.resolve(".zmetadata")).exists();
    Path csv = folder.resolve("out.csv");
    JsonNode json = json("export", run, "--format", "CSV", "--out", csv, "--json");
    assertThat(json.get("chains").asInt()).isEqualTo(3);
    assertThat(json.get("failed_chains").get(0).asInt()).isEqualTo(1);
    assertThat(Files.readAllLines(csv)).hasSize(10);
    assertThat(Coset.run("export", run).exitCode()).isZero();
    assertThat(run.resolve("export.zarr").resolve("posterior")).isDirectory();

    assertOneSentence(Coset.run("export", run, "--format", "netcdf"));
    assertOneSentence(Coset.run("export", folder.resolve("nowhere")));
    Files.writeString(folder.resolve("thesis.tex"), "precious");
    Result refused =
        Coset.run("export", run, "--format", "csv", "--out", folder.resolve("thesis.tex"));
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(folder.resolve("thesis.tex")).hasContent("precious");
  }

  @Test
  void everyCommandHasHelpWithAnExample() {
    for (String command : List.of("chains", "cardinality", "diagnose", "export")) {
      assertThat(text(command, "--help")).contains("Examples:", "coset " + command);
      assertThat(text("--help")).contains(command);
    }
  }
}
