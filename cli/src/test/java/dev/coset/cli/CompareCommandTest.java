package dev.coset.cli;

import static dev.coset.cli.CommandsTest.assertOneSentence;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.cli.Coset.Result;
import dev.coset.comparison.NamedMethod;
import dev.coset.store.RunStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CompareCommandTest {
  @TempDir Path folder;
  private Path csv;
  private Path out;

  @BeforeEach
  void writeData() throws IOException {
    csv = folder.resolve("data.csv");
    out = folder.resolve("out");
    var text = new StringBuilder("x,y\n");
    for (int i = 0; i < 60; i++) {
      text.append(i / 10.0).append(',').append(Math.sin(i / 10.0) + 0.1 * (i * 7 % 5)).append('\n');
    }
    Files.writeString(csv, text);
  }

  private Object[] command(String warmup, Object... more) {
    List<Object> args = new ArrayList<>(List.of("compare", csv, "--target", "y", "--hidden", "2"));
    args.addAll(List.of("--sampler", "nuts", "--warmup", warmup, "--threads", "2"));
    args.addAll(Arrays.asList(more));
    return args.toArray();
  }

  private Result compare(Object... more) {
    return Coset.run(command("100", more));
  }

  @Test
  void oneTableOfAllMethods() throws IOException {
    String all = String.join(",", Arrays.stream(NamedMethod.values()).map(m -> "" + m).toList());
    Result result =
        compare("--chains", "6", "--methods", all, "--members", "2", "--out", out, "--json");
    assertThat(result.exitCode()).as(result.err()).isZero();
    JsonNode json = JsonMapper.shared().readTree(result.out());
    assertThat(json.get("test_rows").asInt()).isEqualTo(12);
    assertThat(json.get("failed").isEmpty()).as(result.err()).isTrue();
    List<String> names =
        json.get("methods").valueStream().map(m -> m.get("method").asString()).toList();
    assertThat(String.join(",", names)).isEqualTo(all);
    for (JsonNode method : json.get("methods")) {
      for (String field : List.of("lppd", "lppd_se", "rmse", "crps", "seconds", "gradients")) {
        assertThat(method.get(field).isNumber()).as(field).isTrue();
      }
      assertThat(method.get("coverage").size()).isEqualTo(3);
    }
    List<String> lines = Files.readAllLines(out.resolve("compare.csv"));
    assertThat(lines).hasSize(1 + names.size());
    // The runs are runs like any other.
    JsonNode scored =
        JsonMapper.shared().readTree(Coset.run("score", out.resolve("chains"), "--json").out());
    assertThat(json.get("methods").get(0).get("lppd")).isEqualTo(scored.get("lppd"));
    assertThat(RunStore.read(out.resolve("long-chain")).draws().count()).isEqualTo(6);
    // In text, with the chains that are there already.
    Result again = compare("--chains", "6", "--methods", "chains,ensemble", "--out", out);
    assertThat(again.out().lines()).hasSize(3);
    assertThat(again.out()).contains("LPPD", "chains", "ensemble", "gradients");
  }

  @Test
  void aComparisonStoppedBySignalGoesOn() throws Exception {
    Path log = folder.resolve("log");
    Object[] command = command("2000", "--chains", "12", "--methods", "chains", "--out", out);
    Process process = Coset.start(log, command);
    while (!Files.exists(out.resolve("chains/manifest.json"))
        || RunStore.read(out.resolve("chains")).outcomes().isEmpty()) {
      assertThat(process.isAlive()).as(Files.readString(log)).isTrue();
      Thread.sleep(20);
    }
    process.destroy(); // SIGTERM runs the same hook as Ctrl-C
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isNotZero();
    assertThat(Files.readString(log)).contains("Resume with the same command");
    assertThat(RunStore.read(out.resolve("chains")).complete()).isFalse();
    assertThat(Coset.run(command).exitCode()).isZero();
    assertThat(RunStore.read(out.resolve("chains")).complete()).isTrue();
  }

  @Test
  void misuseIsOneSentence() {
    assertOneSentence(compare("--methods", "magic"));
    assertOneSentence(compare("--members", "0"));
    assertOneSentence(compare("--laplace-draws", "0"));
    assertOneSentence(compare("--test-fraction", "0"));
    assertOneSentence(compare("--until", "0.1"));
    assertOneSentence(compare("--engine", "abacus"));
    assertOneSentence(Coset.run("compare", csv));
    assertOneSentence(Coset.run("compare", folder.resolve("no.csv"), "--target", "y"));
    assertThat(compare("--chains", "2", "--methods", "chains", "--out", out).exitCode()).isZero();
    Result other = compare("--chains", "2", "--methods", "chains", "--out", out, "--seed", "1");
    assertOneSentence(other);
    assertThat(other.err()).contains("/chains holds a run of ", "Choose another --out");
  }

  @Test
  void helpNamesEveryMethod() {
    Result help = Coset.run("compare", "--help");
    assertThat(help.exitCode()).isZero();
    assertThat(help.out()).contains("Examples:", "coset compare");
    for (NamedMethod method : NamedMethod.values()) {
      assertThat(help.out()).contains("  " + method + " ");
    }
  }
}
