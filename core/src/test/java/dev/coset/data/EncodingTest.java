package dev.coset.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class EncodingTest {

  private static final Encoding ENCODING =
      new Encoding(
          Column.numeric("y"),
          List.of(Column.numeric("a"), Column.text("colour", List.of("blue", "red"))));
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 64, 1000})
  void readingTheTrainingFileAgainGivesItsFeaturesInAnyChunks(int chunkRows) throws IOException {
    Path csv =
        Files.writeString(folder.resolve("a.csv"), MalformedCsv.sound(new SplittableRandom(5)));
    Dataset dataset = Datasets.fromCsv(csv, "y", TargetType.NUMBER, MissingCells.ERROR);
    List<EncodedRows> tables = new ArrayList<>();
    Reading reading =
        dataset
            .encoding()
            .read(
                csv,
                UnknownLevel.ERROR,
                MissingCells.ERROR,
                TargetColumn.REQUIRED,
                chunkRows,
                tables::add);
    assertThat(reading).isEqualTo(new Reading(0, 0, 0, 0, List.of()));
    assertThat(tables.subList(0, tables.size() - 1)).allMatch(table -> table.rows() == chunkRows);
    EncodedRows all = join(tables);
    assertThat(all.features()).isDeepEqualTo(dataset.features());
    assertThat(all.target()).isEqualTo(dataset.target());
    assertThat(all.rowNumbers()).isEqualTo(IntStream.rangeClosed(1, dataset.rows()).toArray());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a,colour\n1,red\n2,blue\n",
        "colour,a\nred,1\nblue,2\n",
        "id,colour,,a,,id\nx,red,,1,?,\ny,blue,,2,inf,\n",
        "colour;a\nred;1\nblue;2\n",
        "colour\ta\ty\nred\t1\tanything\nblue\t2\t\n"
      })
  void columnsAreFoundByNameAndOthersArePassedOver(String csv) throws IOException {
    EncodedRows table = read(csv, UnknownLevel.ERROR, MissingCells.ERROR, TargetColumn.IGNORED);
    assertThat(table)
        .isEqualTo(
            new EncodedRows(new int[] {1, 2}, new double[][] {{1, 2}, {0, 1}, {1, 0}}, null));
  }

  @Test
  void theTargetIsReadAsAskedFor() throws IOException {
    String with = "y,a,colour\n5,1,red\n6,2,blue\n";
    String without = "a,colour\n1,red\n2,blue\n";
    assertThat(target(with, TargetColumn.IGNORED)).isNull();
    assertThat(target(with, TargetColumn.OPTIONAL)).containsExactly(5, 6);
    assertThat(target(with, TargetColumn.REQUIRED)).containsExactly(5, 6);
    assertThat(target(without, TargetColumn.OPTIONAL)).isNull();
    refused(without, "no target column 'y'");
  }

  @Test
  void anUnknownLevelIsAnErrorOrZero() throws IOException {
    String csv = "colour,a,y\nred,1,0\ngreen,2,0\n";
    refused(
        csv, "column 'colour'", "level 'green'", "data row 2 (line 3)", "unknownLevel(\"zero\")");
    assertThat(read(csv, UnknownLevel.ZERO, MissingCells.ERROR, TargetColumn.IGNORED).features())
        .isDeepEqualTo(new double[][] {{1, 2}, {0, 0}, {1, 0}});
  }

  @Test
  void aClassIsFoundByItsLevelInAnySpelling() throws IOException {
    assertThat(classes("a,y\n1,10.0\n2,\" 9\"\n3,1e1\n", "9", "10")).containsExactly(1, 0, 1);
    assertThat(classes("y,a\nTRUE,1\nFalse,2\n", "false", "true")).containsExactly(1, 0);
    assertThat(classes("y,a\n1.0,1\n1,2\nx,3\n", "1", "1.0", "x")).containsExactly(1, 0, 2);
    assertThat(classes("y,a\nc,1\nb,2\n", "b", "c")).containsExactly(1, 0);
  }

  /** Whatever is done with unknown levels of features. */
  @Test
  void aClassThatTrainingNeverSawIsAnError() {
    for (String[] levels : new String[][] {{"a", "b"}, {"0", "1"}, {"false", "true"}}) {
      String known = "'%s', '%s'".formatted((Object[]) levels);
      for (String cell : List.of("2", "B", "yes", "1d")) {
        assertThatExceptionOfType(InputException.class)
            .isThrownBy(() -> classes("y,a\n" + levels[0] + ",1\n" + cell + ",2\n", levels))
            .withMessageContainingAll("'y'", "'" + cell + "'", "data row 2 (line 3)", known)
            .satisfies(e -> Sentences.assertMessage(e.getMessage()));
      }
    }
  }

  private double[] classes(String csv, String... levels) throws IOException {
    Encoding encoding =
        new Encoding(Column.text("y", List.of(levels)), List.of(Column.numeric("a")));
    Path file = Files.writeString(folder.resolve("new.csv"), csv);
    List<EncodedRows> tables = new ArrayList<>();
    encoding.read(
        file, UnknownLevel.ZERO, MissingCells.ERROR, TargetColumn.REQUIRED, 100, tables::add);
    return tables.getFirst().target();
  }

  @Test
  void missingCellsAreCountedDroppedOrFilledIn() throws IOException {
    String csv = "colour,a,y\nred,1,0\n,2,1\nblue,NaN,2\nred,?,\nblue,5,4\n";
    refused(
        csv,
        "2 in column 'a', first in data row 3 (line 4)",
        "1 in column 'colour', first in data row 2 (line 3)",
        "1 in column 'y', first in data row 4 (line 5)");
    assertThat(read(csv, UnknownLevel.ERROR, MissingCells.DROP, TargetColumn.REQUIRED))
        .isEqualTo(
            new EncodedRows(
                new int[] {1, 5}, new double[][] {{1, 5}, {0, 1}, {1, 0}}, new double[] {0, 4}));
    assertThat(read(csv, UnknownLevel.ERROR, MissingCells.IMPUTE, TargetColumn.IGNORED).features())
        .isDeepEqualTo(new double[][] {{1, 2, 0, 0, 5}, {0, 0, 1, 0, 1}, {1, 0, 0, 1, 0}});
    assertThat(read(csv, UnknownLevel.ERROR, MissingCells.IMPUTE, TargetColumn.REQUIRED))
        .isEqualTo(
            new EncodedRows(
                new int[] {1, 2, 3, 5},
                new double[][] {{1, 2, 0, 5}, {0, 0, 1, 1}, {1, 0, 0, 0}},
                new double[] {0, 1, 2, 4}));
  }

  @Test
  void aMissingCellIsTheTrainingMedianAndAFeatureOfItsOwn() throws IOException {
    var encoding =
        new Encoding(
            Column.numeric("y"),
            List.of(
                new Column.Number("a", NumberForm.PLAIN, 2.5, true, Column.Warp.NONE),
                new Column.Levels("colour", List.of("blue", "red"), true, true)));
    Path csv =
        Files.writeString(folder.resolve("new.csv"), "a,colour\n1,red\n,NA\n3,green\n.,blue\n-,\n");
    List<EncodedRows> tables = new ArrayList<>();
    Reading reading =
        encoding.read(
            csv, UnknownLevel.ERROR, MissingCells.IMPUTE, TargetColumn.IGNORED, 9, tables::add);
    assertThat(reading).isEqualTo(new Reading(0, 0, 5, 1, List.of()));
    assertThat(tables.getFirst().features())
        .isDeepEqualTo(
            new double[][] {
              {1, 2.5, 3, 2.5, 2.5},
              {0, 1, 0, 1, 1},
              {0, 0, 0, 1, 0},
              {1, 0, 0, 0, 0},
              {0, 0, 1, 0, 0},
              {0, 1, 0, 0, 1}
            });
  }

  @Test
  void aBlankLineIsAMissingCellWhereThereIsOneColumn() throws IOException {
    Encoding one = new Encoding(Column.numeric("y"), List.of(Column.numeric("a")));
    Path csv = Files.writeString(folder.resolve("one.csv"), "a\n1\n\n\n4\n\n");
    List<EncodedRows> tables = new ArrayList<>();
    one.read(csv, UnknownLevel.ERROR, MissingCells.IMPUTE, TargetColumn.IGNORED, 10, tables::add);
    assertThat(tables)
        .containsExactly(
            new EncodedRows(new int[] {1, 2, 3, 4}, new double[][] {{1, 0, 0, 4}}, null));
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(
            () ->
                one.read(
                    csv, UnknownLevel.ERROR, MissingCells.ERROR, TargetColumn.IGNORED, 10, _ -> {}))
        .withMessageContainingAll("2 in column 'a', first in data row 2 (line 3)");
  }

  @Test
  void aFileThatDoesNotFitIsRefused() {
    refused("a,y\n1,2\n", "no column 'colour'");
    refused("b,y\n1,2\n", "no columns 'a', 'colour'", "'b', 'y'");
    refused("A,colour,y\n1,red,2\n", "no column 'a'", "use 'A' if that was meant");
    refused("a,colour,a,y\n1,red,2,3\n", "'a' is there twice");
    refused("a,colour,y\n1,red,2\nlow,red,2\n", "column 'a' is 'low' in data row 2 (line 3)");
    refused("a,colour,y\n1,red,high\n", "column 'y' is 'high' in data row 1 (line 2)");
    refused("a,colour,y\n1,red,2\n-inf,red,2\n", "infinite in data row 2");
    refused("a,colour,y\n1,red\n", "has 2 cells");
    refused("a,colour,y\n", "header but no rows");
    refused("", "is empty");
  }

  @Test
  void nothingIsDeliveredAfterAMissingCell() throws IOException {
    Path csv =
        Files.writeString(
            folder.resolve("new.csv"), "a,colour\n1,red\n2,red\n3,red\n,red\n5,red\n6,red\n");
    List<EncodedRows> tables = new ArrayList<>();
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(
            () ->
                ENCODING.read(
                    csv,
                    UnknownLevel.ERROR,
                    MissingCells.ERROR,
                    TargetColumn.IGNORED,
                    2,
                    tables::add));
    assertThat(tables).hasSize(1);
  }

  @Test
  void jsonIsPlainAndComesBackTheSame() {
    JsonMapper json = JsonMapper.builder().build();
    List<Column> columns =
        List.of(
            new Column.Number(
                "price",
                new MarkedForm(NumberForm.COMMA_POINT, "$", ""),
                7,
                false,
                Column.Warp.NONE),
            new Column.Number("a", NumberForm.POINT_COMMA, 0.1, true, new Column.Warp(0.1, 2)),
            new Column.Truth("b", TruthForm.YES_NO, 1, false),
            new Column.Levels("c", List.of("blue", "red"), true, false),
            new Column.Time("d", DateForm.ISO, true, 1.5, 86_400, true));
    var encoding = new Encoding(Column.text("y", List.of("no", "yes")), columns, "name", null);
    assertThat(json.writeValueAsString(encoding))
        .isEqualTo(
            """
            {"target":{"kind":"levels","name":"y","levels":["no","yes"],"other":false,"missing":false},\
            "columns":[\
            {"kind":"number","name":"price","form":"COMMA_POINT $#","fill":7.0,"indicator":false,\
            "warp":{"center":0.0,"scale":0.0}},\
            {"kind":"number","name":"a","form":"POINT_COMMA","fill":0.1,"indicator":true,\
            "warp":{"center":0.1,"scale":2.0}},\
            {"kind":"truth","name":"b","form":"YES_NO","fill":1.0,"indicator":false},\
            {"kind":"levels","name":"c","levels":["blue","red"],"other":true,"missing":false},\
            {"kind":"time","name":"d","form":"ISO","hours":true,"first":1.5,"fill":86400.0,\
            "indicator":true}],"id":"name"}\
            """);
    for (Encoding each : List.of(ENCODING, encoding)) {
      assertThat(json.readValue(json.writeValueAsString(each), Encoding.class)).isEqualTo(each);
    }
  }

  @Test
  void aLevelOrAColumnTwiceIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> Column.text("a", List.of("x", "x")));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Encoding(Column.numeric("y"), List.of(Column.numeric("y"))));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Encoding(Column.text("y", List.of("1", "1.0")), ENCODING.columns()));
  }

  private void refused(String csv, String... parts) {
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> read(csv, UnknownLevel.ERROR, MissingCells.ERROR, TargetColumn.REQUIRED))
        .withMessageContainingAll(parts)
        .satisfies(e -> Sentences.assertMessage(e.getMessage()));
  }

  private double[] target(String csv, TargetColumn column) throws IOException {
    return read(csv, UnknownLevel.ERROR, MissingCells.ERROR, column).target();
  }

  private EncodedRows read(
      String csv, UnknownLevel unknown, MissingCells missing, TargetColumn target)
      throws IOException {
    List<EncodedRows> tables = new ArrayList<>();
    Path file = Files.writeString(folder.resolve("new.csv"), csv);
    ENCODING.read(file, unknown, missing, target, 100, tables::add);
    assertThat(tables).hasSize(1);
    return tables.getFirst();
  }

  private static EncodedRows join(List<EncodedRows> tables) {
    int features = tables.getFirst().features().length;
    double[][] joined = new double[features][];
    for (int j = 0; j < features; j++) {
      int feature = j;
      joined[j] =
          tables.stream()
              .flatMapToDouble(table -> Arrays.stream(table.features()[feature]))
              .toArray();
    }
    return new EncodedRows(
        tables.stream().flatMapToInt(table -> IntStream.of(table.rowNumbers())).toArray(),
        joined,
        tables.stream().flatMapToDouble(table -> Arrays.stream(table.target())).toArray());
  }
}
