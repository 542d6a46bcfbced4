package dev.coset.symmetry;

import java.util.Arrays;

/**
 * The cheapest pairing of n rows with n columns, by shortest augmenting paths in O(n^3). Holds work
 * space, so each thread needs its own.
 *
 * <p>R. Jonker, A. Volgenant: A shortest augmenting path algorithm for dense and sparse linear
 * assignment problems. Computing 38 (1987); here without their initial reductions, which save
 * little for the widths of a layer.
 */
final class LinearAssignment {
  private final int n;
  private final double[] rowPrice;
  private final double[] columnPrice;
  private final double[] distance; // of each column from the row that looks for a partner
  private final int[] previous; // the row before each column on its shortest path
  private final int[] rowOf; // the row each column is paired with, or -1
  private final boolean[] reached;

  LinearAssignment(int n) {
    this.n = n;
    rowPrice = new double[n];
    columnPrice = new double[n];
    distance = new double[n];
    previous = new int[n];
    rowOf = new int[n];
    reached = new boolean[n];
  }

  /**
   * Writes the column of each row into {@code columnOf} so that the sum of costs is least.
   *
   * @param cost (row, column), finite
   */
  void solve(double[] cost, int[] columnOf) {
    Arrays.fill(rowPrice, 0);
    Arrays.fill(columnPrice, 0);
    Arrays.fill(rowOf, -1);
    Arrays.fill(columnOf, -1);
    for (int row = 0; row < n; row++) {
      augment(cost, row, columnOf);
    }
  }

  private void augment(double[] cost, int start, int[] columnOf) {
    Arrays.fill(distance, Double.POSITIVE_INFINITY);
    Arrays.fill(reached, false);
    int row = start;
    double pathLength = 0;
    int free = -1;
    while (free < 0) {
      int nearest = -1;
      for (int column = 0; column < n; column++) {
        if (reached[column]) {
          continue;
        }
        double through = pathLength + cost[row * n + column] - rowPrice[row] - columnPrice[column];
        if (through < distance[column]) {
          distance[column] = through;
          previous[column] = row;
        }
        if (nearest < 0 || distance[column] < distance[nearest]) {
          nearest = column;
        }
      }
      reached[nearest] = true;
      pathLength = distance[nearest];
      if (rowOf[nearest] < 0) {
        free = nearest;
      } else {
        row = rowOf[nearest];
      }
    }
    rowPrice[start] += pathLength;
    for (int column = 0; column < n; column++) {
      if (reached[column] && column != free) {
        rowPrice[rowOf[column]] += pathLength - distance[column];
        columnPrice[column] -= pathLength - distance[column];
      }
    }
    int column = free;
    while (true) {
      int partner = previous[column];
      int next = columnOf[partner];
      rowOf[column] = partner;
      columnOf[partner] = column;
      if (partner == start) {
        return;
      }
      column = next;
    }
  }
}
