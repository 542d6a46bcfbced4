package dev.coset.baselines;

import dev.coset.vectormath.Netlib;
import org.netlib.util.intW;

/**
 * A symmetric matrix {@code V diag(values) V'} of sums of squares, in whose basis a ridge costs
 * nothing to change.
 *
 * @param values ascending
 * @param vectors V, column by column
 */
record Eigenbasis(double[] values, double[] vectors) {

  /** Of {@code sum_i x_i x_i'}. */
  static Eigenbasis ofSquares(double[][] x) {
    int p = x.length;
    double[] matrix = new double[p * p];
    for (int j = 0; j < p; j++) {
      for (int k = j; k < p; k++) {
        matrix[j * p + k] = dot(x[j], x[k]);
      }
    }
    double[] values = new double[p];
    double[] work = new double[Math.max(1, 8 * p)];
    var info = new intW(0);
    Netlib.javaLapack().dsyev("V", "L", p, matrix, p, values, work, work.length, info);
    if (info.val != 0) {
      throw new IllegalStateException("The eigenvalues of a linear model were not found.");
    }
    return new Eigenbasis(values, matrix);
  }

  int size() {
    return values.length;
  }

  /** {@code V'x_i} of every point, (direction, point). */
  double[][] project(double[][] x) {
    int p = size();
    double[][] z = new double[p][x[0].length];
    for (int k = 0; k < p; k++) {
      for (int j = 0; j < p; j++) {
        double factor = vectors[k * p + j];
        for (int i = 0; i < z[k].length; i++) {
          z[k][i] = Math.fma(factor, x[j][i], z[k][i]);
        }
      }
    }
    return z;
  }

  /** In four sums, added in one order: BLAS in vectors has another before it is compiled. */
  private static double dot(double[] a, double[] b) {
    double[] sum = new double[4];
    int whole = a.length / 4 * 4;
    for (int i = 0; i < whole; i += 4) {
      sum[0] = Math.fma(a[i], b[i], sum[0]);
      sum[1] = Math.fma(a[i + 1], b[i + 1], sum[1]);
      sum[2] = Math.fma(a[i + 2], b[i + 2], sum[2]);
      sum[3] = Math.fma(a[i + 3], b[i + 3], sum[3]);
    }
    for (int i = whole; i < a.length; i++) {
      sum[0] = Math.fma(a[i], b[i], sum[0]);
    }
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
  }
}
