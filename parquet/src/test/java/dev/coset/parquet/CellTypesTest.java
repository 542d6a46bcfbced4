package dev.coset.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.coset.data.InputException;
import dev.coset.data.MissingCells;
import dev.coset.data.RawTable;
import dev.coset.data.TableOptions;
import dev.coset.data.TargetType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CellTypesTest {

  private static List<String> texts(String file, String column) throws IOException {
    try (ParquetTable table = ParquetTable.open(Resources.file(file))) {
      int place = table.columns().indexOf(column);
      List<String> texts = new ArrayList<>();
      while (table.next()) {
        texts.add(table.text(place));
        assertThat(table.isMissing(place)).isEqualTo(table.text(place).isEmpty());
      }
      return texts;
    }
  }

  private static List<Double> numbers(String file, String column) throws IOException {
    try (ParquetTable table = ParquetTable.open(Resources.file(file))) {
      int place = table.columns().indexOf(column);
      List<Double> numbers = new ArrayList<>();
      while (table.next()) {
        numbers.add(table.number(place));
      }
      return numbers;
    }
  }

  @Test
  void wholeNumbersAreExactAsTexts() throws IOException {
    assertThat(texts("types.parquet", "i8")).containsExactly("-128", "", "127");
    assertThat(texts("types.parquet", "u8")).containsExactly("0", "", "255");
    assertThat(texts("types.parquet", "u32")).containsExactly("0", "", "4294967295");
    assertThat(texts("types.parquet", "u64")).containsExactly("0", "", "18446744073709551615");
    assertThat(texts("types.parquet", "i64"))
        .containsExactly("-9223372036854775808", "", "9007199254740993");
  }

  @Test
  void numbersAreThoseOfTheirTexts() throws IOException {
    for (String column : List.of("i8", "u8", "u32", "u64", "i64", "f16", "f64", "last")) {
      List<Double> parsed =
          texts("types.parquet", column).stream()
              .map(text -> text.isEmpty() ? Double.NaN : Double.parseDouble(text))
              .toList();
      assertThat(numbers("types.parquet", column)).isEqualTo(parsed);
    }
    assertThat(numbers("duckdb-types.parquet", "huge")).containsExactly(0x1p127);
  }

  @Test
  void halvesAndNaNAreRead() throws IOException {
    assertThat(texts("types.parquet", "f16")).containsExactly("0.5", "", "-2");
    assertThat(texts("types.parquet", "f64")).containsExactly("1.0E300", "", "3");
  }

  @Test
  void timesAreWrittenAsIso() throws IOException {
    assertThat(texts("types.parquet", "seconds"))
        .containsExactly("1970-01-01", "", "1969-12-31T23:59:59");
    assertThat(texts("types.parquet", "ms"))
        .containsExactly("1970-01-01T00:00Z", "", "1970-01-01T00:00:00.001Z");
    assertThat(texts("types.parquet", "time")).containsExactly("00:00", "", "00:00:00.000001");
  }

  @Test
  void textsAreTrimmed() throws IOException {
    assertThat(texts("types.parquet", "code")).containsExactly("01", "", "1");
    assertThat(texts("types.parquet", "large")).containsExactly("x", "NA", "-");
  }

  @Test
  void identifiersAndEnumerationsAreTexts() throws IOException {
    assertThat(texts("duckdb-types.parquet", "id"))
        .containsExactly("00000010-0000-0000-0000-000000000007");
    assertThat(texts("duckdb-types.parquet", "kind")).containsExactly("a");
    assertThat(texts("duckdb-types.parquet", "small")).containsExactly("12");
  }

  @Test
  void pandasRowLabelsAreNoColumn() throws IOException {
    try (ParquetTable table = ParquetTable.open(Resources.file("pandas.parquet"))) {
      assertThat(table.columns()).hasSize(14).doesNotContain("__index_level_0__");
    }
  }

  /** Columns after a nested one have their own cells. */
  @Test
  void nestedColumnsAreSkipped() throws IOException {
    assertThat(numbers("types.parquet", "last")).containsExactly(1.5, 2.5, 3.5);
  }

  @ParameterizedTest
  @CsvSource({
    "types, binary, binary data",
    "types, list, a list",
    "types, struct, a record of several values",
    "types, map, a map",
    "duckdb-types, gap, binary data"
  })
  void whatIsNoCellIsRefusedByName(String file, String column, String what) {
    assertThatThrownBy(() -> texts(file + ".parquet", column))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("column '%s' is %s".formatted(column, what))
        .hasMessageContaining("Flatten or convert it, or drop it with");
  }

  private static RawTable read(String... ignored) {
    return RawTable.read(
        Resources.file("types.parquet"),
        new TableOptions(
            "last",
            TargetType.NUMBER,
            MissingCells.IMPUTE,
            List.of(ignored),
            List.of(),
            List.of(),
            null,
            null,
            false));
  }

  @Test
  void ignoredColumnsDoNotHinder() {
    assertThatThrownBy(() -> read("list", "struct", "map"))
        .hasMessageContaining("'binary' is binary data");
    assertThatThrownBy(() -> read("binary", "list", "struct", "map"))
        .hasMessageContaining("'infinite' is infinite in data row 3");
    RawTable table = read("infinite", "binary", "list", "struct", "map");
    assertThat(table.rows()).isEqualTo(3);
    assertThat(table.fit(new int[] {0, 1, 2}).encoding().columns())
        .extracting("name")
        .contains("u64", "code", "ms");
  }

  @Test
  void aTableWithoutRowsIsRefused() {
    assertThatThrownBy(
            () ->
                RawTable.read(
                    Resources.file("no-rows.parquet"),
                    TableOptions.of("y", TargetType.AUTO, MissingCells.IMPUTE)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("has a header but no rows");
  }
}
