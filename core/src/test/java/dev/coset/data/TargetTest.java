package dev.coset.data;

import static dev.coset.message.Said.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a file's target becomes. */
class TargetTest {

  @TempDir Path folder;

  /** The same three cells in other spellings. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "a,y\n1,1\n2,0\n3,1\n",
        "a,y\n1,1.00\n2,0.0\n3,1\n",
        "a,y\n1,1e0\n2,-0\n3,+1\n",
        "a,y\n1,\"1\"\n2, 0 \n3,\"1.0\"\n",
        "\uFEFFy;a\r\n1;1\r\n.0;2\r\n10e-1;3\r\n",
      })
  void zeroAndOneAreTwoClassesHoweverTheyAreWritten(String csv) throws IOException {
    Dataset dataset = read(csv, TargetType.AUTO);
    assertThat(dataset.encoding().target()).isEqualTo(Column.text("y", List.of("0", "1")));
    assertThat(dataset.target()).containsExactly(1, 0, 1);
    assertThat(dataset.fingerprint())
        .isEqualTo(read("a,y\n1,1\n2,0\n3,1\n", TargetType.CLASSES).fingerprint());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a,y\n1,true\n2,false\n3,true\n",
        "a,y\n1,TRUE\n2,FALSE\n3,true\n",
        "a,y\n1,True\n2,\"False\"\n3,  True\n",
        "\uFEFFy\ta\ntRUE\t1\nfalse\t2\n\"true\"\t3\n"
      })
  void trueAndFalseAreTwoClassesInAnyCase(String csv) throws IOException {
    Dataset dataset = read(csv, TargetType.AUTO);
    assertThat(dataset.encoding().target()).isEqualTo(Column.text("y", List.of("false", "true")));
    assertThat(dataset.target()).containsExactly(1, 0, 1);
  }

  @ParameterizedTest
  @EnumSource(names = {"AUTO", "CLASSES"})
  void textsAreClassesInSortedOrder(TargetType type) throws IOException {
    Dataset dataset =
        read(csv("versicolor", "setosa", "Setosa", "\"a \"\"b\"\"\"", "setosa"), type);
    assertThat(dataset.encoding().target().levels())
        .containsExactly("Setosa", "a \"b\"", "setosa", "versicolor");
    assertThat(dataset.target()).containsExactly(3, 2, 0, 1, 2);
  }

  /** A single text makes all of them texts, which are told apart as they are written. */
  @Test
  void numbersAmongTextsAreTexts() throws IOException {
    Dataset dataset = read(csv("1", "1.0", "10", "9", "other", "other"), TargetType.CLASSES);
    assertThat(dataset.encoding().target().levels())
        .containsExactly("1", "1.0", "10", "9", "other");
    assertThat(said(dataset.warnings()))
        .singleElement()
        .asString()
        .contains("'y' is taken as text", "'other' in data row 5 (line 6)", "4 of its 6");
    assertThat(read(csv("true", "TRUE", "maybe"), TargetType.CLASSES).target())
        .containsExactly(2, 0, 1);
  }

  @Test
  void numbersAskedForAsClassesAreInTheOrderOfTheirValues() throws IOException {
    Dataset dataset =
        read(csv("10", "9.0", "-1", "1e1", "0.50", "9", "1e300", "-0.0"), TargetType.CLASSES);
    assertThat(dataset.encoding().target().levels())
        .containsExactly("-1", "0", "0.5", "9", "10", "1.0E300");
    assertThat(dataset.target()).containsExactly(4, 3, 0, 4, 2, 3, 5, 1);
    assertThat(said(dataset.warnings())).isEmpty();
  }

  @Test
  void otherNumbersStayNumbers() throws IOException {
    for (String[] cells :
        new String[][] {{"1", "2"}, {"0", "1", "2"}, {"0", "0"}, {"0", "0.5"}, {"-1", "1"}}) {
      Dataset dataset = read(csv(cells), TargetType.AUTO);
      assertThat(dataset.encoding().target()).isEqualTo(Column.numeric("y"));
      assertThat(dataset.target())
          .isEqualTo(Stream.of(cells).mapToDouble(Double::parseDouble).toArray());
      assertThat(said(dataset.warnings())).isEmpty();
    }
    Dataset asked = read(csv(50, i -> "" + i % 2), TargetType.NUMBER);
    assertThat(asked.encoding().kind()).isEqualTo(TargetKind.NUMBER);
    assertThat(said(asked.warnings())).isEmpty();
  }

  @Test
  void theUserIsToldOfClassesWithoutAWarning() throws IOException {
    for (TargetType type : new TargetType[] {TargetType.AUTO, TargetType.CLASSES}) {
      Dataset classes = read(csv("b", "a", "b", "c"), type);
      assertThat(said(classes.notes())).contains("The target has 3 classes: 'a', 'b', 'c'.");
      assertThat(classes.warnings()).isEmpty();
    }
    Dataset twoClasses = read(csv("0", "1", "1.0"), TargetType.AUTO);
    assertThat(said(twoClasses.notes())).contains("The target has 2 classes: '0', '1'.");
    assertThat(twoClasses.warnings()).isEmpty();
    assertThat(said(read(csv(90, i -> "k" + (10 + i % 30)), TargetType.AUTO).notes()))
        .contains("The target has 30 classes: 'k10', 'k11', 'k12', 'k13', 'k14' and 25 more.");
  }

  @Test
  void theUserIsToldHowFewWholeNumbersBecomeClasses() throws IOException {
    for (int rows : new int[] {15, 400}) {
      assertThat(said(read(csv(rows, i -> "" + (3 + i % 3)), TargetType.AUTO).warnings()))
          .singleElement()
          .satisfies(Sentences::assertMessage)
          .asString()
          .contains("'y'", "as a number", "3 different values", "--likelihood categorical");
    }
    assertThat(said(read(csv(50, i -> "" + i % 10), TargetType.AUTO).warnings())).hasSize(1);
    assertThat(said(read(csv(55, i -> "" + i % 11), TargetType.AUTO).warnings())).isEmpty();
    assertThat(said(read(csv(14, i -> "" + (3 + i % 3)), TargetType.AUTO).warnings())).isEmpty();
    assertThat(said(read(csv(30, i -> i % 3 + ".5"), TargetType.AUTO).warnings())).isEmpty();
    assertThat(said(read(csv(30, _ -> "7"), TargetType.AUTO).warnings())).isEmpty();
    assertThat(said(read(csv(30, i -> "" + i % 3), TargetType.NUMBER).warnings())).isEmpty();
  }

  /** Type, file, and what the sentence about it must say. */
  static Stream<Arguments> faults() {
    return Stream.of(
        fault(TargetType.AUTO, csv("a", "a"), "'y'", "only the class 'a'"),
        fault(TargetType.CLASSES, csv("4", "4.0"), "'y'", "only the class '4'"),
        fault(TargetType.NUMBER, csv("a", "b"), "must be numeric", "'a' in data row 1 (line 2)"),
        fault(TargetType.NUMBER, csv("true", "false"), "numeric", "likelihood(\"categorical\")"),
        fault(TargetType.AUTO, csv("1", "2", "four"), "numeric", "'four' in data row 3 (line 4)"),
        fault(
            TargetType.AUTO,
            csv(41, i -> i == 7 || i == 9 ? "l" + i : "" + i % 2),
            "must be numeric",
            "'l7' in data row 8 (line 9)",
            "likelihood(\"categorical\")"),
        fault(
            TargetType.AUTO,
            csv(3000, i -> i == 2500 || i == 2700 ? "1.2.3" : "" + i),
            "must be numeric",
            "'1.2.3' in data row 2501"),
        fault(
            TargetType.AUTO, csv("\"1,5\"", "\"2,5\"", "none"), "numeric", "'none' in data row 3"),
        fault(
            TargetType.AUTO,
            csv(9000, i -> i == 7000 ? "x" : "\"" + i + ",5\""),
            "must be numeric",
            "'x' in data row 7001"),
        fault(
            TargetType.AUTO,
            csv(30_000, i -> i == 25_000 ? "x" : i + ".5"),
            "must be numeric",
            "'x' in data row 25001"),
        fault(TargetType.CLASSES, csv(30_000, i -> i == 25_000 ? "x" : i + ".5"), "1000 classes"),
        fault(TargetType.AUTO, csv("\"1,234\"", "\"5,678\"", "3"), "'1,234'", "may be decimal"),
        fault(TargetType.AUTO, csv(41, i -> "p" + i % 21), "21 classes in 41 rows", "identifier"),
        fault(TargetType.CLASSES, csv(41, i -> "p" + i % 21), "free text"),
        fault(
            TargetType.CLASSES, csv(41, i -> "" + i % 21), "21 classes", "likelihood(\"normal\")"),
        fault(TargetType.CLASSES, csv(4000, i -> "" + i % 1001), "1001 classes", "identifier"),
        fault(TargetType.AUTO, csv(4000, i -> "p" + i % 1001), "1001 classes in 4000 rows"),
        fault(TargetType.CLASSES, csv("a", "b", "inf"), "column 'y'", "infinite"),
        fault(TargetType.CLASSES, csv("a", "b", "\0"), "not text"),
        fault(
            TargetType.CLASSES,
            csv("a", "", "?", "b"),
            "2 in column 'y'",
            "missing(MissingCells.DROP)"),
        fault(
            TargetType.AUTO, csv("a", "NA", "b"), "1 in column 'y'", "missing(MissingCells.DROP)"));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void theSentenceSaysWhatIsWrong(TargetType type, String csv, String[] parts) {
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> read(csv, type))
        .withMessageContainingAll(parts)
        .satisfies(e -> Sentences.assertMessage(e.getMessage()));
  }

  @Test
  void theLimitsThemselvesAreAllowed() throws IOException {
    assertThat(classes(csv(42, i -> "p" + i % 21), TargetType.AUTO)).isEqualTo(21);
    assertThat(classes(csv(20, i -> "p" + i), TargetType.AUTO)).isEqualTo(20);
    assertThat(classes(csv(2000, i -> "p" + i % 1000), TargetType.AUTO)).isEqualTo(1000);
    assertThat(classes(csv(2000, i -> "" + i % 1000), TargetType.CLASSES)).isEqualTo(1000);
    assertThat(classes(csv(40, i -> i < 2 ? "x" : "" + i % 2), TargetType.AUTO)).isEqualTo(3);
    assertThat(classes(csv("\"1,5\"", "\"2,5\""), TargetType.CLASSES)).isEqualTo(2);
    assertThat(classes(csv("\"1,5\"", "b", "c", "none"), TargetType.AUTO)).isEqualTo(4);
    // Many spellings of few numbers are few classes.
    assertThat(classes(csv(3000, i -> i % 2 + "." + "0".repeat(i)), TargetType.CLASSES))
        .isEqualTo(2);
  }

  /** The same numbers as a feature has them, in every form, and back from a new file. */
  @ParameterizedTest
  @EnumSource(NumberForm.class)
  void numbersAreReadInTheFormsOfFeatures(NumberForm form) throws IOException {
    String thousands = form.example().substring(1, form.example().length() - 5);
    String point = form.decimalComma() ? "," : ".";
    List<String> cells = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      cells.add("%s%d%s%03d%s%d".formatted(i % 7 == 0 ? "-" : "", i + 1, thousands, i, point, i));
    }
    cells.addAll(List.of("-", "NA", ".", "0"));
    String lines = cells.stream().map(c -> c + "\t" + c).collect(Collectors.joining("\n"));
    Path file = Files.writeString(folder.resolve("data.csv"), "a\ty\n" + lines);
    for (MissingCells missing : List.of(MissingCells.IMPUTE, MissingCells.DROP)) {
      Dataset dataset = Datasets.fromCsv(file, "y", TargetType.AUTO, missing);
      assertThat(dataset.target()).hasSize(61).isEqualTo(dataset.features()[0]);
      assertThat(dataset.target()[59]).isEqualTo(60059.59);
      List<EncodedRows> again = new ArrayList<>();
      Reading reading =
          dataset
              .encoding()
              .read(file, UnknownLevel.ERROR, missing, TargetColumn.REQUIRED, 99, again::add);
      assertThat(again.getFirst().target()).isEqualTo(dataset.target());
      assertThat(reading.leftOut()).isEqualTo(3);
    }
  }

  /** So that their names are found again in new files, classes keep their spelling. */
  @Test
  void zeroAndOneInAnotherFormStayANumber() throws IOException {
    assertThat(read(csv("\"0,0\"", "\"1,0\"", "0"), TargetType.AUTO).target())
        .containsExactly(0, 1, 0);
    assertThat(classes(csv("\"0,0\"", "\"1,0\"", "0"), TargetType.CLASSES)).isEqualTo(3);
  }

  @Test
  void aDashIsAClassAmongTextsAlone() throws IOException {
    String[] cells = {"0", "1", "-", "1"};
    Path file = Files.writeString(folder.resolve("data.csv"), csv(cells));
    Dataset dataset = Datasets.fromCsv(file, "y", TargetType.AUTO, MissingCells.IMPUTE);
    assertThat(dataset.encoding().target().levels()).containsExactly("0", "1");
    assertThat(dataset.target()).containsExactly(0, 1, 1);
    Files.writeString(file, csv("a", "b", "-", "b"));
    assertThat(
            Datasets.fromCsv(file, "y", TargetType.AUTO, MissingCells.IMPUTE)
                .encoding()
                .target()
                .levels())
        .containsExactly("-", "a", "b");
  }

  @Test
  void rowsLeftOutHaveNoClass() throws IOException {
    Path file = Files.writeString(folder.resolve("data.csv"), "a,y\n1,b\n,c\n3,\n4,a\n5,b\n");
    Dataset dataset = Datasets.fromCsv(file, "y", TargetType.AUTO, MissingCells.DROP);
    assertThat(dataset.encoding().target().levels()).containsExactly("a", "b");
    assertThat(dataset.target()).containsExactly(1, 0, 1);
  }

  @ParameterizedTest
  @MethodSource("faultless")
  void labelsOfAProgramAreReadLikeThoseOfAFile(List<String> cells) throws IOException {
    double[][] x = new double[cells.size()][1];
    IntStream.range(0, x.length).forEach(row -> x[row][0] = row);
    Dataset ofLabels = Dataset.classes(List.of("a"), x, "y", cells);
    Dataset ofFile = read(csv(cells.toArray(String[]::new)), TargetType.CLASSES);
    assertThat(ofLabels.encoding()).isEqualTo(ofFile.encoding());
    assertThat(ofLabels.target()).isEqualTo(ofFile.target());
    assertThat(ofLabels.fingerprint()).isEqualTo(ofFile.fingerprint());
    List<EncodedRows> tables = new ArrayList<>();
    ofLabels
        .encoding()
        .read(
            folder.resolve("data.csv"),
            UnknownLevel.ERROR,
            MissingCells.ERROR,
            TargetColumn.REQUIRED,
            100,
            tables::add);
    assertThat(tables.getFirst().target()).isEqualTo(ofLabels.target());
  }

  static Stream<List<String>> faultless() {
    return Stream.of(
        List.of("b", "a", " b ", "a b"),
        List.of("1", "1.0", "-2", "1e0", "0.25"),
        List.of("TRUE", "true", "False"),
        List.of("1", "1.0", "one"));
  }

  @Test
  void labelsThatAreNoClassesAreRefused() {
    double[][] x = {{1}, {2}};
    for (var labels :
        List.of(List.of("a", " "), List.of("a", "NA"), List.of("a"), List.of("a", "a"))) {
      assertThatExceptionOfType(InputException.class)
          .isThrownBy(() -> Dataset.classes(List.of("x"), x, "y", labels))
          .satisfies(e -> Sentences.assertMessage(e.getMessage()));
    }
  }

  private int classes(String csv, TargetType type) throws IOException {
    return read(csv, type).encoding().target().levels().size();
  }

  private Dataset read(String csv, TargetType type) throws IOException {
    Path file = Files.writeString(folder.resolve("data.csv"), csv);
    return Datasets.fromCsv(file, "y", type, MissingCells.ERROR);
  }

  private static Arguments fault(TargetType type, String csv, String... parts) {
    return Arguments.of(type, csv, parts);
  }

  private static String csv(String... cells) {
    return csv(cells.length, i -> cells[i]);
  }

  private static String csv(int rows, IntFunction<String> cell) {
    return IntStream.range(0, rows)
        .mapToObj(i -> i + "," + cell.apply(i))
        .collect(Collectors.joining("\n", "a,y\n", "\n"));
  }
}
