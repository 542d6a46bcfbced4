package dev.coset.data;

import static dev.coset.message.Said.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatasetTest {

  private static final double NAN = Double.NaN;

  @TempDir Path folder;

  @Test
  void textBecomesOneIndicatorPerLevelInSortedOrder() throws IOException {
    Dataset dataset = read("size,colour,y\n1,red,10\n2,blue,20\n3,red,30\n4,green,40\n");
    assertThat(dataset.encoding())
        .isEqualTo(
            new Encoding(
                Column.numeric("y"),
                List.of(
                    new Column.Number("size", NumberForm.PLAIN, 2.5, false, Column.Warp.NONE),
                    Column.text("colour", List.of("blue", "green", "red")))));
    assertThat(dataset.encoding().featureNames())
        .containsExactly("size", "colour=blue", "colour=green", "colour=red");
    assertThat(dataset.features())
        .isDeepEqualTo(new double[][] {{1, 2, 3, 4}, {0, 1, 0, 0}, {0, 0, 0, 1}, {1, 0, 1, 0}});
    assertThat(dataset.target()).containsExactly(10, 20, 30, 40);
    assertThat(said(dataset.warnings())).isEmpty();
  }

  @Test
  void theTargetMayStandAnywhere() throws IOException {
    assertSame(read("y,a,b\n1,2,3\n4,5,7\n"), read("a,b,y\n2,3,1\n5,7,4\n"));
    assertSame(read("a,y,b\n2,1,3\n5,4,7\n"), read("a,b,y\n2,3,1\n5,7,4\n"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\uFEFFa,b,y\n1,x,2\n3,z,4\n",
        "a,b,y\r\n1,x,2\r\n3,z,4\r\n",
        "a,b,y\r1,x,2\r3,z,4",
        "a;b;y\n1;x;2\n3;z;4\n",
        "a\tb\ty\n1\tx\t2\n3\tz\t4\n",
        "\uFEFFa;b;y\r\n1;x;2\r\n3;z;4\r\n\r\n\r\n",
        "\n\na,b,y\n1,x,2\n\n3,z,4\n  \n\t\n",
        " a , b,y \n 1 ,x , 2\n3, z\t,4",
        "\"a\",\"b\",\"y\"\n\"1\",\"x\",\"2\"\n\"3\",\"z\",\"4\"\n",
        "a, \"b\", y\n1, \"x\", 2\n3, \"z\" ,4\n",
        "a,b,y\n+1.0,x,2e0\n30e-1,z,.4e1\n",
        "\u00A0a,b,y\n1\u00A0,x,2\n3,\u2003z,4\n"
      })
  void theSameTableInAnotherSpellingIsTheSameDataset(String csv) throws IOException {
    assertSame(read(csv), read("a,b,y\n1,x,2\n3,z,4\n"));
  }

  @Test
  void aCommaWinsWhereTheHeaderLeavesItOpen() throws IOException {
    assertThat(read("a;b,y\n1,2\n3,4\n").encoding().featureNames()).containsExactly("a;b");
    assertThat(read("\"a,b\";y\n1;2\n3;4\n").encoding().featureNames()).containsExactly("a,b");
    // The separator that finds the target wins over the one that finds more columns.
    assertThat(read("a,b,c;y\n1;2\n3;4\n").encoding().featureNames()).containsExactly("a,b,c");
  }

  @Test
  void aQuotedCellMayHoldSeparatorsQuotesAndLineEnds() throws IOException {
    Dataset dataset = read("t,y\n\"a,b\",1\n\"say \"\"no\"\"\",2\n\"two\nlines\",3\n");
    assertThat(dataset.encoding().columns().getFirst().levels())
        .containsExactly("a,b", "say \"no\"", "two\nlines");
  }

  @Test
  void aTextInTheLastRowTurnsAColumnOfFewNumbersIntoText() throws IOException {
    String rows =
        IntStream.range(0, 3000).mapToObj(i -> i % 50 + "," + i).collect(Collectors.joining("\n"));
    assertThat(read("a,y\n" + rows).encoding().features()).isEqualTo(1);
    Dataset dataset = read("a,y\n" + rows.replaceAll("(?m)^49,", "last,"));
    assertThat(dataset.encoding().features()).isEqualTo(50);
    assertThat(said(dataset.warnings()))
        .singleElement()
        .asString()
        .contains("'a'", "'last'", "data row 50 (line 51)", "2940 of its 3000");
    for (int row = 0; row < 3000; row++) {
      int feature =
          dataset.encoding().featureNames().indexOf(row % 50 == 49 ? "a=last" : "a=" + row % 50);
      for (int j = 0; j < 50; j++) {
        assertThat(dataset.features()[j][row]).isEqualTo(j == feature ? 1 : 0);
      }
    }
  }

  @Test
  void fiftyLevelsAreFineAndOneMoreIsNot() throws IOException {
    assertThat(read(levels(50)).encoding().features()).isEqualTo(50);
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> read(levels(51)))
        .withMessageContainingAll("'name'", "more than 50 levels");
  }

  @Test
  void droppedRowsLeaveNoTrace() throws IOException {
    String kept = "a,b,y\n1,x,5\n2,z,6\n3,x,7\n";
    String all = "a,b,y\n?,x,1\n1,x,5\n9,only here,NA\n2,z,6\ntext,NaN,3\n3,x,7\n4,,8\n";
    Dataset dataset = read(all, MissingCells.DROP);
    assertSame(dataset, read(kept));
    assertThat(said(dataset.warnings())).singleElement().asString().contains("4 of the 7 rows");
    assertThat(IntStream.range(0, 3).map(dataset::sourceRow)).containsExactly(1, 3, 5);
  }

  @Test
  void missingCellsTakeTheMedianOrALevelOfTheirOwn() throws IOException {
    Dataset dataset = read("a,b,y\n1,x,5\n,z,6\n3,NA,7\n", MissingCells.IMPUTE);
    assertThat(dataset.encoding().featureNames())
        .containsExactly("a", "a=missing", "b=x", "b=z", "b=missing");
    assertThat(dataset.features())
        .isDeepEqualTo(new double[][] {{1, 2, 3}, {0, 1, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
    assertThat(said(dataset.warnings())).isEmpty();
    assertThat(said(dataset.notes())).hasSize(4).allSatisfy(Sentences::assertOneLine);
  }

  @Test
  void whatIsLeftOutAsConstantIsNotCalledUsed() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("data.csv"), "a,same,no,b,y\n1,4,yes,u,5\n2,4,yes,u,6\n3,4,no,v,7\n");
    RawTable table =
        RawTable.read(file, TableOptions.of("y", TargetType.NUMBER, MissingCells.IMPUTE));
    assertThat(said(table.fit(new int[] {0, 1}).notes()))
        .containsExactly("Used 1 column to predict 'y': 'a'.");
    assertThat(said(table.fit(new int[] {0, 2}).notes()))
        .containsExactly(
            "Used 3 columns to predict 'y': 'a', 'no', 'b'.",
            "Text: 'b' (2 levels).",
            "Yes or no: 'no'.");
  }

  @Test
  void aCellThatIsAWholeTextIsRefused() throws IOException {
    String level = "x".repeat(10_000);
    assertThat(read("a,y\n" + level + ",1\nz,2\n").encoding().features()).isEqualTo(2);
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> read("a,y\nz,2\n" + level + "x,1\n"))
        .withMessageContainingAll(
            "column 'a'", "10001 characters", "data row 2 (line 3)", "ignore(\"a\")")
        .satisfies(e -> Sentences.assertMessage(e.getMessage()));
  }

  @Test
  void arraysAndFileOfTheSameNumbersAreTheSameDataset() throws IOException {
    SplittableRandom random = new SplittableRandom(3);
    double[][] x = new double[200][3];
    double[] y = new double[200];
    StringBuilder csv = new StringBuilder("x1,x2,x3,y\n");
    for (int i = 0; i < y.length; i++) {
      for (int j = 0; j < 3; j++) {
        x[i][j] = random.nextGaussian();
        csv.append(x[i][j]).append(',');
      }
      y[i] = random.nextGaussian();
      csv.append(y[i]).append('\n');
    }
    Dataset ofArrays = Dataset.of(x, y);
    Dataset ofFile = read(csv.toString());
    assertSame(ofFile, ofArrays);
    assertSame(new Dataset(ofFile.encoding(), ofFile.features(), ofFile.target()), ofFile);
    assertThat(ofArrays.fingerprint()).matches("[0-9a-f]{64}");
  }

  @Test
  void theFingerprintTellsEverythingApartThatMatters() {
    double[][] x = {{1, 2}, {3, 4}};
    double[] y = {5, 6};
    assertThat(
            List.of(
                Dataset.of(x, y).fingerprint(),
                Dataset.of(List.of("x1", "x3"), x, "y", y).fingerprint(),
                Dataset.of(List.of("x1", "x2"), x, "z", y).fingerprint(),
                Dataset.of(List.of("x", "1x2"), x, "y", y).fingerprint(),
                Dataset.of(x, new double[] {6, 5}).fingerprint(),
                Dataset.of(new double[][] {{1, 2}, {3, Math.nextUp(4)}}, y).fingerprint(),
                Dataset.of(new double[][] {{2, 1}, {4, 3}}, y).fingerprint(),
                new Dataset(
                        new Encoding(
                            Column.numeric("y"), List.of(Column.text("x", List.of("1", "2")))),
                        new double[][] {{1, 3}, {2, 4}},
                        y)
                    .fingerprint(),
                Dataset.of(x, y).in(Blocks.groups(new int[] {0, 1})).fingerprint(),
                Dataset.of(x, y).in(Blocks.groups(new int[] {1, 0})).fingerprint(),
                Dataset.of(x, y).in(Blocks.times(new double[] {0, 1})).fingerprint(),
                classes("a", "b"),
                classes("a", "c"),
                classes("ab", "c"),
                Dataset.of(x, new double[] {0, 1}).fingerprint()))
        .doesNotHaveDuplicates();
  }

  /** Of long columns every row counts. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1023, 1024, 1500, 2047, 2048, 2999})
  void theFingerprintIsOfEveryRow(int row) {
    double[][] x = new double[3000][1];
    double[] y = new double[3000];
    Arrays.setAll(x, i -> new double[] {i % 10});
    Arrays.setAll(y, i -> i % 7);
    String before = Dataset.of(x, y).fingerprint();
    y[row]++;
    assertThat(Dataset.of(x, y).fingerprint()).isNotEqualTo(before);
    y[row]--;
    x[row][0]++;
    assertThat(Dataset.of(x, y).fingerprint()).isNotEqualTo(before);
    x[row][0]--;
    assertThat(Dataset.of(x, y).fingerprint()).isEqualTo(before);
  }

  private static String classes(String first, String second) {
    double[][] x = {{1, 2}, {3, 4}};
    return Dataset.classes(List.of("x1", "x2"), x, "y", List.of(first, second)).fingerprint();
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, 2, 0.5})
  void aTargetThatIsNoneOfItsClassesIsRefused(double number) {
    Encoding encoding =
        new Encoding(Column.text("y", List.of("a", "b")), List.of(Column.numeric("x")));
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> new Dataset(encoding, new double[][] {{1, 2}}, new double[] {1, number}))
        .withMessageContainingAll("row 1", "2 classes");
  }

  @Test
  void arraysThatAreNoTableAreRefused() {
    double[] y = {1, 2};
    refused("values", () -> Dataset.of(new double[][] {{1, 2}, {3}}, y));
    refused("targets", () -> Dataset.of(new double[][] {{1}, {3}, {4}}, y));
    refused("NaN in row 1", () -> Dataset.of(new double[][] {{1}, {NAN}}, y));
    refused("not finite", () -> Dataset.of(new double[][] {{1}, {1 / 0.0}}, y));
    refused(
        "target 'y' is not finite",
        () -> Dataset.of(new double[][] {{1}, {2}}, new double[] {1, NAN}));
    refused("no rows", () -> Dataset.of(new double[0][], new double[0]));
    refused("no column besides", () -> Dataset.of(new double[2][0], y));
    refused("twice", () -> Dataset.of(List.of("a", "a"), new double[2][2], "y", y));
    refused("twice", () -> Dataset.of(List.of("a", "y"), new double[2][2], "y", y));
  }

  private static void refused(String part, Runnable use) {
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(use::run)
        .withMessageContaining(part)
        .satisfies(e -> Sentences.assertMessage(e.getMessage()));
  }

  private static String levels(int count) {
    return IntStream.range(0, 2 * count)
        .mapToObj(i -> "person " + i % count + "," + i)
        .collect(Collectors.joining("\n", "name,y\n", "\n"));
  }

  private static void assertSame(Dataset actual, Dataset expected) {
    assertThat(actual.encoding()).isEqualTo(expected.encoding());
    assertThat(actual.features()).isDeepEqualTo(expected.features());
    assertThat(actual.target()).isEqualTo(expected.target());
    assertThat(actual.fingerprint()).isEqualTo(expected.fingerprint());
  }

  private Dataset read(String csv) throws IOException {
    return read(csv, MissingCells.ERROR);
  }

  private Dataset read(String csv, MissingCells missing) throws IOException {
    return Datasets.fromCsv(
        Files.writeString(folder.resolve("data.csv"), csv), "y", TargetType.NUMBER, missing);
  }
}
