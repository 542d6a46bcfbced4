package dev.coset.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.cli.Coset.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Terminal, diagnosis and report say the same of a run, and explain says what matters to it. */
class VerdictAgreesTest {
  @TempDir Path folder;

  private Path fitted() throws IOException {
    var csv = new StringBuilder("kind,size,noise,y\n");
    for (int i = 0; i < 160; i++) {
      double size = i * 37 % 160 / 40.0;
      csv.append(
          String.format(
              Locale.ROOT,
              "%s,%s,%d,%.3f%n",
              "abc".charAt(i % 3),
              size,
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
    assertThat(columns).hasSize(3);
    assertThat(columns.get(0).get("column").asString()).isEqualTo("size");
    JsonNode total = columns.get(0).get("total");
    assertThat(total.get("mean").asDouble()).isGreaterThan(0.8);
    assertThat(total.get("low").asDouble()).isLessThanOrEqualTo(total.get("high").asDouble());
    assertThat(Coset.run("explain", run).out().lines().skip(3).findFirst().orElseThrow())
        .startsWith("size ");
    Result none = Coset.run("explain", folder.resolve("nowhere"));
    assertThat(none.exitCode()).isEqualTo(2);
  }

  private static JsonNode json(Object... args) {
    Result result = Coset.run(args);
    assertThat(result.exitCode()).as(result.err()).isZero();
    return JsonMapper.shared().readTree(result.out());
  }
}
