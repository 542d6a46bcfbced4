package dev.coset.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.CsvRecordHandler;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CsvRecordsTest {
  private final SplittableRandom random = new SplittableRandom(11);

  @Test
  void recordsAreThoseOfOneThreadWhateverTheBatches() {
    for (int table = 0; table < 25; table++) {
      String text = FuzzedTable.random(random).text();
      text = text.repeat(1 + random.nextInt(1_000_000) / text.length());
      char separator = ",;\t".charAt(random.nextInt(3));
      try (var records = new CsvRecords(new StringReader(text), separator, false);
          var one = oneThread(separator).build(handler(), new StringReader(text))) {
        int count = 0;
        try {
          for (CsvRecord expected : one) {
            CsvRow row = records.next();
            assertThat(row).isNotNull();
            assertThat(row.line()).isEqualTo(expected.getStartingLineNumber());
            assertThat(row.isBlank() ? List.of("") : row.texts())
                .isEqualTo(stripped(expected.getFields()));
            double[] numbers = row.texts().stream().mapToDouble(Cell::number).toArray();
            assertThat(IntStream.range(0, row.cells()).mapToDouble(row::number).toArray())
                .isEqualTo(numbers);
            count++;
          }
          assertThat(records.next()).isNull();
        } catch (CsvParseException e) { // after the same records
          assertThatExceptionOfType(CsvParseException.class)
              .as("after " + count + " records")
              .isThrownBy(records::next)
              .withMessage(e.getMessage());
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Test
  void aTextThatIsNotReadToItsEndCanBeClosed() {
    String text = "a,b,c\n".repeat(1_000_000);
    for (int rows : new int[] {0, 1, 30_000, 100_000}) {
      try (var records = new CsvRecords(new StringReader(text), ',', false)) {
        for (int row = 0; row < rows; row++) {
          assertThat(records.next()).isNotNull();
        }
      }
    }
  }

  @Test
  void codesNumberDifferentTextsInTheirOrder() {
    TextCodes codes = new TextCodes();
    Map<String, Integer> expected = new HashMap<>();
    for (int n = 0; n < 200_000; n++) {
      String text = random.nextInt(3) == 0 ? "" + random.nextInt(100_000) : letters();
      int code = codes.find(text);
      assertThat(code).isEqualTo(expected.getOrDefault(text, TextCodes.NONE));
      if (code == TextCodes.NONE) {
        expected.put(text, codes.size());
        codes.add(text);
        assertThat(codes.find(("<" + text + ">").toCharArray(), 1, 1 + text.length()))
            .isEqualTo(codes.size() - 1);
      }
    }
    assertThat(codes.texts()).hasSize(expected.size());
  }

  @Test
  void numbersAreKeptAsTheyCome() {
    for (int size : new int[] {0, 1, 16, 17, 65_535, 65_536, 65_537, 200_000}) {
      Doubles numbers = new Doubles();
      double[] expected = random.doubles(size).toArray();
      for (double number : expected) {
        numbers.add(number);
      }
      int[] all = IntStream.range(0, size).toArray();
      int[] third = Arrays.stream(all).filter(i -> i % 3 == 0).toArray();
      assertThat(numbers.size()).isEqualTo(size);
      assertThat(numbers.select(all)).isEqualTo(expected);
      assertThat(numbers.select(third))
          .isEqualTo(Arrays.stream(third).mapToDouble(i -> expected[i]).toArray());
    }
  }

  private String letters() {
    StringBuilder text = new StringBuilder();
    for (int n = random.nextInt(4); n >= 0; n--) {
      text.append("ab\u00FC\u6F22".charAt(random.nextInt(4)));
    }
    return text.toString();
  }

  private static CsvRecordHandler handler() {
    return CsvRecordHandler.of();
  }

  private static CsvReader.CsvReaderBuilder oneThread(char separator) {
    return CsvReader.builder()
        .fieldSeparator(separator)
        .maxBufferSize(1 << 20)
        .skipEmptyLines(false)
        .trimWhitespacesAroundQuotes(true)
        .allowUnclosedQuote(false)
        .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
        .missingFieldStrategy(FieldMismatchStrategy.IGNORE);
  }

  private static List<String> stripped(List<String> cells) {
    return cells.stream().map(String::strip).toList();
  }
}
