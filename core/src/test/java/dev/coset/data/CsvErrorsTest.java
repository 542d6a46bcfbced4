package dev.coset.data;

import static dev.coset.message.Said.said;
import static java.nio.file.StandardOpenOption.APPEND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CsvErrorsTest {

  @TempDir Path folder;

  /** A file, and what the sentence about it must say. */
  static Stream<Arguments> faults() {
    return Stream.of(
        fault("", "'data.csv' is empty"),
        fault("\n \n", "is empty"),
        fault("a,b,y\n", "header but no rows"),
        fault("a,y\n1,2\n", "only 1 usable row", "at least 2"),
        fault("y\n1\n2\n", "no column besides the target 'y'"),
        fault("a,b\n1,2\n", "no column 'y'", "'a', 'b'"),
        fault("a,Y\n1,2\n", "no column 'y'", "use 'Y' if that was meant"),
        fault("a,b,y\n1,2,3\n4,5\n", "data row 2 (line 3)", "has 2 cells", "header has 3"),
        fault("a,b,y\n\"1\n\n\",2,3\n4,5,6,7\n", "data row 2 (line 5)", "has 4 cells"),
        fault("a,b,y\n1,2,3\n7\n1,2,3\n", "data row 2 (line 3)", "has 1 cell where"),
        fault("a,a,y\n1,2,3\n", "'a' is there twice"),
        fault("a,y,y\n1,2,3\n", "'y' is there twice"),
        fault(",a,y\n1,2,3\n1,3,4\n", "column 1 of 3 has no name"),
        fault("a,y,\n1,2,x\n3,4,y\n", "column 3 of 3 has no name"),
        fault("a,y\n1,2\n3,four\n", "target 'y'", "numeric", "'four'", "data row 2 (line 3)"),
        fault("a,y\n1,2\ninf,4\n", "column 'a'", "infinite", "data row 2 (line 3)", "'inf'"),
        fault("a,y\n1,2\n3,1e999\n", "column 'y'", "infinite", "'1e999'"),
        fault("a,y\nx,2\n-Infinity,4\n", "column 'a'", "infinite"),
        fault("a,y\n1,2\n\"3,4\n", "after data row 1", "unbalanced quote"),
        fault("a;y\n1,234;2\n2;3\n", "column 'a'", "'1,234'", "decimal or between thousands"),
        fault("a;y\n1;2,5,1\n2;3\n", "target 'y'", "numeric", "'2,5,1'", "data row 1 (line 2)"),
        fault(
            "a,y\n" + numbers(60) + "oops,1\n" + numbers(60),
            "column 'a'",
            "'oops'",
            "data row 61 (line 62)",
            "Correct that cell"),
        fault("a,y\n1,2\noops,1\n" + numbers(60), "column 'a'", "'oops'", "data row 2 (line 3)"),
        fault("a,y\n1,2\n\0,3\n", "not text"),
        fault(
            "a,b,y\n,x,1\n2,NA,2\n?,x,3\n4,x,\n",
            "2 in column 'a', first in data row 1 (line 2)",
            "1 in column 'b', first in data row 2 (line 3)",
            "1 in column 'y', first in data row 4 (line 5)",
            "missing(MissingCells.DROP)"),
        fault(
            "a,y\n,1\n2,2\n",
            "1 in column 'a'",
            "missing(MissingCells.DROP)",
            "missing(MissingCells.IMPUTE)"));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void theSentenceSaysWhatIsWrong(String csv, String[] parts) throws IOException {
    refused(Files.writeString(folder.resolve("data.csv"), csv), MissingCells.ERROR, parts);
  }

  @Test
  void aMissingTargetIsNeverFilledIn() throws IOException {
    Path file = Files.writeString(folder.resolve("data.csv"), "a,y\n,1\n2,\n3,NaN\n4,5\n");
    refused(
        file,
        MissingCells.ERROR,
        "2 in column 'y', first in data row 2",
        "missing(MissingCells.DROP)");
    Dataset imputed = Datasets.fromCsv(file, "y", TargetType.NUMBER, MissingCells.IMPUTE);
    assertThat(imputed.target()).containsExactly(1, 5);
    assertThat(IntStream.range(0, 2).map(imputed::sourceRow)).containsExactly(0, 3);
    assertThat(said(imputed.notes())).anyMatch(note -> note.contains("2 rows without the target"));
    Files.writeString(file, "a,y\n1,\n2,NA\n");
    refused(file, MissingCells.IMPUTE, "The target 'y' is missing in every row");
    refused(file, MissingCells.DROP, "The target 'y' is missing in every row");
    Files.writeString(file, "a,y\n1,-\n2,.\n");
    refused(file, MissingCells.IMPUTE, "The target 'y' is missing in every row");
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(
            () ->
                imputed
                    .encoding()
                    .read(
                        file,
                        UnknownLevel.ERROR,
                        MissingCells.IMPUTE,
                        TargetColumn.REQUIRED,
                        9,
                        table -> {}))
        .withMessageContaining("The target 'y' is missing in every row");
  }

  /** A reread, which knows only the columns that are used, drops the same rows. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "a,id,y\n1,7,1\n2,,2\n3,9,4\n", // numbers the rows
        "a,same,y\n1,5,1\n2,NA,2\n3,5,4\n",
        "a,same,y\n1,x,1\n2,NA,2\n3,x,4\n",
        "a,nothing,y\n1,,1\n2,,2\n3,,4\n"
      })
  void noRowIsDroppedForAColumnThatIsNotUsed(String csv) throws IOException {
    Path file = Files.writeString(folder.resolve("data.csv"), csv);
    Dataset dataset = Datasets.fromCsv(file, "y", TargetType.NUMBER, MissingCells.DROP);
    assertThat(dataset.target()).containsExactly(1, 2, 4);
    assertThat(dataset.encoding().featureNames()).containsExactly("a");
    assertThat(said(dataset.notes())).anyMatch(note -> note.startsWith("Ignored"));
  }

  @Test
  void aDashAmongNumbersIsMissingAlsoWhereRowsAreDropped() throws IOException {
    Path file = Files.writeString(folder.resolve("data.csv"), "a,b,y\n1,-,1\n-,x,2\n3,x,4\n");
    Dataset dataset = Datasets.fromCsv(file, "y", TargetType.NUMBER, MissingCells.DROP);
    assertThat(dataset.target()).containsExactly(1, 4);
    assertThat(dataset.features()[0]).containsExactly(1, 3);
    assertThat(IntStream.range(0, 2).map(dataset::sourceRow)).containsExactly(0, 2);
    List<EncodedRows> again = new ArrayList<>();
    dataset
        .encoding()
        .read(file, UnknownLevel.ERROR, MissingCells.DROP, TargetColumn.REQUIRED, 9, again::add);
    assertThat(again.getFirst().features()).isDeepEqualTo(dataset.features());
    assertThat(again.getFirst().rowNumbers()).containsExactly(1, 3);
  }

  @Test
  void rowsThatAreAllDroppedAreNoData() throws IOException {
    Path file = Files.writeString(folder.resolve("data.csv"), "a,b,y\n,1,1\n,3,2\n2,,3\n4,,4\n");
    refused(file, MissingCells.DROP, "Every row", "missing");
    Files.writeString(file, "a,y\n,1\n2,\n3,4\n");
    refused(file, MissingCells.DROP, "only 1 usable row");
  }

  @Test
  void whatIsNoReadableTextFileIsNamed() throws IOException {
    refused(folder.resolve("absent.csv"), MissingCells.ERROR, "no file", "absent.csv");
    refused(folder, MissingCells.ERROR, "is a directory");
    Path mixed = folder.resolve("mixed.csv");
    Files.writeString(mixed, "gr\u00FCn,y\n" + numbers(50_000));
    Files.write(mixed, "\u00FC,1\n".getBytes(StandardCharsets.ISO_8859_1), APPEND);
    refused(mixed, MissingCells.ERROR, "mixed.csv", "UTF-8");
  }

  /** Without a file: the superuser may read every one. */
  @Test
  void aFileThatMayNotBeReadIsNamed() {
    var refusal = CsvFile.unreadable("'secret.csv'", new AccessDeniedException("secret.csv"));
    Sentences.assertMessage(refusal.getMessage());
    assertThat(refusal).hasMessageContainingAll("'secret.csv'", "permissions");
  }

  private static void refused(Path file, MissingCells missing, String... parts) {
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> Datasets.fromCsv(file, "y", TargetType.NUMBER, missing))
        .satisfies(e -> Sentences.assertMessage(e.getMessage()))
        .extracting(e -> e.getMessage().replaceAll("'[^']*/([a-z]+\\.csv)'", "'$1'"))
        .asString()
        .contains(parts);
  }

  private static Arguments fault(String csv, String... parts) {
    return Arguments.of(csv, parts);
  }

  private static String numbers(int rows) {
    return IntStream.range(0, rows)
        .mapToObj(i -> i + ".5," + i + "\n")
        .collect(Collectors.joining());
  }
}
