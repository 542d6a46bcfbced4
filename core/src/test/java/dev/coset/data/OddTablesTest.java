package dev.coset.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.message.Dialect;
import dev.coset.message.Said;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a user sees of odd tables. Beside each {@code NAME.csv} of {@code resources/tables} its
 * {@code NAME.txt} has the lines that {@code fit} prints, or the one sentence of its error. {@code
 * mvn -pl core test -Dtest=OddTablesTest -Dtables=write} writes them anew, to be read and judged
 * before they are kept.
 */
class OddTablesTest {

  private static final Path TABLES = Path.of("src", "test", "resources", "tables");
  private static final boolean WRITE = "write".equals(System.getProperty("tables"));

  static List<Path> tables() throws IOException {
    try (Stream<Path> files = Files.list(TABLES)) {
      return files.filter(file -> file.toString().endsWith(".csv")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("tables")
  void theUserIsToldWhatWasMadeOfATable(Path csv) throws IOException {
    List<String> said = said(csv);
    Path txt = Path.of(csv.toString().replaceFirst("csv$", "txt"));
    if (WRITE) {
      Files.write(txt, said);
    }
    assertThat(said).isEqualTo(Files.readAllLines(txt));
  }

  private static List<String> said(Path csv) {
    var options =
        new TableOptions(
            "y",
            TargetType.AUTO,
            MissingCells.IMPUTE,
            List.of(),
            List.of(),
            List.of(),
            null,
            null,
            true);
    List<String> lines = new ArrayList<>();
    try {
      RawTable table = RawTable.read(csv, options);
      int[] all = IntStream.range(0, table.rows()).toArray();
      Dataset dataset = table.fit(all);
      Scaling scaling = Scaling.fit(dataset, all);
      assertThat(Said.said(dataset.notes())).allSatisfy(Sentences::assertOneLine);
      lines.addAll(Said.said(dataset.notes()));
      Stream.of(dataset.warnings(), scaling.warnings())
          .flatMap(List::stream)
          .forEach(sentence -> lines.add("Warning: " + whole(Said.said(sentence))));
    } catch (InputException e) {
      lines.add("coset: " + whole(e.in(Dialect.OPTIONS)));
    }
    String folder = TABLES + csv.getFileSystem().getSeparator();
    return lines.stream().map(line -> line.replace(folder, "")).toList();
  }

  private static String whole(String sentence) {
    Sentences.assertMessage(sentence);
    return sentence;
  }
}
