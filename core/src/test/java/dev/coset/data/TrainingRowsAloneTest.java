package dev.coset.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is learnt of columns is learnt from training rows, and holds for every other file. */
class TrainingRowsAloneTest {

  private static final List<String> NAMES =
      List.of("number", "tailed", "comma", "truth", "colour", "town", "day", "at", "y");
  private static final int ROWS = 500;
  private static final Split SPLIT = Split.shuffled(ROWS, 0.3, 5);

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void nothingInATestRowChangesWhatIsLearnt(int seed) throws IOException {
    Random random = new Random(seed);
    List<List<String>> rows = rows(random);
    RawTable before = read(NAMES, rows);
    for (int row : SPLIT.test()) {
      rows.set(row, oddRow(random));
    }
    RawTable after = read(NAMES, rows);
    Dataset fitted = before.fit(SPLIT.train());
    Dataset refitted = after.fit(SPLIT.train());
    assertThat(refitted.encoding()).isEqualTo(fitted.encoding());
    assertThat(Scaling.fit(refitted, SPLIT.train())).isEqualTo(Scaling.fit(fitted, SPLIT.train()));
    assertThat(rowsOf(refitted, SPLIT.train())).isDeepEqualTo(rowsOf(fitted, SPLIT.train()));
    // Had test rows been looked at, every column but that of truths would have shown it.
    int[] all = IntStream.range(0, ROWS).toArray();
    assertThat(after.fit(all).encoding().columns())
        .filteredOn(before.fit(all).encoding().columns()::contains)
        .allMatch(column -> column instanceof Column.Truth);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void theSameRowsInAnotherFileAreTheSameFeatures(int seed) throws IOException {
    Random random = new Random(seed);
    List<List<String>> rows = rows(random);
    for (int row : SPLIT.test()) {
      rows.set(row, oddRow(random));
    }
    Dataset dataset = read(NAMES, rows).fit(SPLIT.train());
    List<Integer> order = new ArrayList<>(IntStream.range(0, NAMES.size()).boxed().toList());
    Collections.shuffle(order, random);
    List<String> names = new ArrayList<>(List.of("extra"));
    order.forEach(cell -> names.add(NAMES.get(cell)));
    List<List<String>> reordered = new ArrayList<>();
    for (List<String> row : rows) {
      List<String> cells = new ArrayList<>(List.of(random.nextBoolean() ? "" : "inf"));
      order.forEach(cell -> cells.add(row.get(cell)));
      reordered.add(cells);
    }
    List<EncodedRows> tables = new ArrayList<>();
    Reading reading =
        dataset
            .encoding()
            .read(
                write(names, reordered),
                UnknownLevel.ZERO,
                MissingCells.IMPUTE,
                TargetColumn.OPTIONAL,
                ROWS,
                tables::add);
    assertThat(tables.getFirst().features()).isDeepEqualTo(dataset.features());
    assertThat(tables.getFirst().target()).isEqualTo(dataset.target());
    assertThat(reading.leftOut()).isZero();
    assertThat(reading.imputed())
        .isEqualTo(
            rows.stream()
                .flatMap(row -> row.subList(0, row.size() - 1).stream())
                .filter(Cell::missingNumber)
                .count());
  }

  private static double[][] rowsOf(Dataset dataset, int[] rows) {
    return Arrays.stream(dataset.features())
        .map(feature -> IntStream.of(rows).mapToDouble(row -> feature[row]).toArray())
        .toArray(double[][]::new);
  }

  private static List<List<String>> rows(Random random) {
    List<List<String>> rows = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      List<String> cells = new ArrayList<>();
      cells.add(
          random.nextInt(30) == 0 ? pick(random, "", "NA", "-", ".") : "" + random.nextGaussian());
      cells.add("" + (row % 90 == 3 ? 1e7 : 100 + random.nextGaussian()));
      cells.add(random.nextInt(1000) + "," + random.nextInt(10));
      cells.add(random.nextInt(40) == 0 ? "?" : pick(random, "yes", "No", "no"));
      cells.add(random.nextInt(50) == 0 ? "None" : pick(random, "red", "green", "blue"));
      cells.add("town " + (row < 80 ? row : random.nextInt(20)));
      cells.add(
          random.nextInt(60) == 0
              ? ""
              : LocalDate.of(2020, 1, 1).plusDays(random.nextInt(900)).toString());
      cells.add("2024-03-%02d %02d:30".formatted(1 + random.nextInt(31), random.nextInt(24)));
      cells.add("" + random.nextGaussian());
      rows.add(cells);
    }
    return rows;
  }

  /** Cells of the same kinds, but far away, new, or missing. */
  private static List<String> oddRow(Random random) {
    return List.of(
        pick(random, "1e300", "-1e-300", "NA", "7"),
        pick(random, "-5e9", "", "0"),
        pick(random, "1000000,5", "?", "-3,25"),
        pick(random, "YES", ""),
        pick(random, "violet", "n/a", "other", "missing"),
        pick(random, "", "town 7", "village " + random.nextInt(1000)),
        pick(random, "1815-06-18", "2999-12-31", "null"),
        pick(random, "1999-12-31 23:59:59.5", "NA"),
        pick(random, "1e9", "-1e9", "3"));
  }

  private static String pick(Random random, String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private RawTable read(List<String> names, List<List<String>> rows) throws IOException {
    var options =
        new TableOptions(
            "y",
            TargetType.NUMBER,
            MissingCells.IMPUTE,
            List.of(),
            List.of(),
            List.of(),
            null,
            null,
            true);
    return RawTable.read(write(names, rows), options);
  }

  private Path write(List<String> names, List<List<String>> rows) throws IOException {
    List<String> lines = new ArrayList<>(List.of(String.join(";", names)));
    rows.forEach(row -> lines.add(String.join(";", row)));
    return Files.write(folder.resolve("data.csv"), lines);
  }
}
