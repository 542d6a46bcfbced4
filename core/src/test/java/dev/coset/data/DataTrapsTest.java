package dev.coset.data;

import static dev.coset.message.Said.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.coset.PaperData;
import dev.coset.message.Said;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is wrong with a table though it can be read is said in one line each. */
class DataTrapsTest {
  private static final int ROWS = 400;

  @TempDir Path folder;
  private final Random random = new Random(7);
  private final double[] noise = random.doubles(ROWS).toArray();
  private final double[] other = random.doubles(ROWS).toArray();

  @Test
  void testRowsThatAreTrainingRowsAreCounted() {
    double[][] x = {{1, 2}, {3, 4}, {3, 5}, {1, 2}, {1, 2}, {3, 4}, {-0.0, 0}, {0, -0.0}};
    double[] y = {1, 2, 3, 1, 7, 2, 5, 5};
    Dataset data = Dataset.of(x, y);
    assertThat(Duplicates.count(data, new Split(new int[] {0, 1, 2, 6}, new int[] {3, 4, 5, 7})))
        .isEqualTo(3); // the row of another target is another one
    assertThat(
            Duplicates.say(data, new Split(new int[] {0, 2, 4}, new int[] {1, 3})).map(Said::said))
        .hasValueSatisfying(Sentences::assertOneLine)
        .hasValueSatisfying(
            said ->
                assertThat(said).startsWith("1 of the 2 test rows is").contains("--test-group"));
    assertThat(Duplicates.say(data, new Split(new int[] {0, 3, 4}, new int[] {1, 2, 5}))).isEmpty();
    assertThat(Duplicates.say(data, new Split(new int[] {0, 3}, new int[] {}))).isEmpty();
  }

  /** A copy, with a little noise, on any scale, of either kind of function. */
  @ParameterizedTest
  @ValueSource(strings = {"copy", "noisy", "log", "square", "heavy", "missing", "text"})
  void aColumnThatIsTheTargetInOtherWordsIsNamed(String kind) throws IOException {
    IntFunction<String> leak =
        i ->
            switch (kind) {
              case "copy" -> "" + 7 * y(i);
              case "noisy" -> "" + (y(i) + 0.01 * other[i]);
              case "log" -> "" + Math.log(1.01 + y(i));
              case "square" -> "" + Math.sqrt(y(i)) * (i % 3 == 0 ? -1 : 1);
              case "heavy" -> "" + Math.exp(20 * y(i));
              case "missing" -> i % 40 == 0 ? "" : "" + y(i);
              default -> "level " + i % 4;
            };
    IntFunction<String> target =
        i -> kind.equals("text") ? "" + 3.5 * (i % 4) * (i % 4) : "" + y(i);
    assertThat(said(read(leak, target, TargetType.NUMBER).warnings()))
        .singleElement()
        .satisfies(Sentences::assertMessage)
        .asString()
        .contains("'a' alone predicts 'y' nearly perfectly", "--ignore a");
  }

  private double y(int i) {
    return noise[i];
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.05, 0.2, 1})
  void aGoodColumnIsNot(double error) throws IOException {
    assertThat(
            said(
                read(i -> "" + (y(i) + error * other[i]), i -> "" + y(i), TargetType.NUMBER)
                    .warnings()))
        .isEmpty();
  }

  @Test
  void aColumnThatTellsClassesApartIsNamed() throws IOException {
    IntFunction<String> classes = i -> "c" + (i * 7 % 10) / 4;
    IntFunction<String> number = i -> "" + ((i * 7 % 10) / 4 + 0.5 * noise[i]);
    IntFunction<String> text = i -> "level " + i * 7 % 10;
    for (IntFunction<String> leak : List.of(number, text)) {
      assertThat(leaks(read(leak, classes, TargetType.CLASSES)))
          .singleElement()
          .asString()
          .contains("'a' alone predicts 'y'");
    }
    IntFunction<String> near = i -> "" + ((i * 7 % 10) / 4 + 1.1 * noise[i]);
    IntFunction<String> rare = i -> i % 50 == 0 ? "rare" : "common";
    IntFunction<String> isRare = i -> "" + (i % 50 == 0 ? 1 + noise[i] : noise[i] - 1);
    assertThat(leaks(read(near, classes, TargetType.CLASSES))).isEmpty();
    assertThat(leaks(read(isRare, rare, TargetType.CLASSES))).isEmpty(); // of 8 rows
    assertThat(leaks(read(i -> "0", rare, TargetType.CLASSES))).isEmpty();
  }

  private static List<String> leaks(Dataset data) {
    return said(data.warnings()).stream().filter(said -> said.contains("alone predicts")).toList();
  }

  /** What most rows lack does not predict the target. */
  @Test
  void aColumnOfFewRowsIsNoLeak() throws IOException {
    IntFunction<String> target = i -> "" + y(i);
    assertThat(said(read(i -> i % 5 < 3 ? "" : "" + y(i), target, TargetType.NUMBER).warnings()))
        .isEmpty();
    assertThat(said(read(i -> i % 5 < 1 ? "" : "" + y(i), target, TargetType.NUMBER).warnings()))
        .hasSize(1);
  }

  @Test
  void theOnlyColumnIsNoLeak() throws IOException {
    List<String> lines = new ArrayList<>(List.of("a,y"));
    IntStream.range(0, ROWS).mapToObj(i -> noise[i] + "," + noise[i]).forEach(lines::add);
    Path file = Files.write(folder.resolve("data.csv"), lines);
    assertThat(said(Datasets.fromCsv(file, "y", TargetType.NUMBER, MissingCells.IMPUTE).warnings()))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "airfoil, sound_pressure_level",
    "concrete, compressive_strength",
    "diabetes, progression",
    "energy, heating_load",
    "forest_fire, log1p_area",
    "regression2d, y",
    "yacht, residuary_resistance"
  })
  void theTablesOfThePaperHaveNoTraps(String name, String target) {
    Path file = PaperData.FOLDER.resolve(name + ".csv");
    RawTable table =
        RawTable.read(file, TableOptions.of(target, TargetType.NUMBER, MissingCells.IMPUTE));
    for (int seed = 0; seed < 5; seed++) {
      assertThat(said(table.fit(Split.shuffled(table.rows(), 0.2, seed).train()).warnings()))
          .isEmpty();
    }
  }

  /** The code, how many cells have it, and the others from a least one on, all in a range. */
  @ParameterizedTest
  @CsvSource({
    "-999, 5, -20, 60",
    "-999, 2, 0, 5000",
    "9999, 9, 0, 100",
    "99, 3, 0, 20",
    "-99.0, 3, 10, 50",
    "-200, 7, 1, 150",
    "-1, 7, 0, 0.9"
  })
  void codesAtTheEdgeAreNamed(String code, int count, double least, double range)
      throws IOException {
    IntFunction<String> cell =
        i -> i % 40 == 3 && i / 40 < count ? code : "" + (least + range * noise[i]);
    String shown = code.replace(".0", "");
    assertThat(said(read(cell, i -> "" + other[i], TargetType.NUMBER).warnings()))
        .singleElement()
        .satisfies(Sentences::assertMessage)
        .asString()
        .contains("Column 'a' has " + shown + " in " + count + " training rows", "Empty these");
    assertThat(said(read(i -> "" + other[i], cell, TargetType.NUMBER).warnings()))
        .singleElement()
        .asString()
        .contains("Column 'y' has " + shown);
  }

  @Test
  void bothEdgesMayHaveOne() throws IOException {
    IntFunction<String> cell =
        i -> i % 50 == 0 ? "-999" : i % 50 == 1 ? "9999" : "" + (noise[i] - 0.5);
    assertThat(said(read(cell, i -> "" + other[i], TargetType.NUMBER).warnings()))
        .hasSize(2)
        .allMatch(said -> said.contains("in 8 training rows"));
  }

  @ParameterizedTest
  @CsvSource({
    "-999, 1, -20, 60", // once
    "999, 5, 0, 990", // near the others
    "9999, 5, 0, 6000",
    "-998, 5, -20, 60",
    "9, 5, 0, 1",
    "-1.5, 5, 0, 1",
    "100, 5, 0, 10"
  })
  void otherValuesAreNoCodes(String value, int count, double least, double range)
      throws IOException {
    IntFunction<String> cell =
        i -> i % 40 == 3 && i / 40 < count ? value : "" + (least + range * noise[i]);
    assertThat(said(read(cell, i -> "" + other[i], TargetType.NUMBER).warnings())).isEmpty();
  }

  @Test
  void fewOtherValuesDoNotTellHowFarIsFar() throws IOException {
    assertThat(
            said(
                read(i -> i % 40 == 3 ? "99" : "" + i % 9, i -> "" + other[i], TargetType.NUMBER)
                    .warnings()))
        .isEmpty();
    assertThat(
            said(
                read(i -> i % 40 == 3 ? "99" : "" + i % 10, i -> "" + other[i], TargetType.NUMBER)
                    .warnings()))
        .hasSize(1);
  }

  /** Of all whole numbers up to 2^53 a double has each; of those beyond, every second. */
  @Test
  void wholeNumbersThatMergeAreCounted() throws IOException {
    long first = 1L << 53;
    IntFunction<String> exact = i -> "" + (first - 1000 + 5 * (i % 100));
    IntFunction<String> merging = i -> "" + (first + i);
    IntFunction<String> random = i -> "" + other[i];
    assertThat(said(read(exact, random, TargetType.NUMBER).warnings())).isEmpty();
    assertThat(said(read(i -> first + "e" + i % 3, random, TargetType.NUMBER).warnings()))
        .isEmpty();
    for (Dataset data :
        List.of(
            read(merging, random, TargetType.NUMBER), read(random, merging, TargetType.NUMBER))) {
      assertThat(said(data.warnings()))
          .singleElement()
          .satisfies(Sentences::assertMessage)
          .asString()
          .contains("has 200 whole numbers beyond 2^53, such as 9007199254740993", "--categorical");
    }
    List<String> lines = new ArrayList<>(List.of("user_id,b,y"));
    IntStream.range(0, ROWS)
        .mapToObj(i -> merging.apply(i) + "," + noise[i] + "," + other[i])
        .forEach(lines::add);
    Path file = Files.write(folder.resolve("data.csv"), lines);
    Dataset data = Datasets.fromCsv(file, "y", TargetType.NUMBER, MissingCells.IMPUTE);
    assertThat(data.encoding().columns()).singleElement().extracting(Column::name).isEqualTo("b");
    assertThat(said(data.warnings())).isEmpty();
  }

  @Test
  void freeTextIsNotUsed() throws IOException {
    Dataset data = read(i -> "\"text\n" + i + "\"", i -> "" + other[i], TargetType.NUMBER);
    assertThat(data.encoding().columns()).singleElement().extracting(Column::name).isEqualTo("b");
    assertThat(said(data.warnings()))
        .singleElement()
        .satisfies(Sentences::assertMessage)
        .asString()
        .contains("'a' is not used, because it is text with more than 50 levels", "'text 0'");
  }

  /** Text that was asked for, or that is all there is, is not left out without being asked. */
  @Test
  void freeTextThatMustBeUsedStops() throws IOException {
    List<String> lines = new ArrayList<>(List.of("a,b,y"));
    IntStream.range(0, ROWS)
        .mapToObj(i -> "text " + i + "," + noise[i] + "," + other[i])
        .forEach(lines::add);
    Path file = Files.write(folder.resolve("data.csv"), lines);
    List<TableOptions> asking =
        List.of(
            options(List.of("b"), List.of(), List.of()),
            options(List.of(), List.of("a", "b"), List.of()),
            options(List.of(), List.of(), List.of("a")));
    int[] rows = IntStream.range(0, ROWS).toArray();
    for (TableOptions options : asking) {
      assertThatExceptionOfType(InputException.class)
          .isThrownBy(() -> RawTable.read(file, options).fit(rows))
          .withMessageContainingAll("'a' is text with more than 50 levels", "ignore(\"a\")")
          .satisfies(e -> Sentences.assertMessage(e.getMessage()));
    }
  }

  private static TableOptions options(
      List<String> ignore, List<String> features, List<String> categorical) {
    return new TableOptions(
        "y",
        TargetType.NUMBER,
        MissingCells.IMPUTE,
        ignore,
        features,
        categorical,
        null,
        null,
        true);
  }

  /** Of a table with the column, another one that says nothing, and the target. */
  private Dataset read(IntFunction<String> cell, IntFunction<String> target, TargetType type)
      throws IOException {
    List<String> lines = new ArrayList<>(List.of("a,b,y"));
    IntStream.range(0, ROWS)
        .mapToObj(
            i -> cell.apply(i) + "," + Math.floorMod(i * 7919, 1009) % 31 + "," + target.apply(i))
        .forEach(lines::add);
    Path file = Files.write(folder.resolve("data.csv"), lines);
    return Datasets.fromCsv(file, "y", type, MissingCells.IMPUTE);
  }
}
