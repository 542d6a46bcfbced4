package dev.coset.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.cli.Coset.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Terminal, diagnosis and report say the same of a run, and explain says what matters to it. */
class VerdictAgreesTest {
  @TempDir Path folder;

  private Path fitted() throws IOException {
    var csv = new StringBuilder("kind,size,slack,noise,y\n");
    for (int i = 0; i < 160; i++) {
      double size = i * 37 % 160 / 40.0;
      csv.append(
          String.format(
              Locale.ROOT,
              "%s,%s,%s,%d,%.3f%n",
              "abc".charAt(i % 3),
              size,
              -2 * size + Math.sin(7 * i),
              i * 53 % 89,
              10 * size + (i % 3) + Math.sin(100 * i)));
    }
    Path file = Files.writeString(folder.resolve("y.csv"), csv);
    Path run = folder.resolve("run");
    Result fit =
        Coset.run(
            "fit",
            file,
            "--target",
            "y",
            "--out",
            run,
            "--hidden",
            "2",
            "--sampler",
            "nuts",
            "--chains",
            6,
            "--warmup",
            60,
            "--draws",
            1,
            "--test-fraction",
            0.4,
            "--json");
    assertThat(fit.exitCode()).as(fit.err()).isZero();
    Files.writeString(folder.resolve("fit.json"), fit.out());
    return run;
  }

  @Test
  void everywhereTheSame() throws IOException {
    Path run = fitted();
    JsonNode fit = JsonMapper.shared().readTree(Files.readString(folder.resolve("fit.json")));
    JsonNode diagnosed = json("diagnose", run, "--json");
    assertThat(diagnosed.get("verdict")).isEqualTo(fit.get("verdict"));
    String text = Coset.run("diagnose", run).out();
    String page =
        Files.readString(run.resolve("report.html"))
            .replaceAll("<span class=\"option\">([a-z-]+)</span>", "$1");
    assertThat(text).startsWith(fit.get("verdict").asString());
    assertThat(page).contains(fit.get("verdict").asString());
    assertThat(diagnosed.get("findings").size()).isGreaterThan(5);
    for (JsonNode finding : diagnosed.get("findings")) {
      String sentence = finding.get("sentence").asString();
      assertThat(text).contains(sentence);
      assertThat(page).contains(sentence.replace("'", "&#39;"));
    }
    assertThat(page.contains("<strong>yes</strong>") && page.contains("dd chains with")).isFalse();
    assertThat(fit.get("baselines").get("linear").get("lppd").isNumber()).isTrue();
  }

  @Test
  void explainNamesTheColumnThatMatters() throws IOException {
    Path run = fitted();
    JsonNode columns = json("explain", run, "--json").get("columns");
    assertThat(columns).hasSize(4);
    assertThat(columns.get(0).get("column").asString()).isEqualTo("size");
    JsonNode total = columns.get(0).get("total");
    assertThat(total.get("mean").asDouble()).isGreaterThan(0.8);
    assertThat(total.get("low").asDouble()).isLessThanOrEqualTo(total.get("high").asDouble());
    assertThat(Coset.run("explain", run).out().lines().skip(3).findFirst().orElseThrow())
        .startsWith("size ");
    JsonNode pairs = json("explain", run, "--json").get("correlated_columns");
    assertThat(pairs).hasSize(1);
    assertThat(pairs.get(0).get("first").asString()).isEqualTo("size");
    assertThat(pairs.get(0).get("second").asString()).isEqualTo("slack");
    assertThat(pairs.get(0).get("correlation").asDouble()).isBetween(-1.0, -0.9);
    String sentence =
        "Columns are treated as independent, but 1 pair is correlated (absolute correlation above"
            + " 0.7): size and slack (-0.9";
    assertThat(Coset.run("explain", run).out()).contains(sentence);
    assertThat(Files.readString(run.resolve("report.html"))).contains(sentence);
    Result none = Coset.run("explain", folder.resolve("nowhere"));
    assertThat(none.exitCode()).isEqualTo(2);
  }

  /**
   * One wrong cell makes all intervals useless: fit names it, in its file's rows, and so does the
   * verdict.
   */
  @Test
  void anOutlierOfTheTargetIsNamed() throws IOException {
    var csv = new StringBuilder("x,y\n0.5,\n"); // a row without the target is left out
    for (int i = 2; i <= 80; i++) {
      csv.append(String.format(Locale.ROOT, "%d,%.3f%n", i, i == 42 ? 3000 : 2 + Math.sin(i)));
    }
    Path file = Files.writeString(folder.resolve("wrong.csv"), csv);
    Path run = folder.resolve("wrong");
    String options = "--hidden 2 --sampler nuts --chains 4 --warmup 50 --draws 1 --no-report";
    Result fit =
        Coset.run(
            Stream.of(
                    Stream.of("fit", file, "--target", "y", "--out", run),
                    Stream.of("--test-fraction", "0"),
                    Stream.of(options.split(" ")))
                .flatMap(s -> s)
                .toArray());
    assertThat(fit.exitCode()).as(fit.err()).isZero();
    assertThat(fit.err())
        .contains("an outlier among the training rows: 3000 in data row 42", "--target-scale log");
    JsonNode diagnosed = json("diagnose", run, "--json");
    assertThat(diagnosed.get("findings").valueStream())
        .anyMatch(
            f ->
                f.get("severity").asString().equals("warning")
                    && f.get("sentence").asString().contains("3000 in data row"));
  }

  private static JsonNode json(Object... args) {
    Result result = Coset.run(args);
    assertThat(result.exitCode()).as(result.err()).isZero();
    return JsonMapper.shared().readTree(result.out());
  }
}
