package dev.coset.data;

import java.nio.file.Path;
import java.util.stream.IntStream;

/** Files as tests read them: encoded from all their rows. */
public final class Datasets {
  private Datasets() {}

  public static Dataset fromCsv(Path file, String target, TargetType type, MissingCells missing) {
    RawTable table = RawTable.read(file, TableOptions.of(target, type, missing));
    return table.fit(IntStream.range(0, table.rows()).toArray());
  }

  /** The split in a file of a dataset that no row was dropped from. */
  public static Split split(Path file, String name, Dataset dataset) {
    return SplitFile.read(file, name, dataset.rows(), row -> row);
  }
}
