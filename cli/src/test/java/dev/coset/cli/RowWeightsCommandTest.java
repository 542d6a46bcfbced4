package dev.coset.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.cli.Coset.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code --row-weight} from the table to scores, report and copies of a run. */
class RowWeightsCommandTest {
  private static final int ROWS = 80;

  @TempDir Path folder;
  private Path csv;
  private Path run;

  @BeforeEach
  void writeTable() throws IOException {
    csv = table("table.csv", 1, true);
    run = folder.resolve("run");
  }

  /** The weight of a row; every eighth has none. */
  private static double weight(int i) {
    return i % 8 == 0 ? 0 : i % 3 == 0 ? 2 : 1;
  }

  private Path table(String name, int repeat, boolean weighted) throws IOException {
    var text = new StringBuilder(weighted ? "a,b,n,kind\n" : "a,b,kind\n");
    for (int i = 0; i < ROWS; i++) {
      for (int copy = 0; copy < (repeat == 0 ? (int) weight(i) : 1); copy++) {
        text.append(String.format(Locale.ROOT, "%d,%d", i * 13 % 29, i % 5));
        text.append(weighted ? "," + weight(i) : "");
        text.append(i * 13 % 29 + i % 7 > 16 ? ",high\n" : ",low\n");
      }
    }
    return Files.writeString(folder.resolve(name), text);
  }

  private Result fit(Object... more) {
    List<Object> words = new ArrayList<>(List.of("fit", csv, "--target", "kind", "--out", run));
    words.addAll(List.of("--hidden", 2, "--chains", 3, "--warmup", 100, "--draws", 5));
    words.addAll(List.of("--thinning", 5, "--threads", 2));
    words.addAll(List.of(more));
    return Coset.run(words.toArray());
  }

  private static JsonNode json(Object... words) {
    Result result = Coset.run(words);
    assertThat(result.exitCode()).as(result.err()).isZero();
    return JsonMapper.shared().readTree(result.out());
  }

  @Test
  void theFitSaysThatRowsAreWeightedAndSoDoesTheReport() throws IOException {
    Result fitted = fit("--row-weight", "n");
    assertThat(fitted.exitCode()).as(fitted.err()).isZero();
    assertThat(fitted.err())
        .contains("Used 2 columns to predict 'kind': 'a', 'b'.")
        .contains("Rows are weighted by 'n': 56 training rows count as ")
        .contains("Dropped 10 rows of weight 0.");
    assertThat(Files.readString(run.resolve("report.html")))
        .contains("--row-weight n", "rows are weighted", "column n; 56 training rows count as ");
    Path card = folder.resolve("card.md");
    assertThat(Coset.run("card", run, "-o", card).exitCode()).isZero();
    assertThat(Files.readString(card)).contains("row weights", "column n; 56 training rows");
  }

  @Test
  void scoresAreThoseOfRepeatedRows() throws IOException {
    assertThat(fit("--row-weight", "n", "--no-report").exitCode()).isZero();
    JsonNode weighted = json("score", run, csv, "--json");
    Path copies = table("copies.csv", 0, false);
    Result ofCopies = Coset.run("score", run, copies, "--json");
    assertThat(ofCopies.err())
        .contains("copies.csv' has no column of row weights 'n'. Its rows count equally.");
    JsonNode repeated = JsonMapper.shared().readTree(ofCopies.out());
    for (String score : List.of("lppd", "lppd_se", "accuracy", "brier", "auroc", "pr_auc", "f1")) {
      assertThat(weighted.get(score).asDouble())
          .as(score)
          .isCloseTo(repeated.get(score).asDouble(), within(1e-12));
    }
    assertThat(weighted.get("confusion")).isEqualTo(repeated.get("confusion"));
    assertThat(weighted.get("points").asInt()).isEqualTo(70);
    JsonNode plain = json("score", run, table("plain.csv", 1, false), "--json");
    assertThat(plain.get("lppd").asDouble())
        .isNotCloseTo(weighted.get("lppd").asDouble(), within(1e-3));
    Path small = folder.resolve("small.coset");
    assertThat(Coset.run("compress", run, "--out", small, "--kl", "0.5").exitCode()).isZero();
    assertThat(json("score", small, "--json").get("points").asInt())
        .isEqualTo(json("score", run, "--json").get("points").asInt());
    assertThat(json("score", small, "--json").get("confusion").toString())
        .isEqualTo(json("score", run, "--json").get("confusion").toString());
  }

  @Test
  void predictionsNeedNoWeights() throws IOException {
    assertThat(fit("--row-weight", "n", "--no-report").exitCode()).isZero();
    Result with = Coset.run("predict", run, csv);
    Result without = Coset.run("predict", run, table("plain.csv", 1, false));
    assertThat(without.out()).isEqualTo(with.out());
    Path wrong =
        Files.writeString(folder.resolve("wrong.csv"), Files.readString(csv).replace("2.0", "x"));
    assertThat(Coset.run("predict", run, wrong).out()).isEqualTo(with.out());
  }

  @Test
  void wrongWeightsAreRefusedBeforeAnythingIsWritten() throws IOException {
    for (String cell : List.of("-1", "", "x", "inf")) {
      Files.writeString(
          csv, Files.readString(table("table.csv", 1, true)).replaceFirst("1.0", cell));
      Result refused = fit("--row-weight", "n");
      assertThat(refused.exitCode()).isEqualTo(2);
      assertThat(refused.err()).contains("the row weight in column 'n' is ", "in data row 2");
      assertThat(run).doesNotExist();
    }
    csv = table("table.csv", 1, true);
    for (String wrong : List.of("none", "kind")) {
      Result refused = fit("--row-weight", wrong);
      assertThat(refused.exitCode()).isEqualTo(2);
      assertThat(refused.err()).contains("--row-weight", wrong);
    }
  }

  @Test
  void everyFitTakesWeights() {
    for (Object[] words :
        new Object[][] {
          {"cross-validate", csv, "--folds", 2, "--json"},
          {"compare", csv, "--members", 2, "--laplace-draws", 10, "--json"}
        }) {
      List<Object> all = new ArrayList<>(List.of(words));
      all.addAll(List.of("--target", "kind", "--row-weight", "n", "--hidden", 2, "--chains", 2));
      all.addAll(List.of("--warmup", 60, "--draws", 4, "--threads", 2));
      Result result = Coset.run(all.toArray());
      assertThat(result.exitCode()).as(result.err()).isZero();
      assertThat(result.err()).contains("Rows are weighted by 'n'");
    }
  }
}
