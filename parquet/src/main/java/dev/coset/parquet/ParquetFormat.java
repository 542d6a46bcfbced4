package dev.coset.parquet;

import dev.coset.data.TableFormat;
import dev.coset.data.TableSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Tables in Parquet files, for {@link dev.coset.data.Table#read}. */
public final class ParquetFormat implements TableFormat {
  /** For {@link java.util.ServiceLoader}. */
  public ParquetFormat() {}

  @Override
  public String name() {
    return "parquet";
  }

  @Override
  public TableSource open(Path file) throws IOException {
    return Files.isDirectory(file) ? PartsTable.open(file) : ParquetTable.open(file);
  }
}
