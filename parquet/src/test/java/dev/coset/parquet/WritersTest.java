package dev.coset.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.data.Dataset;
import dev.coset.data.EncodedRows;
import dev.coset.data.MissingCells;
import dev.coset.data.RawTable;
import dev.coset.data.TableOptions;
import dev.coset.data.TargetColumn;
import dev.coset.data.TargetType;
import dev.coset.data.UnknownLevel;
import dev.coset.message.Message;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** A table is the same whether CSV holds it or Parquet, whoever wrote it. */
class WritersTest {
  static final List<String> TABLES = Resources.TABLES;

  private static Dataset dataset(Path file, MissingCells missing) {
    RawTable raw = RawTable.read(file, TableOptions.of("y", TargetType.NUMBER, missing));
    return raw.fit(IntStream.range(0, raw.rows()).filter(i -> i % 4 > 0).toArray());
  }

  private static List<String> sentences(List<Message> messages) {
    return messages.stream()
        .map(m -> m.toString().replaceAll("'[^']*[.](csv|parquet)'", "F"))
        .toList();
  }

  @ParameterizedTest
  @FieldSource("TABLES")
  void theDatasetIsThatOfTheCsvFile(String name) {
    for (MissingCells missing : List.of(MissingCells.IMPUTE, MissingCells.DROP)) {
      Dataset csv = dataset(Resources.file("table.csv"), missing);
      Dataset parquet = dataset(Resources.file(name + ".parquet"), missing);
      assertThat(parquet.encoding()).isEqualTo(csv.encoding());
      assertThat(parquet.features()).isDeepEqualTo(csv.features());
      assertThat(parquet.target()).isEqualTo(csv.target());
      assertThat(parquet.fingerprint()).isEqualTo(csv.fingerprint());
      assertThat(sentences(parquet.notes())).isEqualTo(sentences(csv.notes()));
      assertThat(sentences(parquet.warnings())).isEqualTo(sentences(csv.warnings()));
    }
  }

  /** Also where the encoding was learnt from the other. */
  @ParameterizedTest
  @FieldSource("TABLES")
  void theEncodedRowsAreThoseOfTheCsvFile(String name) {
    Dataset csv = dataset(Resources.file("table.csv"), MissingCells.IMPUTE);
    List<EncodedRows> read = new ArrayList<>();
    for (String file : List.of("table.csv", name + ".parquet")) {
      csv.encoding()
          .read(
              Resources.file(file),
              UnknownLevel.ERROR,
              MissingCells.IMPUTE,
              TargetColumn.REQUIRED,
              1000,
              read::add);
    }
    assertThat(read.get(1).features()).isDeepEqualTo(read.get(0).features());
    assertThat(read.get(1).target()).isEqualTo(read.get(0).target());
  }
}
