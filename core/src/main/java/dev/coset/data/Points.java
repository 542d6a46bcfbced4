package dev.coset.data;

import java.util.Arrays;

/**
 * Inputs and targets as the network sees them, standardised. The arrays are shared, not copied:
 * treat them as fixed.
 *
 * @param x (feature, point)
 * @param y (point); empty where there are no targets
 */
public record Points(double[][] x, double[] y) {

  public Points {
    if (x.length == 0) {
      throw new IllegalArgumentException(
          "There is no feature: give at least one column besides the target.");
    }
    if (y.length != 0 && y.length != x[0].length) {
      throw new IllegalArgumentException(
          "There are " + x[0].length + " inputs but " + y.length + " targets.");
    }
  }

  public int features() {
    return x.length;
  }

  public int count() {
    return x[0].length;
  }

  /** Returns at most so many of the points, evenly picked. */
  public Points evenly(int most) {
    int n = count();
    int m = Math.min(n, most);
    double[][] part = new double[x.length][m];
    double[] targets = new double[y.length == 0 ? 0 : m];
    for (int i = 0; i < m; i++) {
      int from = (int) ((long) i * n / m);
      for (int j = 0; j < x.length; j++) {
        part[j][i] = x[j][from];
      }
      if (targets.length > 0) {
        targets[i] = y[from];
      }
    }
    return new Points(part, targets);
  }

  /** Returns the points from one up to another. */
  public Points range(int from, int to) {
    double[][] part = new double[x.length][];
    for (int j = 0; j < x.length; j++) {
      part[j] = Arrays.copyOfRange(x[j], from, to);
    }
    return new Points(part, y.length == 0 ? y : Arrays.copyOfRange(y, from, to));
  }
}
