package dev.coset.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tests of core have no module that reads Parquet. */
class FormatFileTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"table.parquet", "table.pq", "TABLE.PARQUET", "table", "table.csv"})
  void aParquetFileNeedsTheModule(String name) throws IOException {
    Path file =
        Files.write(folder.resolve(name), "PAR1\25\4\25\0".getBytes(StandardCharsets.US_ASCII));
    assertThatThrownBy(() -> TableFile.open(file, List.of()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("add dev.coset:coset-parquet to the class path")
        .satisfies(e -> Sentences.assertMessage(e.getMessage()));
  }

  /** A column may have the name with which a Parquet file begins. */
  @Test
  void textIsText() throws IOException {
    Path file = Files.writeString(folder.resolve("table.csv"), "PAR1,y\n1,2\n");
    try (TableFile table = TableFile.open(file, List.of())) {
      assertThat(table.header()).containsExactly("PAR1", "y");
    }
  }
}
