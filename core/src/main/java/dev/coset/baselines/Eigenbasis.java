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
        matrix[j * p + k] = Netlib.blas().ddot(x[j].length, x[j], 1, x[k], 1);
      }
    }
    double[] values = new double[p];
    double[] work = new double[Math.max(1, 8 * p)];
    var info = new intW(0);
    Netlib.lapack().dsyev("V", "L", p, matrix, p, values, work, work.length, info);
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
        Netlib.blas().daxpy(z[k].length, vectors[k * p + j], x[j], 1, z[k], 1);
      }
    }
    return z;
  }
}
