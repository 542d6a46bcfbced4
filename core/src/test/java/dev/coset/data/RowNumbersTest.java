package dev.coset.data;

import static dev.coset.message.Said.said;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which columns number or identify rows, by their names and their cells together. */
class RowNumbersTest {
  private static final int ROWS = 60;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "id",
        "ID",
        "index",
        "Unnamed: 0",
        "row",
        "rownames",
        "customer_id",
        "PassengerId",
        "id_house",
        "order id",
        "user.uid"
      })
  void differentWholeNumbersUnderSuchANameAreNotUsed(String name) throws IOException {
    for (int factor : new int[] {1, 17}) {
      assertNotUsed(name, cells(i -> "" + (500 + factor * i)));
    }
    assertUsed(name, cells(i -> "" + i / 2));
    assertUsed(name, cells(i -> i + ".5"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "#",
        "no",
        "No.",
        "nr",
        "number",
        "row_number",
        "sample",
        "case",
        "obs",
        "S.No",
        "record no",
        "Unnamed: 3",
        "seq",
        "lineNumber",
        "idx"
      })
  void countedRowsUnderSuchANameAreNotUsed(String name) throws IOException {
    for (int first : new int[] {0, 1}) {
      List<String> counted = new ArrayList<>(cells(i -> "" + (first + i)));
      assertNotUsed(name, counted);
      Collections.shuffle(counted, new Random(1));
      assertNotUsed(name, counted);
    }
    assertUsed(name, cells(i -> "" + (2 + i)));
    assertUsed(name, cells(i -> "" + 3 * i));
    assertUsed(name, cells(i -> "" + (i < 30 ? i : i + 1)));
    assertUsed(name, cells(i -> i == 7 ? "" : "" + i));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "year",
        "time",
        "t",
        "Year_of_sale",
        "humid",
        "bid",
        "price_index",
        "house_number"
      })
  void whatCountsUnderAnotherNameIsUsed(String name) throws IOException {
    assertUsed(name, cells(i -> "" + i));
    assertUsed(name, cells(i -> "" + (1960 + i)));
    assertUsed(name, cells(i -> "" + i * i));
  }

  @Test
  void aMeasureThatCountsTheRowsIsNamed() throws IOException {
    String said = "Column 'dose' counts the rows and is used";
    assertThat(said(read("dose", cells(i -> "" + (i + 1))).warnings()))
        .singleElement()
        .satisfies(Sentences::assertMessage)
        .asString()
        .contains(said, "--ignore dose");
    assertThat(said(read("dose", cells(i -> "" + (i + 2))).warnings())).isEmpty();
    assertThat(said(read("day", cells(i -> "" + (i + 1))).warnings())).isEmpty();
    assertThat(said(read("dose", cells(i -> "" + i), "--features").warnings())).isEmpty();
  }

  @Test
  void anAskedColumnIsUsed() throws IOException {
    assertThat(names(read("id", cells(i -> "" + i), "--features"))).containsExactly("id", "b");
  }

  private void assertNotUsed(String name, List<String> cells) throws IOException {
    Dataset data = read(name, cells);
    assertThat(names(data)).as(name).containsExactly("b");
    assertThat(said(data.notes()))
        .contains(
            "Ignored '%s' (numbers the rows: list it in --features to use it).".formatted(name));
  }

  private void assertUsed(String name, List<String> cells) throws IOException {
    assertThat(names(read(name, cells))).as(name + cells).containsExactly(name, "b");
  }

  private static List<String> names(Dataset data) {
    return data.encoding().columns().stream().map(Column::name).toList();
  }

  private static List<String> cells(IntFunction<String> cell) {
    return IntStream.range(0, ROWS).mapToObj(cell).toList();
  }

  private Dataset read(String name, List<String> cells, String... option) throws IOException {
    List<String> lines = new ArrayList<>(List.of("\"" + name + "\",b,y"));
    IntStream.range(0, ROWS)
        .mapToObj(i -> "%s,%d,%d".formatted(cells.get(i), i * 37 % 11, i * 53 % 29))
        .forEach(lines::add);
    Path file = Files.write(folder.resolve("data.csv"), lines);
    List<String> features = option.length == 0 ? List.of() : List.of(name, "b");
    var options =
        new TableOptions(
            "y",
            TargetType.NUMBER,
            MissingCells.IMPUTE,
            List.of(),
            features,
            List.of(),
            null,
            null,
            true);
    return RawTable.read(file, options).fit(IntStream.range(0, ROWS).toArray());
  }
}
