package dev.coset.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.cli.Coset.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows however far from the training rows get finite numbers, and are counted. */
class FarRowsTest {
  private static final Pattern NOT_FINITE = Pattern.compile("(?i)nan|inf");
  private static final int ROWS = 80;

  @TempDir Path folder;
  private Path csv;
  private Path fresh;
  private Path run;
  private double least = Double.POSITIVE_INFINITY;
  private double greatest;

  @BeforeEach
  void places() throws IOException {
    csv = folder.resolve("table.csv");
    fresh = folder.resolve("fresh.csv");
    run = folder.resolve("run");
    Files.writeString(
        fresh,
        """
        area,year,price
        1,2,900
        1e3,2,1
        -1e6,3,1e6
        1e30,9,5
        1,1e29,1e25
        -1e30,1e30,1e-9
        """);
  }

  private void fit(Object... options) throws IOException {
    var text = new StringBuilder("area,year,price\n");
    for (int i = 0; i < ROWS; i++) {
      double area = 4.0 * (i * 37 % ROWS) / ROWS;
      double price = 1000 * Math.exp(area / 2 + (i * 7 % 5) / 9.0);
      least = Math.min(least, price);
      greatest = Math.max(greatest, price);
      text.append(String.format(Locale.ROOT, "%s,%d,%s%n", area, i % 7, price));
    }
    Files.writeString(csv, text);
    List<Object> words = new ArrayList<>(List.of("fit", csv, "--target", "price", "--out", run));
    words.addAll(List.of("--sampler", "nuts", "--chains", 2, "--warmup", 100, "--draws", 20));
    words.addAll(List.of("--test-fraction", 0, "--no-report", "--threads", 2));
    words.addAll(List.of(options));
    Result fitted = Coset.run(words.toArray());
    assertThat(fitted.exitCode()).as(fitted.err()).isZero();
  }

  private static double[][] numbers(Result predicted) {
    assertThat(predicted.exitCode()).as(predicted.err()).isZero();
    return predicted
        .out()
        .lines()
        .skip(1)
        .map(line -> Arrays.stream(line.split(",")).mapToDouble(Double::parseDouble).toArray())
        .toArray(double[][]::new);
  }

  @ParameterizedTest
  @CsvSource({
    "normal, linear, tanh, 2",
    "heteroscedastic, linear, relu, 2",
    "normal, log, relu, '3,3,3'",
    "heteroscedastic, log, relu, 2",
    "heteroscedastic, log, tanh, 2"
  })
  void everyNumberIsFinite(String likelihood, String scale, String activation, String hidden)
      throws IOException {
    fit(
        "--likelihood",
        likelihood,
        "--target-scale",
        scale,
        "--activation",
        activation,
        "--hidden",
        hidden);
    for (double[] row : numbers(Coset.run("predict", run, fresh))) {
      assertThat(row).as(Arrays.toString(row)).doesNotContain(Double.NaN);
      for (double cell : row) {
        assertThat(cell).as(Arrays.toString(row)).isFinite();
      }
      if (scale.equals("log")) {
        double width = greatest / least;
        assertThat(row[1]).isBetween(least / width * 0.999, greatest * width * 1.001);
        assertThat(row[3]).isLessThanOrEqualTo(greatest * width);
      }
      double parts = Math.hypot(row[4], row[5]);
      assertThat(row[3] / parts).isBetween(1 - 1e-9, 1 + 1e-9);
    }
    Result scored = Coset.run("score", run, fresh, "--json");
    assertThat(scored.exitCode()).as(scored.err()).isZero();
    assertThat(scored.out()).doesNotContainPattern(NOT_FINITE);
    Result arrays =
        Coset.run("predict", run, fresh, "--components", "-o", folder.resolve("out.npz"));
    assertThat(arrays.exitCode()).as(arrays.err()).isZero();
  }

  /** One row has no standard error: none is printed. */
  @Test
  void theScoresOfOneRowAreFinite() throws IOException {
    fit("--hidden", "2");
    List<String> lines = Files.readAllLines(csv);
    Path one = Files.writeString(folder.resolve("one.csv"), lines.get(0) + "\n" + lines.get(1));
    for (String form : List.of("--json", "--threads=2")) {
      Result scored = Coset.run("score", run, one, form);
      assertThat(scored.exitCode()).as(scored.err()).isZero();
      assertThat(scored.out()).doesNotContainPattern(NOT_FINITE).doesNotContain("lppd_se", "+-");
    }
  }

  @ParameterizedTest
  @CsvSource({"predict", "score"})
  void rowsOutsideAreCountedWithTheirColumns(String command) throws IOException {
    fit("--hidden", "2");
    String sentence =
        "Warning: 5 of 6 rows are outside the training range: 'area' (4 rows), 'year' (3 rows).";
    assertThat(Coset.run(command, run, fresh).err().lines()).containsExactly(sentence);
    assertThat(Coset.run(command, run, csv).err()).isEmpty();
    Path small = folder.resolve("small.coset");
    assertThat(Coset.run("compress", run, "-o", small).exitCode()).isZero();
    assertThat(Coset.run(command, small, fresh).err().lines())
        .containsExactly(
            sentence
                + " The loss that 'coset compress' reported does not cover such rows: predict them"
                + " with the run's folder.");
    assertThat(Coset.run(command, small, csv).err()).isEmpty();
  }

  /** The file has the bounds of the run that it is of. */
  @Test
  void aCompressedRunClampsAsItsRun() throws IOException {
    fit("--hidden", "2", "--target-scale", "log", "--activation", "relu");
    Path small = folder.resolve("small.coset");
    assertThat(Coset.run("compress", run, "--kl", "1e-6", "-o", small).exitCode()).isZero();
    double[][] full = numbers(Coset.run("predict", run, fresh));
    double[][] thin = numbers(Coset.run("predict", small, fresh));
    for (int i : List.of(1, 3)) {
      assertThat(thin[i][1] / full[i][1]).isBetween(0.8, 1.25);
    }
  }
}
