package dev.coset.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** New rows, read by the encoding of a table that was trained on. */
class ReadingTest {
  private static final int ROWS = 12;

  private static Map<String, List<?>> columns() {
    var columns = new LinkedHashMap<String, List<?>>();
    columns.put("name", IntStream.range(0, ROWS).mapToObj(i -> "row " + i).toList());
    columns.put("x", IntStream.range(0, ROWS).mapToObj(i -> i * i * 0.5).toList());
    columns.put("colour", IntStream.range(0, ROWS).mapToObj(i -> i % 3 == 0 ? "r" : "b").toList());
    columns.put("y", IntStream.range(0, ROWS).mapToObj(i -> 1.5 * i - 4).toList());
    return columns;
  }

  private static Encoding encoding(Map<String, List<?>> columns, MissingCells missing) {
    var options =
        new TableOptions(
            "y", TargetType.AUTO, missing, List.of(), List.of(), List.of(), "name", null, false);
    int[] all = IntStream.range(0, ROWS).toArray();
    return RawTable.read(Table.of(columns), options).fit(all).encoding();
  }

  private static Reading read(
      Encoding encoding,
      Map<String, List<?>> columns,
      MissingCells missing,
      TargetColumn target,
      int chunkRows,
      List<EncodedRows> chunks) {
    return encoding.read(
        Table.of(columns),
        UnknownLevel.ERROR,
        missing,
        target,
        chunkRows,
        true,
        header -> assertThat(header).containsExactlyElementsOf(columns.keySet()),
        chunks::add);
  }

  /** All rows in order, in tables of as many rows as are asked for and a last one. */
  @ParameterizedTest
  @ValueSource(ints = {1, 5, 11, 12, 13, 1000})
  void chunksAreTheTableCutIntoPieces(int chunkRows) {
    Encoding encoding = encoding(columns(), MissingCells.ERROR);
    List<EncodedRows> chunks = new ArrayList<>();
    Reading reading =
        read(encoding, columns(), MissingCells.ERROR, TargetColumn.REQUIRED, chunkRows, chunks);
    assertThat(reading).isEqualTo(new Reading(0, 0, 0, 0, List.of()));
    assertThat(chunks).hasSize((ROWS + chunkRows - 1) / chunkRows);
    int at = 0;
    for (EncodedRows chunk : chunks) {
      assertThat(chunk.rows()).isEqualTo(Math.min(chunkRows, ROWS - at));
      assertThat(chunk.ids()).hasSize(chunk.rows());
      assertThat(chunk.inputs()).hasSize(chunk.rows());
      assertThat(chunk.target()).hasSize(chunk.rows());
      assertThat(chunk.features()).hasDimensions(3, chunk.rows());
      for (int i = 0; i < chunk.rows(); i++, at++) {
        assertThat(chunk.rowNumbers()[i]).isEqualTo(at + 1);
        assertThat(chunk.ids().get(i)).isEqualTo("row " + at);
        assertThat(chunk.inputs().get(i)).startsWith("row " + at).hasSize(4);
        assertThat(chunk.features()[0][i]).isEqualTo(at * at * 0.5);
        assertThat(chunk.features()[1][i]).isEqualTo(at % 3 == 0 ? 0 : 1);
        assertThat(chunk.features()[2][i]).isEqualTo(at % 3 == 0 ? 1 : 0);
        assertThat(chunk.target()[i]).isEqualTo(1.5 * at - 4);
      }
    }
    assertThat(at).isEqualTo(ROWS);
  }

  @Test
  void aChunkHasARow() {
    Encoding encoding = encoding(columns(), MissingCells.ERROR);
    for (int rows : new int[] {0, -1}) {
      assertThatThrownBy(
              () ->
                  read(
                      encoding,
                      columns(),
                      MissingCells.ERROR,
                      TargetColumn.REQUIRED,
                      rows,
                      new ArrayList<>()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("at least 1 row, but was to have " + rows);
    }
  }

  /** The target and the names are read where they are there, and the target only if wanted. */
  @Test
  void newRowsMayLackTargetAndNames() {
    Encoding encoding = encoding(columns(), MissingCells.ERROR);
    Map<String, List<?>> bare = columns();
    bare.remove("y");
    bare.remove("name");
    List<EncodedRows> chunks = new ArrayList<>();
    read(encoding, bare, MissingCells.ERROR, TargetColumn.OPTIONAL, 100, chunks);
    read(encoding, bare, MissingCells.ERROR, TargetColumn.IGNORED, 100, chunks);
    read(encoding, columns(), MissingCells.ERROR, TargetColumn.IGNORED, 100, chunks);
    read(encoding, columns(), MissingCells.ERROR, TargetColumn.OPTIONAL, 100, chunks);
    assertThat(chunks)
        .extracting(c -> c.target() != null)
        .containsExactly(false, false, false, true);
    assertThat(chunks).extracting(c -> c.ids().size()).containsExactly(0, 0, ROWS, ROWS);
    assertThat(chunks).extracting(EncodedRows::rows).containsOnly(ROWS);
    assertThat(chunks.get(0)).isEqualTo(chunks.get(1)).isEqualTo(chunks.get(2));
    assertThatThrownBy(
            () -> read(encoding, bare, MissingCells.ERROR, TargetColumn.REQUIRED, 100, chunks))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("'y'");
  }

  /** What is missing stops, or its row is left out, or it is filled in: and is counted. */
  @Test
  void missingCellsAreCounted() {
    Map<String, List<?>> gaps = columns();
    List<Object> x = new ArrayList<>(gaps.get("x"));
    x.set(2, null);
    x.set(7, null);
    gaps.put("x", x);
    Encoding encoding = encoding(gaps, MissingCells.IMPUTE);
    List<EncodedRows> chunks = new ArrayList<>();
    Reading filled = read(encoding, gaps, MissingCells.IMPUTE, TargetColumn.REQUIRED, 100, chunks);
    assertThat(filled.leftOut()).isZero();
    assertThat(filled.imputed()).isEqualTo(2);
    assertThat(chunks.getFirst().rows()).isEqualTo(ROWS);
    double median = (5 * 5 * 0.5 + 6 * 6 * 0.5) / 2; // four are less, four more
    assertThat(chunks.getFirst().features()[0][2]).isEqualTo(median);
    chunks.clear();
    Encoding whole = encoding(columns(), MissingCells.DROP);
    Reading dropped = read(whole, gaps, MissingCells.DROP, TargetColumn.REQUIRED, 100, chunks);
    assertThat(dropped.leftOut()).isEqualTo(2);
    assertThat(dropped.imputed()).isZero();
    assertThat(chunks.getFirst().rowNumbers()).containsExactly(1, 2, 4, 5, 6, 7, 9, 10, 11, 12);
    assertThatThrownBy(
            () -> read(whole, gaps, MissingCells.ERROR, TargetColumn.REQUIRED, 100, chunks))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("2 in column 'x', first in data row 3");
  }

  /** A table of which every row lacks the target has none. */
  @Test
  void aTargetThatIsMissingEverywhereIsRefused() {
    Encoding encoding = encoding(columns(), MissingCells.IMPUTE);
    Map<String, List<?>> none = columns();
    none.put("y", Arrays.asList(new Object[ROWS]));
    assertThatThrownBy(
            () ->
                read(
                    encoding,
                    none,
                    MissingCells.IMPUTE,
                    TargetColumn.REQUIRED,
                    100,
                    new ArrayList<>()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("'y' is missing in every row");
  }
}
