package dev.coset.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.coset.message.Dialect;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RowWeightsTest {
  private static final int ROWS = 120;

  @TempDir Path folder;

  /** Numbers, one with heavy tails and one with gaps, levels, dates, yes and no. */
  private static Map<String, List<Object>> columns(int[] rows, double @Nullable [] weights) {
    Map<String, List<Object>> columns = new LinkedHashMap<>();
    for (String name : List.of("a", "tail", "gaps", "town", "day", "flag", "y")) {
      columns.put(name, new ArrayList<>());
    }
    if (weights != null) {
      columns.put("w", new ArrayList<>());
    }
    for (int i : rows) {
      var random = RandomSource.XO_SHI_RO_256_PP.create(i);
      columns.get("a").add(random.nextDouble() + i % 3);
      columns.get("tail").add(Math.pow(random.nextDouble(), -2.5));
      columns.get("gaps").add(i % 9 == 0 ? null : random.nextDouble());
      columns.get("town").add("t" + random.nextInt(i % 2 == 0 ? 7 : 60));
      columns.get("day").add("2024-03-%02d".formatted(1 + i % 27));
      columns.get("flag").add(i % 5 == 0 ? "yes" : "no");
      columns.get("y").add(random.nextDouble() + 0.2 * (i % 3));
      if (weights != null) {
        columns.get("w").add(weights[i]);
      }
    }
    return columns;
  }

  private RawTable read(Map<String, List<Object>> columns, MissingCells missing) {
    var options =
        new TableOptions(
            "y",
            TargetType.AUTO,
            missing,
            List.of(),
            List.of(),
            List.of(),
            null,
            null,
            true,
            columns.containsKey("w") ? "w" : null);
    return RawTable.read(file(columns), options);
  }

  /** Cells of a file are what the rows that count say, not what Java's types say. */
  private Table file(Map<String, List<Object>> columns) {
    var text = new StringBuilder(String.join(",", columns.keySet())).append('\n');
    for (int i = 0; i < columns.get("y").size(); i++) {
      int row = i;
      text.append(
              columns.values().stream()
                  .map(cells -> cells.get(row) == null ? "" : cells.get(row).toString())
                  .collect(Collectors.joining(",")))
          .append('\n');
    }
    try {
      return Table.read(Files.writeString(folder.resolve("table.csv"), text));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int[] all(int rows) {
    return IntStream.range(0, rows).toArray();
  }

  @ParameterizedTest
  @EnumSource(
      value = MissingCells.class,
      names = {"IMPUTE", "DROP"})
  void rowsOfWeightZeroAreLeftOut(MissingCells missing) {
    double[] weights = Repeated.weights(ROWS, 0, 1);
    int[] counted = IntStream.range(0, ROWS).filter(i -> weights[i] > 0).toArray();
    Map<String, List<Object>> whole = columns(all(ROWS), weights);
    for (int i = 0; i < ROWS; i++) {
      if (weights[i] == 0) {
        whole.get("a").set(i, "no number");
        whole.get("y").set(i, i % 2 == 0 ? "none" : "");
        whole.get("town").set(i, "only here");
      }
    }
    RawTable of = read(whole, missing);
    RawTable expected = read(columns(counted, weights), missing);
    Dataset data = of.fit(all(of.rows()));
    Dataset without = expected.fit(all(expected.rows()));
    assertThat(data.fingerprint()).isEqualTo(without.fingerprint());
    assertThat(data.encoding()).isEqualTo(without.encoding());
    assertThat(data.weights()).isEqualTo(without.weights());
    assertThat(of.sourceRows()).isEqualTo(ROWS);
    int kept = 0;
    for (int i = 0; i < ROWS; i++) {
      boolean isKept = weights[i] > 0 && (missing == MissingCells.IMPUTE || i % 9 != 0);
      assertThat(of.rowOf(i)).isEqualTo(isKept ? kept++ : -1);
    }
    String notes = data.notes().toString();
    assertThat(data.notes().stream().map(note -> note.in(Dialect.OPTIONS)))
        .as(notes)
        .anySatisfy(
            note ->
                assertThat(note)
                    .startsWith("Rows are weighted by 'w': " + kept(of) + " training rows count as")
                    .endsWith("Dropped %d rows of weight 0.".formatted(ROWS - counted.length)));
  }

  private static int kept(RawTable table) {
    return table.rows();
  }

  @Test
  void encodingAndScalingAreThoseOfRepeatedRows() {
    for (long seed = 1; seed < 6; seed++) {
      double[] weights = Repeated.weights(ROWS, 1, seed);
      RawTable of = read(columns(all(ROWS), weights), MissingCells.IMPUTE);
      RawTable copies = read(columns(Repeated.rows(weights), null), MissingCells.IMPUTE);
      Dataset data = of.fit(all(ROWS));
      Dataset repeated = copies.fit(all(copies.rows()));
      assertThat(data.encoding().columns())
          .usingRecursiveComparison()
          .isEqualTo(repeated.encoding().columns());
      for (TargetScale scale : TargetScale.values()) {
        Scaling scaling = Scaling.fit(data, all(ROWS), scale);
        Scaling expected = Scaling.fit(repeated, all(copies.rows()), scale);
        assertThat(scaling.kept()).isEqualTo(expected.kept());
        assertThat(scaling.means()).containsExactly(expected.means(), within(1e-12));
        assertThat(scaling.deviations()).containsExactly(expected.deviations(), within(1e-12));
        assertThat(scaling.target().center()).isCloseTo(expected.target().center(), within(1e-13));
        assertThat(scaling.target().spread()).isCloseTo(expected.target().spread(), within(1e-13));
        assertThat(scaling.target().deviation())
            .isCloseTo(expected.target().deviation(), within(1e-13));
      }
    }
  }

  @Test
  void componentsAreThoseOfRepeatedRows() {
    int rows = 6;
    double[] weights = {1, 2, 1, 3, 1, 2};
    var random = RandomSource.XO_SHI_RO_256_PP.create(4);
    double[][] x = new double[rows][15];
    for (double[] row : x) {
      Arrays.setAll(row, j -> random.nextDouble());
    }
    int[] copyOf = Repeated.rows(weights);
    double[][] copies = Arrays.stream(copyOf).mapToObj(i -> x[i]).toArray(double[][]::new);
    double[] y = {1, 2, 3, 4, 5, 7};
    Dataset of = Dataset.of(x, y).weighted(weights);
    Dataset repeated = Dataset.of(copies, Arrays.stream(copyOf).mapToDouble(i -> y[i]).toArray());
    int[] train = all(copyOf.length);
    double[][] seen = components(of, all(rows)).x();
    double[][] expected = components(repeated, train).x();
    assertThat(seen).hasDimensions(5, rows);
    for (int c = 0; c < seen.length; c++) {
      for (int i = 0; i < train.length; i++) {
        assertThat(seen[c][copyOf[i]]).isCloseTo(expected[c][i], within(1e-5)); // axes are floats
      }
    }
  }

  private static Points components(Dataset data, int[] rows) {
    return Scaling.fit(data, rows).withComponents(data, rows).points(data, rows);
  }

  @ParameterizedTest
  @CsvSource({
    "-1, is -1 in data row 3",
    "'', is missing in data row 3",
    "-, is missing in data row 3",
    "NaN, is missing in data row 3",
    "inf, is inf in data row 3",
    "1e400, is 1e400 in data row 3",
    "1e13, is 1e13 in data row 3"
  })
  void anotherCellThanAWeightIsRefusedWithItsRow(String cell, String said) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("data.csv"), "x,w,y\n1,1,1\n2,2,4\n3," + cell + ",3\n4,1,2\n");
    TableOptions options = options("w");
    assertThatThrownBy(() -> RawTable.read(file, options))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("the row weight in column 'w' " + said + " (line 4)")
        .hasMessageEndingWith("give a number from 0 to 1e12.")
        .satisfies(e -> Sentences.assertOneLine(e.getMessage()));
    Encoding encoding =
        RawTable.read(
                Files.writeString(folder.resolve("good.csv"), "x,w,y\n1,1,1\n2,2,4\n"), options)
            .fit(all(2))
            .encoding();
    assertThatThrownBy(
            () ->
                encoding.read(
                    file,
                    UnknownLevel.ZERO,
                    MissingCells.IMPUTE,
                    TargetColumn.REQUIRED,
                    10,
                    rows -> {}))
        .hasMessageContaining("the row weight in column 'w' " + said);
    assertThat(
            encoding.read(
                file,
                UnknownLevel.ZERO,
                MissingCells.IMPUTE,
                TargetColumn.IGNORED,
                10,
                rows -> assertThat(rows.weights()).isNull()))
        .extracting(Reading::weightless)
        .isEqualTo(0);
  }

  @Test
  void textIsNoWeight() throws IOException {
    Path file = Files.writeString(folder.resolve("data.csv"), "x;w;y\n1;1;1\n2;0,5;4\n3;1;3\n");
    assertThatThrownBy(() -> RawTable.read(file, options("w")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("is '0,5', which is not a plain number, in data row 2 (line 3)");
  }

  private static TableOptions options(String weight) {
    return new TableOptions(
        "y",
        TargetType.AUTO,
        MissingCells.IMPUTE,
        List.of(),
        List.of(),
        List.of(),
        null,
        null,
        true,
        weight);
  }

  @ParameterizedTest
  @CsvSource({"0;0;0, only 0 rows have", "0;2;0, only 1 row has"})
  void tooFewRowsThatCountAreRefused(String weights, String said) throws IOException {
    String[] w = weights.split(";");
    Path file =
        Files.writeString(
            folder.resolve("data.csv"), "x,w,y\n1,%s,1\n2,%s,4\n3,%s,5\n".formatted((Object[]) w));
    assertThatThrownBy(() -> RawTable.read(file, options("w")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(said + " a weight above 0 in column 'w', but at least 2 are needed");
  }

  @Test
  void theColumnIsNeitherFeatureNorTarget() {
    Map<String, List<Object>> columns = columns(all(ROWS), Repeated.weights(ROWS, 1, 1));
    assertThat(read(columns, MissingCells.IMPUTE).fit(all(ROWS)).encoding().columns())
        .extracting(Column::name)
        .containsExactly("a", "tail", "gaps", "town", "day", "flag");
    for (String wrong : List.of("y", "none")) {
      assertThatThrownBy(() -> RawTable.read(Table.of(columns), options(wrong)))
          .isInstanceOf(InputException.class)
          .hasMessageContaining(wrong);
    }
  }

  @Test
  void newRowsHaveTheirWeightsWhereTheFileHasTheColumn() throws IOException {
    Encoding encoding =
        read(columns(all(ROWS), Repeated.weights(ROWS, 1, 1)), MissingCells.IMPUTE)
            .fit(all(ROWS))
            .encoding();
    double[] weights = Repeated.weights(ROWS, 0, 2);
    int[] counted = IntStream.range(0, ROWS).filter(i -> weights[i] > 0).toArray();
    List<EncodedRows> chunks = new ArrayList<>();
    Reading with = readAgain(encoding, columns(all(ROWS), weights), chunks);
    assertThat(with.weightless()).isEqualTo(ROWS - counted.length);
    assertThat(chunks.stream().flatMapToDouble(c -> Arrays.stream(c.weights())).toArray())
        .isEqualTo(Arrays.stream(counted).mapToDouble(i -> weights[i]).toArray());
    chunks.clear();
    Reading without = readAgain(encoding, columns(all(ROWS), null), chunks);
    assertThat(chunks).allSatisfy(chunk -> assertThat(chunk.weights()).isNull());
    assertThat(without.warnings().getFirst().in(Dialect.OPTIONS))
        .endsWith("has no column of row weights 'w'. Its rows count equally.");
  }

  private static Reading readAgain(
      Encoding encoding, Map<String, List<Object>> columns, List<EncodedRows> chunks) {
    return encoding.read(
        Table.of(columns),
        UnknownLevel.ZERO,
        MissingCells.IMPUTE,
        TargetColumn.REQUIRED,
        50,
        false,
        header -> {},
        chunks::add);
  }

  /** Relative weights that sum to 1, and those of a survey, are rarely meant as numbers of rows. */
  @Test
  void weightsFarFromOneAreWarnedOf() {
    for (double scale : new double[] {1, 1.0 / ROWS, 4000}) {
      double[] weights =
          Arrays.stream(Repeated.weights(ROWS, 1, 1)).map(w -> w * scale / 2).toArray();
      Dataset data = read(columns(all(ROWS), weights), MissingCells.IMPUTE).fit(all(ROWS));
      assertThat(data.warnings().stream().map(w -> w.in(Dialect.OPTIONS)))
          .filteredOn(said -> said.contains("Scale them to a mean of 1"))
          .hasSize(scale == 1 ? 0 : 1);
    }
  }

  @Test
  void weightsOfADatasetAreChecked() {
    Dataset data = Dataset.of(new double[][] {{1}, {2}, {3}}, new double[] {1, 2, 4});
    assertThatThrownBy(() -> data.weighted(new double[] {1, 1}))
        .isInstanceOf(InputException.class)
        .hasMessage("There are 2 weights but 3 rows: give one weight for each row.");
    for (double wrong : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> data.weighted(new double[] {1, wrong, 1}))
          .hasMessage(
              "The weight of row 1 (from 0) is %s: give a number from 0 to 1e12.".formatted(wrong));
    }
    assertThat(data.weighted(new double[] {1, 1, 1}).fingerprint()).isEqualTo(data.fingerprint());
    assertThat(data.weighted(new double[] {1, 2, 1}).fingerprint())
        .isNotEqualTo(data.fingerprint());
  }
}
