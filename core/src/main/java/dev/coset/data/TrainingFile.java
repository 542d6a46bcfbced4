package dev.coset.data;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Reads a dataset from a file in one pass, finding out on the way which columns are text. */
final class TrainingFile {

  private final CsvFile file;
  private final MissingCells missing;
  private final int targetCell;
  private final TargetBuilder target;
  private final List<ColumnBuilder> columns = new ArrayList<>();
  private final IntStream.Builder rowOf = IntStream.builder();

  private TrainingFile(CsvFile file, String targetName, TargetType type, MissingCells missing) {
    this.file = file;
    this.missing = missing;
    this.targetCell = ColumnNames.find(file, List.of(targetName), "column")[0];
    this.target = new TargetBuilder(file, targetCell, type);
    ColumnNames.check(file);
    for (int cell = 0; cell < file.header().size(); cell++) {
      if (cell != targetCell) {
        columns.add(new ColumnBuilder(file, cell));
      }
    }
  }

  static Dataset read(Path path, String target, TargetType type, MissingCells missing) {
    try (CsvFile file = CsvFile.open(path, List.of(target))) {
      return new TrainingFile(file, target, type, missing).read();
    }
  }

  private Dataset read() {
    // A missing feature can be filled in, a missing target cannot.
    int[] needed =
        missing == MissingCells.MEAN
            ? new int[] {targetCell}
            : IntStream.range(0, file.header().size()).toArray();
    MissingCount count = new MissingCount(file, needed);
    int incomplete = 0;
    for (Row row = file.next(); row != null; row = file.next()) {
      boolean drop = count.add(row);
      if (missing == MissingCells.DROP) {
        rowOf.add(drop ? -1 : file.rows() - 1 - incomplete);
      }
      if (drop) {
        incomplete++;
      } else if (incomplete == 0 || missing == MissingCells.DROP) {
        add(row);
      }
    }
    if (missing != MissingCells.DROP) {
      count.refuse(count.of(targetCell) == 0);
    }
    file.requireRows(2, incomplete);
    return finish(incomplete);
  }

  private void add(Row row) {
    target.add(row);
    for (ColumnBuilder column : columns) {
      column.add(row);
    }
  }

  private Dataset finish(int dropped) {
    List<String> warnings = new ArrayList<>(file.warnings());
    if (dropped > 0) {
      warnings.add(
          "%d of the %d rows of %s have missing cells and are left out."
              .formatted(dropped, file.rows(), file.name()));
    }
    TargetBuilder.Target finished = target.finish(warnings);
    List<double[]> features = new ArrayList<>();
    List<Column> encoded = new ArrayList<>();
    for (ColumnBuilder column : columns) {
      encoded.add(column.finish(features));
      column.warn(warnings);
    }
    return new Dataset(
        new Encoding(finished.column(), encoded),
        features.toArray(double[][]::new),
        finished.values(),
        dropped > 0 ? rowOf.build().toArray() : null,
        warnings);
  }
}
