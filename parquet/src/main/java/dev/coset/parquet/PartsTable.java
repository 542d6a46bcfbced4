package dev.coset.parquet;

import dev.coset.data.InputException;
import dev.coset.data.TableSource;
import dev.coset.message.Quoted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The rows of the Parquet files in a folder, in the order of their names, as Spark writes them. */
final class PartsTable implements TableSource {
  private final List<Path> parts;
  private ParquetTable current;
  private int opened = 1;

  private PartsTable(List<Path> parts) throws IOException {
    this.parts = parts;
    this.current = ParquetTable.open(parts.getFirst());
  }

  static PartsTable open(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> parts = files.filter(PartsTable::isPart).sorted().toList();
      if (parts.isEmpty()) {
        throw new InputException(
            Quoted.path(folder) + " holds no files named .parquet: name another folder.");
      }
      return new PartsTable(parts);
    }
  }

  /** Names that begin with a point or a line are those of checksums and marks. */
  private static boolean isPart(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.endsWith(".parquet") && !name.startsWith(".") && !name.startsWith("_");
  }

  @Override
  public List<String> columns() {
    return current.columns();
  }

  @Override
  public boolean isText(int column) {
    return current.isText(column);
  }

  @Override
  public boolean next() throws IOException {
    while (!current.next()) {
      if (opened == parts.size()) {
        return false;
      }
      ParquetTable before = current;
      before.close();
      current = ParquetTable.open(parts.get(opened++));
      if (!current.hasColumnsOf(before)) {
        throw new InputException(
            "%s and %s have different columns: give a folder whose files have the same."
                .formatted(Quoted.path(parts.getFirst()), Quoted.path(parts.get(opened - 1))));
      }
    }
    return true;
  }

  @Override
  public boolean isMissing(int column) throws IOException {
    return current.isMissing(column);
  }

  @Override
  public double number(int column) throws IOException {
    return current.number(column);
  }

  @Override
  public String text(int column) throws IOException {
    return current.text(column);
  }

  @Override
  public void close() throws IOException {
    current.close();
  }
}
