package dev.coset.data;

import dev.coset.message.Quoted;

/** The column of a table that says how much its rows count. */
final class WeightColumn {
  /** Sums of larger ones would leave the range of single precision. */
  static final double MOST = 1e12;

  private final TableFile file;
  private final int cell;

  /**
   * @param cell the place of the column in the header
   */
  WeightColumn(TableFile file, int cell) {
    this.file = file;
    this.cell = cell;
  }

  /** The weight of a row. */
  double of(Row row) {
    if (row.missingNumber(cell)) {
      throw refused(row, "is missing");
    }
    double weight = row.number(cell);
    if (Double.isNaN(weight)) {
      throw refused(row, "is " + Quoted.text(row.text(cell)) + ", which is not a plain number,");
    }
    if (!isValid(weight)) {
      throw refused(row, "is " + row.text(cell));
    }
    return weight;
  }

  static boolean isValid(double weight) {
    return weight >= 0 && weight <= MOST;
  }

  private InputException refused(Row row, String what) {
    return new InputException(
        "In %s, the row weight in column %s %s in %s: give a number from 0 to 1e12."
            .formatted(file.name(), Quoted.text(file.header().get(cell)), what, row.where()));
  }

  /** Refuses a table in which too few rows count. */
  void requireRows(int least, int weightless) {
    int rows = file.rows() - weightless;
    if (weightless > 0 && rows < least) {
      throw new InputException(
          "In %s, only %d row%s a weight above 0 in column %s, but at least %d %s needed: raise the other weights."
              .formatted(
                  file.name(),
                  rows,
                  rows == 1 ? " has" : "s have",
                  Quoted.text(file.header().get(cell)),
                  least,
                  least == 1 ? "is" : "are"));
    }
  }
}
