package dev.coset.data;

import static dev.coset.message.Said.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Amounts of money, percentages and negatives in parentheses, from a file to a file. */
class AmountsTest {
  private static final int[] FOUR = {0, 1, 2, 3};

  @TempDir Path folder;

  @Test
  void theyAreReadSaidAndReadAgain() throws IOException {
    Path file = file("1,200.00", "3.50", "0", "12,000");
    Dataset data = read(file);
    assertThat(data.features()[0]).containsExactly(1200, -3.5, 0, 12000);
    assertThat(data.features()[1]).containsExactly(12, 3.5, 0, 100);
    assertThat(data.target()).containsExactly(1200.5, 3.5, -4, 5);
    assertThat(said(data.warnings())).isEmpty();
    assertThat(said(data.notes()))
        .contains(
            "'price' has numbers such as '$1,234.5'.",
            "'share' has numbers such as '1234.5%'.",
            "'y' has numbers such as '1 234,5 EUR'.");
    EncodedRows again = again(data, file);
    assertThat(again.features()).isDeepEqualTo(data.features());
    assertThat(again.target()).isEqualTo(data.target());
  }

  @Test
  void parenthesesAreNamed() throws IOException {
    String rows = "(3.50);1\n2;2\n(4);3\n1.25;4\n";
    Dataset data = read(Files.writeString(folder.resolve("debts.csv"), "debt;y\n" + rows));
    assertThat(said(data.notes()))
        .contains("'debt' has numbers such as '1234.5', and negative ones in parentheses.");
    assertThat(data.features()[0]).containsExactly(-3.5, 2, -4, 1.25);
  }

  private Path file(String first, String second, String third, String fourth) throws IOException {
    return Files.writeString(
        folder.resolve("data.csv"),
        """
        price;share;y
        $%s;12%%;1 200,50 EUR
        ($%s);3.5%%;3,50 EUR
        $%s;0%%;-4 EUR
        $%s;100%%;5 EUR
        """
            .formatted(first, second, third, fourth));
  }

  /** Neither another unit nor no unit is taken for the stored one: 0.12 may be 12%. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "$5; 0.12; share; 1234.5%",
        "5; 12%; price; $1,234.5",
        "5 EUR; 12%; price; $1,234.5"
      })
  void aNewCellOfAnotherFormatIsNamed(String price, String share, String column, String such)
      throws IOException {
    Dataset data = read(file("1,200.00", "3.50", "0", "12,000"));
    Path other =
        Files.writeString(
            folder.resolve("new.csv"), "price;share\n$1;5%\n" + price + ";" + share + "\n");
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> again(data, other))
        .withMessageContainingAll(
            "column '" + column + "' is '", "in data row 2 (line 3)", "numbers such as '" + such)
        .satisfies(e -> Sentences.assertMessage(e.getMessage()));
  }

  /** Texts of NumPy's arrays are read as the cells of a file. */
  @Test
  void arraysOfTextHaveThemToo() throws IOException {
    Path arrays = folder.resolve("data.npz");
    try (var writer = new NpzWriter(arrays)) {
      writer.texts("price", List.of("$1,200.00", "($3.50)", "$0", "$12,000"));
      writer.texts("share", List.of("12%", "3.5%", "0%", "100%"));
      writer.texts("y", List.of("1 200,50 EUR", "3,50 EUR", "-4 EUR", "5 EUR"));
    }
    Dataset ofText = read(file("1,200.00", "3.50", "0", "12,000"));
    Dataset ofArrays = read(arrays);
    assertThat(ofArrays.encoding()).isEqualTo(ofText.encoding());
    assertThat(ofArrays.features()).isDeepEqualTo(ofText.features());
    assertThat(ofArrays.fingerprint()).isEqualTo(ofText.fingerprint());
  }

  @Test
  void anAmbiguousColumnStops() throws IOException {
    Path file = file("1,200", "3", "0", "12,000");
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> read(file))
        .withMessageContainingAll("'price'", "'$1,200'", "the comma may be decimal")
        .satisfies(e -> Sentences.assertMessage(e.getMessage()));
  }

  private static Dataset read(Path file) {
    var options = TableOptions.of("y", TargetType.AUTO, MissingCells.IMPUTE);
    return RawTable.read(file, options).fit(FOUR);
  }

  private static EncodedRows again(Dataset data, Path file) {
    List<EncodedRows> tables = new ArrayList<>();
    data.encoding()
        .read(
            file,
            UnknownLevel.ERROR,
            MissingCells.IMPUTE,
            TargetColumn.OPTIONAL,
            FOUR.length,
            tables::add);
    return tables.getFirst();
  }
}
