package dev.coset.sensitivity;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.hipparchus.random.SobolSequenceGenerator;

/**
 * Two samples of points in which each column takes its values from training rows of its own, so
 * that columns are independent; and, for every column, the first sample with that column from the
 * second. The rows are picked by Sobol's sequence, which fills the cube of all columns evenly.
 */
final class Design {
  private final double[][] x; // (input, row)
  private final List<int[]> columns; // the inputs of each
  private final int[][][] row; // (sample, column, point)

  /**
   * @param x training rows (input, row)
   * @param columns the inputs of each; what belongs to none stays at 0, its mean
   * @param points of a sample, a power of two
   */
  Design(double[][] x, List<int[]> columns, int points) {
    this.x = x;
    this.columns = columns;
    int d = columns.size();
    this.row = new int[2][d][points];
    int[][] order = columns.stream().map(this::sorted).toArray(int[][]::new);
    var sequence = new SobolSequenceGenerator(2 * d);
    for (int i = 0; i < points; i++) {
      double[] u = sequence.nextVector();
      for (int c = 0; c < 2 * d; c++) {
        int[] rows = order[c % d];
        double middle = u[c] + 0.5 / points; // of a cell, at whose lower end the sequence lies
        row[c / d][c % d][i] = rows[(int) (middle * rows.length)];
      }
    }
  }

  /** Rows by the values of a column, equals together, so that near ranks are near values. */
  private int[] sorted(int[] inputs) {
    Comparator<Integer> order = (a, b) -> 0;
    for (int input : inputs) {
      order = order.thenComparingDouble(r -> x[input][r]);
    }
    return IntStream.range(0, x[0].length).boxed().sorted(order).mapToInt(r -> r).toArray();
  }

  int points() {
    return row[0][0].length;
  }

  int columns() {
    return columns.size();
  }

  /** One of the two samples, (input, point). */
  double[][] sample(int which) {
    return points(column -> which);
  }

  /** The first sample with one column from the second. */
  double[][] mixed(int changed) {
    return points(column -> column == changed ? 1 : 0);
  }

  private double[][] points(IntUnaryOperator sampleOf) {
    double[][] at = new double[x.length][points()];
    for (int c = 0; c < columns.size(); c++) {
      int[] rows = row[sampleOf.applyAsInt(c)][c];
      for (int input : columns.get(c)) {
        Arrays.setAll(at[input], i -> x[input][rows[i]]);
      }
    }
    return at;
  }
}
