package dev.coset.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.coset.data.Dataset;
import dev.coset.data.InputException;
import dev.coset.data.MissingCells;
import dev.coset.data.RawTable;
import dev.coset.data.TableOptions;
import dev.coset.data.TargetType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartsTableTest {
  @TempDir Path folder;

  private void part(String name, String resource) throws IOException {
    Files.copy(Resources.file(resource), folder.resolve(name));
  }

  private static Dataset read(Path path) {
    RawTable raw =
        RawTable.read(path, TableOptions.of("y", TargetType.NUMBER, MissingCells.IMPUTE));
    return raw.fit(IntStream.range(0, raw.rows()).toArray());
  }

  @Test
  void theRowsOfAllPartsFollowEachOther() throws IOException {
    part("part-00000.parquet", "spark-zstd.parquet");
    part("part-00001.snappy.parquet", "spark-v2.parquet");
    part("_SUCCESS", "no-rows.parquet");
    part("_metadata.parquet", "no-rows.parquet");
    part(".part-00000.parquet.crc", "no-rows.parquet");
    double[] once = read(Resources.file("table.csv")).target();
    assertThat(read(folder).target())
        .isEqualTo(IntStream.range(0, 120).mapToDouble(row -> once[row % once.length]).toArray());
  }

  @Test
  void partsHaveTheSameColumns() throws IOException {
    part("a.parquet", "spark-snappy.parquet");
    part("b.parquet", "types.parquet");
    assertThatThrownBy(() -> read(folder))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("have different columns");
  }

  @Test
  void aFolderOfOtherFilesIsADirectory() throws IOException {
    part("table.csv", "table.csv");
    assertThatThrownBy(() -> read(folder))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("is a directory");
  }
}
