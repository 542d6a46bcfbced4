package dev.coset.cli;

import static dev.coset.cli.CommandsTest.assertOneSentence;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.cli.Coset.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A run in one small file, from the command line. */
class CompressCommandTest {
  private static final int ROWS = 80;
  @TempDir Path folder;
  private Path csv;
  private Path run;
  private Path small;

  @BeforeEach
  void places() {
    csv = folder.resolve("table.csv");
    run = folder.resolve("run");
    small = folder.resolve("small.coset");
  }

  private void fit(IntFunction<String> target, String... options) throws IOException {
    var text = new StringBuilder("a,colour,day,target\n");
    for (int i = 0; i < ROWS; i++) {
      text.append(
          String.format(
              Locale.ROOT,
              "%s,%s,2024-%02d-%02d,%s%n",
              a(i),
              List.of("red", "green", "blue").get(i % 3),
              1 + i % 12,
              1 + i % 28,
              target.apply(i)));
    }
    Files.writeString(csv, text);
    Object[] words = {
      "fit",
      csv,
      "--target",
      "target",
      "--hidden",
      2,
      "--sampler",
      "nuts",
      "--chains",
      6,
      "--warmup",
      100,
      "--draws",
      5,
      "--no-report",
      "--threads",
      2,
      "--out",
      run
    };
    Object[] all = new Object[words.length + options.length];
    System.arraycopy(words, 0, all, 0, words.length);
    System.arraycopy(options, 0, all, words.length, options.length);
    Result fitted = Coset.run(all);
    assertThat(fitted.exitCode()).as(fitted.err()).isZero();
  }

  private static double a(int i) {
    return (i * 37 % ROWS) / 30.0 - 1.3;
  }

  private static JsonNode json(Object... args) {
    Result result = Coset.run(args);
    assertThat(result.exitCode()).as(result.err()).isZero();
    return JsonMapper.shared().readTree(result.out());
  }

  /** With a bound this small the file predicts what the run predicts. */
  @ParameterizedTest
  @CsvSource({"normal", "heteroscedastic", "student", "log", "categorical", "many"})
  void aFilePredictsAndScoresAsItsRun(String kind) throws IOException {
    switch (kind) {
      case "log" -> fit(i -> "" + Math.exp(a(i) + (i * 7 % 5) / 9.0), "--target-scale", "log");
      case "categorical" -> fit(i -> a(i) + (i * 7 % 5) / 3.0 > 0.5 ? "yes" : "no");
      case "many" -> fit(i -> List.of("p", "q", "r").get((int) (a(i) + 1.3 + i % 2) % 3));
      default -> fit(i -> "" + (a(i) + (i * 7 % 5) / 9.0), "--likelihood", kind);
    }
    JsonNode told = json("compress", run, "--out", small, "--kl", "1e-6", "--json");
    assertThat(told.path("draws_of_run").asInt()).isEqualTo(30);
    assertThat(told.path("rows").asInt()).isEqualTo(16);
    assertThat(told.path("bytes").asLong()).isEqualTo(Files.size(small));
    assertThat(told.path("kl_train").path("mean").asDouble()).isLessThan(1e-6);
    List<String> full = Coset.run("predict", run, csv).out().lines().toList();
    List<String> thin = Coset.run("predict", small, csv).out().lines().toList();
    assertThat(thin).hasSize(ROWS + 1);
    assertThat(thin.getFirst()).isEqualTo(full.getFirst());
    boolean classes = full.getFirst().contains("p_");
    for (int i = 1; i <= ROWS; i++) {
      String[] a = full.get(i).split(",");
      String[] b = thin.get(i).split(",");
      for (int k = classes ? 2 : 1; k < a.length; k++) {
        double scale = classes ? 1 : Double.parseDouble(a[3]); // the standard deviation
        assertThat(Double.parseDouble(b[k]))
            .isCloseTo(Double.parseDouble(a[k]), within(0.05 * scale));
      }
      assertThat(b[a.length - 1]).isEqualTo(a[a.length - 1]); // extrapolation
    }
    double test = told.path("lppd_test").path("compressed").asDouble();
    assertThat(json("score", small, "--json").path("lppd").asDouble())
        .isCloseTo(test, within(1e-9));
    assertThat(json("score", run, "--json").path("lppd").asDouble())
        .isCloseTo(told.path("lppd_test").path("full").asDouble(), within(1e-9));
  }

  @Test
  void whatNeedsChainsSaysSo() throws IOException {
    fit(i -> "" + a(i));
    Result done = Coset.run("compress", run, "-o", small, "--no-rows");
    assertThat(done.out()).contains("draws ", "of 30", "KL ", "LPPD ", "rows        none");
    assertThat(done.exitCode()).isZero();
    for (String command : List.of("diagnose", "symmetry", "export", "resume")) {
      Result refused = Coset.run(command, small);
      assertOneSentence(refused);
      assertThat(refused.err()).contains("compressed run", "no chains");
    }
    assertOneSentence(Coset.run("report", small));
    Path page = folder.resolve("page.html");
    assertThat(Coset.run("report", small, "-o", page).exitCode()).isZero();
    assertThat(page).content().contains("What if", "keeps no chains", "contains no rows");
    assertOneSentence(Coset.run("compress", small, "--out", folder.resolve("again")));
    assertOneSentence(Coset.run("predict", small, csv, "--weights", "equal"));
    Result noRows = Coset.run("score", small);
    assertOneSentence(noRows);
    assertThat(noRows.err()).contains("give a file");
    assertThat(Coset.run("score", small, csv).exitCode()).isZero();
  }

  @Test
  void whatCannotBeIsOneSentence() throws IOException {
    fit(i -> "" + a(i));
    assertOneSentence(Coset.run("compress", run));
    assertOneSentence(Coset.run("compress", run, "--out", folder));
    assertOneSentence(Coset.run("compress", run, "--out", csv));
    assertOneSentence(Coset.run("compress", run, "--out", folder.resolve("no/small")));
    assertOneSentence(Coset.run("compress", run, "--out", small, "--kl", "0"));
    assertOneSentence(Coset.run("compress", run, "--out", small, "--kl", "NaN"));
    assertOneSentence(Coset.run("compress", folder.resolve("none"), "--out", small));
    assertOneSentence(Coset.run("predict", csv, csv));
    assertThat(small).doesNotExist();
    assertThat(Coset.run("compress", run, "--out", small).exitCode()).isZero();
    byte[] bytes = Files.readAllBytes(small);
    bytes[bytes.length / 2] ^= 1;
    Files.write(small, bytes);
    assertOneSentence(Coset.run("predict", small, csv));
  }
}
