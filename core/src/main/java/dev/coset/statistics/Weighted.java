package dev.coset.statistics;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Means over rows with weights: a row of weight w counts as w independent rows. The arrays of
 * weights are (row), and null where all are 1.
 */
public final class Weighted {
  private Weighted() {}

  /** The weight of one row. */
  public static double of(double @Nullable [] weights, int row) {
    return weights == null ? 1 : weights[row];
  }

  /** The sum of the weights. */
  public static double total(double @Nullable [] weights, int rows) {
    return weights == null ? rows : Arrays.stream(weights).sum();
  }

  /** Those of some of the rows; null where there are none of any. */
  public static double @Nullable [] select(double @Nullable [] of, int[] rows) {
    return of == null ? null : Arrays.stream(rows).mapToDouble(row -> of[row]).toArray();
  }

  /**
   * How many rows without weights tell as much of a mean: Kish's effective number (1965), where it
   * is less than the sum of the weights.
   *
   * @param squares the sum of the squared weights
   */
  public static double effectiveRows(double total, double squares) {
    return Math.min(total, total * total / squares);
  }

  /**
   * Weights of parts of the rows, scaled to a whole number of rows that would tell as much: what
   * tests count. At least 1 in all; the same where all weights are 1.
   *
   * @param squares the sum of the squared weights of all rows
   */
  public static double[] asRows(double[] parts, double total, double squares) {
    double rows = Math.max(1, Math.rint(effectiveRows(total, squares)));
    return Arrays.stream(parts).map(part -> part * (rows / total)).toArray();
  }

  /** The mean of one value of each row. */
  public static double mean(double[] values, double @Nullable [] weights) {
    if (weights == null) {
      return Arrays.stream(values).average().orElseThrow();
    }
    return sum(values, weights) / total(weights, values.length);
  }

  /** The sum of one value of each row. */
  public static double sum(double[] values, double @Nullable [] weights) {
    if (weights == null) {
      return Arrays.stream(values).sum();
    }
    double[] products = new double[values.length];
    Arrays.setAll(products, row -> weights[row] * values[row]);
    return Arrays.stream(products).sum();
  }

  /**
   * The standard error of the mean; of weights that count as one row or less, infinite: nothing is
   * known of it.
   */
  public static double error(double[] values, double @Nullable [] weights) {
    double mean = mean(values, weights);
    double[] squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).toArray();
    double rows = total(weights, values.length);
    return weights != null && rows <= 1
        ? Double.POSITIVE_INFINITY
        : Math.sqrt(sum(squares, weights) / (rows - 1.0) / rows);
  }
}
