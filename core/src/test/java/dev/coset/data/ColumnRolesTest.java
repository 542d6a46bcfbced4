package dev.coset.data;

import static dev.coset.message.Said.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.coset.message.Message;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ColumnRolesTest {
  private static final Map<String, List<?>> COLUMNS = columns(30);

  private static Map<String, List<?>> columns(int rows) {
    var columns = new LinkedHashMap<String, List<?>>();
    columns.put("a", IntStream.range(0, rows).mapToObj(i -> i * i * 0.5).toList());
    columns.put("b", IntStream.range(0, rows).mapToObj(i -> i * 37 % 11 + 0.5).toList());
    columns.put("c", IntStream.range(0, rows).mapToObj(i -> i % 5).toList());
    columns.put("d", IntStream.range(0, rows).mapToObj(i -> "g" + i / 3).toList());
    columns.put("y", IntStream.range(0, rows).mapToObj(i -> 1.5 * i - 4).toList());
    return columns;
  }

  /** What an option of column names may be. */
  private enum Role {
    IGNORE,
    FEATURES,
    CATEGORICAL,
    ID,
    GROUP;

    TableOptions of(String column) {
      return options(
          this == IGNORE ? List.of(column) : List.of(),
          this == FEATURES ? List.of(column) : List.of(),
          this == CATEGORICAL ? List.of(column) : List.of(),
          this == ID ? column : null,
          this == GROUP ? column : null);
    }
  }

  private static TableOptions options(
      List<String> ignore,
      List<String> features,
      List<String> categorical,
      @Nullable String id,
      @Nullable String group) {
    return new TableOptions(
        "y", TargetType.AUTO, MissingCells.ERROR, ignore, features, categorical, id, group, false);
  }

  private static Dataset read(Map<String, List<?>> columns, TableOptions options) {
    RawTable table = RawTable.read(Table.of(columns), options);
    return table.fit(IntStream.range(0, table.rows()).toArray());
  }

  private static List<String> names(TableOptions options) {
    return read(COLUMNS, options).encoding().columns().stream().map(Column::name).toList();
  }

  /** Each option takes its column out of those that are used, or leaves it alone. */
  @Test
  void columnsAreUsedAsOptionsSay() {
    assertThat(names(Role.IGNORE.of("b"))).containsExactly("a", "c", "d");
    assertThat(names(Role.FEATURES.of("b"))).containsExactly("b");
    assertThat(names(Role.CATEGORICAL.of("c"))).containsExactly("a", "b", "c", "d");
    assertThat(names(Role.ID.of("d"))).containsExactly("a", "b", "c");
    assertThat(names(Role.GROUP.of("d"))).containsExactly("a", "b", "c");
    Encoding levels = read(COLUMNS, Role.CATEGORICAL.of("c")).encoding();
    assertThat(levels.columns().get(2).levels()).containsExactly("0", "1", "2", "3", "4");
    assertThat(read(COLUMNS, Role.FEATURES.of("c")).encoding().columns().getFirst().levels())
        .isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void aColumnThatIsNotThereIsNamed(Role role) {
    assertThatThrownBy(() -> names(role.of("nowhere")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("'nowhere'");
  }

  @ParameterizedTest
  @EnumSource
  void theTargetHasNoOtherRole(Role role) {
    assertThatThrownBy(() -> names(role.of("y")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("the target 'y'");
  }

  @Test
  void aColumnIsNotBothUsedAndIgnored() {
    assertThatThrownBy(
            () -> names(options(List.of("a", "b"), List.of("b", "c"), List.of(), null, null)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("'b'")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("'a'", "'c'"));
  }

  /** Of a column that counts the rows it is said so, if there are rows enough to count. */
  @ParameterizedTest
  @CsvSource({"19, false", "20, true", "40, true"})
  void aColumnThatCountsTheRowsIsNamed(int rows, boolean named) {
    Map<String, List<?>> columns = columns(rows);
    columns.put("measure", IntStream.range(0, rows).mapToObj(i -> rows - i).toList());
    Dataset data = read(columns, options(List.of(), List.of(), List.of(), null, null));
    List<Message> warnings = data.warnings();
    assertThat(said(warnings).stream().anyMatch(s -> s.contains("'measure' counts the rows")))
        .isEqualTo(named);
  }
}
