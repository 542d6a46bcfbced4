package dev.coset.cli;

import static dev.coset.cli.CommandsTest.assertOneSentence;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.cli.Coset.Result;
import dev.coset.store.RunStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SymmetryCommandTest {
  @TempDir static Path folder;
  private static Path run;

  /** Once: what symmetry writes into a run no other command changes. */
  @BeforeAll
  static void fit() throws IOException {
    Path csv = folder.resolve("data.csv");
    var text = new StringBuilder("x,y\n");
    for (int i = 0; i < 80; i++) {
      text.append(i / 10.0).append(',').append(Math.sin(i / 10.0) + 0.1 * (i * 7 % 5)).append('\n');
    }
    Files.writeString(csv, text);
    run = folder.resolve("run");
    Result fit =
        Coset.run(
            "fit",
            csv,
            "--target",
            "y",
            "--out",
            run,
            "--hidden",
            "3",
            "--chains",
            "24",
            "--sampler",
            "nuts",
            "--warmup",
            "300",
            "--no-report");
    assertThat(fit.exitCode()).as(fit.err()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"exact", "paper"})
  void symmetriesAreRemovedAndTheDrawsLeftAlone(String method) throws IOException {
    var before = RunStore.read(run).draws();
    Result result = Coset.run("symmetry", run, "--method", method, "--json");
    assertThat(result.exitCode()).as(result.err()).isZero();
    JsonNode json = JsonMapper.shared().readTree(result.out());
    assertThat(json.get("method").asString()).isEqualTo(method);
    double shares =
        json.get("modes").valueStream().mapToDouble(m -> m.get("share_of_chains").asDouble()).sum();
    assertThat(shares).isCloseTo(1, within(1e-12));
    assertThat(json.get("evidence_missing").asString()).isEmpty();
    double evidence =
        json.get("modes").valueStream().mapToDouble(m -> m.get("evidence_share").asDouble()).sum();
    assertThat(evidence).isCloseTo(1, within(1e-12));
    assertThat(RunStore.read(run).draws()).isEqualTo(before);
    assertThat(JsonMapper.shared().readTree(run.resolve("symmetry.json").toFile())).isEqualTo(json);
    assertThat(Files.readAllLines(run.resolve("symmetry-free.csv"))).hasSize(25);
    assertThat(Coset.run("symmetry", run, "--modes", "2").out()).contains("2 modes in parameter");
  }

  @Test
  void diagnoseLooksAtTheRepresentativeSet() {
    Result result = Coset.run("diagnose", run, "--symmetry-free", "--json");
    assertThat(result.exitCode()).as(result.err()).isZero();
    JsonNode json = JsonMapper.shared().readTree(result.out());
    assertThat(json.get("representative_set").get("quantities").size()).isEqualTo(11);
    assertThat(Coset.run("diagnose", run, "--symmetry-free").out()).contains("representative set");
  }

  @Test
  void misuseIsOneSentence() {
    assertOneSentence(Coset.run("symmetry", folder.resolve("nowhere")));
    assertOneSentence(Coset.run("symmetry", run, "--modes", "0"));
    assertOneSentence(Coset.run("symmetry", run, "--modes", "1000"));
    assertOneSentence(Coset.run("symmetry", run, "--method", "magic"));
    assertOneSentence(Coset.run("symmetry", run, "--threads", "0"));
  }
}
