package dev.coset.data;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Reads a dataset from a file in one pass, finding out on the way which columns are text. */
final class TrainingFile {

  private final CsvFile file;
  private final MissingCells missing;
  private final String targetName;
  private final int targetCell;
  private final List<ColumnBuilder> columns = new ArrayList<>();
  private final DoubleStream.Builder target = DoubleStream.builder();
  private final IntStream.Builder rowOf = IntStream.builder();

  private TrainingFile(CsvFile file, String targetName, MissingCells missing) {
    this.file = file;
    this.missing = missing;
    this.targetName = targetName;
    this.targetCell = ColumnNames.find(file, List.of(targetName), "column")[0];
    ColumnNames.check(file);
    for (int cell = 0; cell < file.header().size(); cell++) {
      if (cell != targetCell) {
        columns.add(new ColumnBuilder(file, cell));
      }
    }
  }

  static Dataset read(Path path, String target, MissingCells missing) {
    try (CsvFile file = CsvFile.open(path, List.of(target))) {
      return new TrainingFile(file, target, missing).read();
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
    double y = file.number(row, targetCell);
    if (Double.isNaN(y)) {
      throw new InputException(
          ("In %s, the target %s must be numeric but is %s in %s: correct that cell, or "
                  + "choose another target.")
              .formatted(
                  file.name(),
                  Quoted.text(targetName),
                  Quoted.text(row.text(targetCell)),
                  row.where()));
    }
    target.add(y);
    for (ColumnBuilder column : columns) {
      column.add(row);
    }
  }

  private Dataset finish(int dropped) {
    List<String> warnings = new ArrayList<>();
    if (dropped > 0) {
      warnings.add(
          "%d of the %d rows of %s have missing cells and are left out."
              .formatted(dropped, file.rows(), file.name()));
    }
    List<double[]> features = new ArrayList<>();
    List<Column> encoded = new ArrayList<>();
    for (ColumnBuilder column : columns) {
      encoded.add(column.finish(features));
      column.warn(warnings);
    }
    return new Dataset(
        new Encoding(Column.numeric(targetName), encoded),
        features.toArray(double[][]::new),
        target.build().toArray(),
        dropped > 0 ? rowOf.build().toArray() : null,
        warnings);
  }
}
