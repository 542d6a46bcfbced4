package dev.coset.data;

import static dev.coset.message.Said.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns in memory are read as a CSV file of the same cells. */
class MemoryTableTest {
  private static final TableOptions OPTIONS =
      TableOptions.of("y", TargetType.AUTO, MissingCells.IMPUTE);

  @TempDir Path folder;

  private static Map<String, List<?>> columns() {
    var columns = new LinkedHashMap<String, List<?>>();
    columns.put("number", Arrays.asList(0.1, null, -2e-9, 1e300, Double.NaN));
    columns.put("whole", List.of(3, 1e15, 999999999999999.0, -7.0, 2L));
    columns.put("text", Arrays.asList(" red ", "", "blau\u00e4", "red", null));
    columns.put("truth", List.of(true, false, true, true, false));
    columns.put(
        "day",
        List.of(
            LocalDate.of(2020, 1, 1),
            LocalDate.of(2021, 2, 3),
            LocalDate.of(2019, 7, 9),
            LocalDate.of(2020, 1, 2),
            LocalDate.of(2000, 12, 31)));
    columns.put("y", List.of(1, 2.5, 3f, 0.7, 4));
    return columns;
  }

  private static List<List<String>> texts(TableFile file) {
    List<List<String>> texts = new ArrayList<>();
    for (Row row = file.next(); row != null; row = file.next()) {
      texts.add(row.texts());
    }
    return texts;
  }

  @Test
  void aTableInMemoryIsThatOfItsCells() throws IOException {
    Table memory = Table.of(columns());
    List<List<String>> cells;
    try (TableFile file = memory.open(List.of())) {
      cells = texts(file);
      assertThat(file.rows()).isEqualTo(5);
      assertThat(file.header()).containsExactlyElementsOf(columns().keySet());
      assertThat(file.warnings()).isEmpty();
    }
    assertThat(cells.get(0)).containsExactly("0.1", "3", "red", "true", "2020-01-01", "1");
    assertThat(cells.get(1)).containsExactly("", "1.0E15", "", "false", "2021-02-03", "2.5");
    assertThat(cells).extracting(row -> row.get(1)).contains("999999999999999", "-7", "2");
    assertThat(cells.get(4)).startsWith("").endsWith("4");
    var csv = new StringBuilder(String.join(",", columns().keySet()) + "\n");
    cells.forEach(row -> csv.append(String.join(",", row)).append('\n'));
    Path path = Files.writeString(folder.resolve("t.csv"), csv);
    int[] all = {0, 1, 2, 3, 4};
    Dataset ofMemory = RawTable.read(memory, OPTIONS).fit(all);
    Dataset ofFile = RawTable.read(path, OPTIONS).fit(all);
    assertThat(ofMemory.encoding()).isEqualTo(ofFile.encoding());
    assertThat(ofMemory.features()).isDeepEqualTo(ofFile.features());
    assertThat(ofMemory.target()).isEqualTo(ofFile.target());
    assertThat(memory.name()).isEqualTo("table in memory");
    assertThat(Table.read(path).name()).isEqualTo("t.csv");
    assertThat(Table.read(Path.of("/")).name()).isEqualTo("/");
  }

  @Test
  void cellsAreNumbersTextsOrMissing() {
    try (TableFile file = Table.of(columns()).open(List.of())) {
      assertThat(file.holdsText("text")).isTrue();
      assertThat(file.holdsText("number")).isFalse();
      assertThat(file.holdsText("day")).isFalse();
      Row first = file.next();
      assertThat(first).isNotNull();
      assertThat(first.cells()).isEqualTo(6);
      assertThat(first.number(0)).isEqualTo(0.1);
      assertThat(first.number(1)).isEqualTo(3);
      assertThat(first.number(2)).isNaN();
      assertThat(first.missing(0)).isFalse();
      assertThat(first.missingNumber(0)).isFalse();
      assertThat(first.dataRow()).isEqualTo(1);
      assertThat(first.where()).isEqualTo("data row 1");
      Row second = file.next();
      assertThat(second).isNotNull();
      assertThat(second.missing(0)).isTrue();
      assertThat(second.missingNumber(0)).isTrue();
      assertThat(second.missing(2)).isTrue();
      assertThat(second.missing(1)).isFalse();
      assertThat(second.number(1)).isEqualTo(1e15);
      assertThat(second.dataRow()).isEqualTo(2);
      assertThat(second.place()).isEqualTo(new Row.Place(2, 0));
    }
  }

  /** Texts of numbers are numbers, as in a file, and a dash among them is missing. */
  @Test
  void textsOfNumbersAreNumbers() {
    try (TableFile file = Table.of(Map.of("a", List.of("2.5", "-"))).open(List.of())) {
      Row first = file.next();
      assertThat(first).isNotNull();
      assertThat(first.number(0)).isEqualTo(2.5);
      Row second = file.next();
      assertThat(second).isNotNull();
      assertThat(second.missing(0)).isFalse();
      assertThat(second.missingNumber(0)).isTrue();
      assertThat(file.next()).isNull();
    }
  }

  /** It can be read again and again, and what was given may change meanwhile. */
  @Test
  void aTableInMemoryIsACopy() {
    var cells = new ArrayList<Object>(List.of(1, 2));
    var given = new LinkedHashMap<String, List<?>>();
    given.put("a", cells);
    Table table = Table.of(given);
    cells.set(0, 7);
    given.clear();
    for (int time = 0; time < 2; time++) {
      try (TableFile file = table.open(List.of())) {
        assertThat(texts(file)).containsExactly(List.of("1"), List.of("2"));
      }
    }
  }

  @Test
  void aRowIsATableOfOne() {
    var cells = new LinkedHashMap<String, Object>();
    cells.put("a", 2.5);
    cells.put("b", null);
    cells.put("c", "red");
    try (TableFile file = Table.row(cells).open(List.of())) {
      assertThat(file.header()).containsExactly("a", "b", "c");
      assertThat(texts(file)).containsExactly(List.of("2.5", "", "red"));
    }
  }

  @Test
  void columnsHaveOneLengthAndThereIsOne() {
    var uneven = new LinkedHashMap<String, List<?>>();
    uneven.put("a", List.of(1, 2));
    uneven.put("b", List.of(1));
    assertThatThrownBy(() -> Table.of(uneven).open(List.of()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("column 'b' has 1 rows where 'a' has 2");
    assertThatThrownBy(() -> Table.of(Map.of()).open(List.of()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("no columns");
  }

  /** Rows of one group have one number, from 0 in the order in which groups come. */
  @Test
  void groupsAreNumberedWithoutGaps() {
    var columns = new LinkedHashMap<String, List<?>>();
    columns.put("x", List.of(1.5, 2.5, 3.5, 4.5, 5.25, 6.5));
    columns.put("house", List.of("c", "a", "c", "b", "a", "d"));
    columns.put("y", Arrays.asList(1.25, null, 3.5, 4.5, 5.5, 7.5));
    var options =
        new TableOptions(
            "y",
            TargetType.AUTO,
            MissingCells.IMPUTE,
            List.of(),
            List.of(),
            List.of(),
            null,
            "house",
            false);
    RawTable table = RawTable.read(Table.of(columns), options);
    assertThat(table.rows()).isEqualTo(5); // one has no target
    assertThat(table.groups()).containsExactly(0, 0, 1, 2, 3);
    assertThat(table.fit(new int[] {0, 1, 2, 3, 4}).encoding().featureNames())
        .doesNotContain("house");
    assertThat(RawTable.read(Table.of(columns), OPTIONS).groups()).isNull();
    for (Split fold : Folds.of(table, 2, 1)) {
      assertThat(fold.test())
          .satisfiesAnyOf(
              test -> assertThat(test).contains(0, 1),
              test -> assertThat(test).doesNotContain(0, 1));
    }
    assertThatThrownBy(() -> Folds.of(table, 5, 1))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("groups (4)");
  }

  /** Of all columns that lack a cell some are named and the others counted. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 9})
  void everyColumnThatLacksACellIsNamedOrCounted(int lacking) {
    var columns = new LinkedHashMap<String, List<?>>();
    for (int k = 0; k < 10; k++) {
      columns.put("c" + k, Arrays.asList(k + 0.5, k < lacking ? null : 2.25, 3.5));
    }
    columns.put("y", List.of(1.5, 2.5, 4.5));
    var options = TableOptions.of("y", TargetType.AUTO, MissingCells.ERROR);
    assertThatThrownBy(() -> RawTable.read(Table.of(columns), options))
        .isInstanceOf(InputException.class)
        .satisfies(
            error -> {
              String message = String.valueOf(error.getMessage());
              long named = Pattern.compile("1 in column 'c").matcher(message).results().count();
              int more =
                  Pattern.compile("in (\\d+) more columns")
                      .matcher(message)
                      .results()
                      .mapToInt(found -> Integer.parseInt(found.group(1)))
                      .sum();
              assertThat(named).isBetween(1L, 9L);
              assertThat(named + more).isEqualTo(lacking);
            })
        .hasMessageContaining("first in data row 2");
  }

  /** Rows are dropped that lack a cell, and nothing is said where none does. */
  @Test
  void droppedRowsAreCounted() {
    var options = TableOptions.of("y", TargetType.AUTO, MissingCells.DROP);
    var columns = new LinkedHashMap<String, List<?>>();
    columns.put("x", Arrays.asList(1.5, 2.5, 3.25, 7.5));
    columns.put("y", List.of(1.5, 2.5, 4.5, 0.5));
    RawTable whole = RawTable.read(Table.of(columns), options);
    assertThat(whole.rows()).isEqualTo(4);
    assertThat(whole.fit(new int[] {0, 1, 2, 3}).warnings()).isEmpty();
    columns.put("x", Arrays.asList(1.5, null, 3.25, 7.5));
    RawTable some = RawTable.read(Table.of(columns), options);
    assertThat(some.rows()).isEqualTo(3);
    assertThat(some.sourceRows()).isEqualTo(4);
    assertThat(List.of(some.rowOf(0), some.rowOf(1), some.rowOf(2), some.rowOf(3)))
        .containsExactly(0, -1, 1, 2);
    assertThat(said(some.fit(new int[] {0, 1, 2}).warnings()))
        .singleElement()
        .satisfies(warning -> assertThat(warning).startsWith("1 of the 4 rows"));
  }
}
