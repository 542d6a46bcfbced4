package dev.coset.data;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some rows of a file, encoded but not standardised. The arrays are shared, not copied: treat them
 * as fixed.
 *
 * @param rowNumbers the data row of the file, from 1, that each row was
 * @param features (feature, row)
 * @param target (row) where it was asked for and is there
 * @param weights (row) where they were asked for and are there; null where all are 1
 * @param ids what the rows are called; empty where they have no names
 * @param inputs (row, cell) as the file has them, where that was asked for
 */
public record EncodedRows(
    int[] rowNumbers,
    double[][] features,
    double @Nullable [] target,
    double @Nullable [] weights,
    List<String> ids,
    List<List<String>> inputs) {
  /** Rows without names, which count equally. */
  public EncodedRows(int[] rowNumbers, double[][] features, double @Nullable [] target) {
    this(rowNumbers, features, target, null, List.of(), List.of());
  }

  public int rows() {
    return rowNumbers.length;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof EncodedRows table
        && Arrays.equals(rowNumbers, table.rowNumbers)
        && Arrays.deepEquals(features, table.features)
        && Arrays.equals(target, table.target)
        && Arrays.equals(weights, table.weights);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(rowNumbers) + Arrays.deepHashCode(features);
  }

  @Override
  public String toString() {
    return rows() + " rows of " + features.length + " features";
  }
}
