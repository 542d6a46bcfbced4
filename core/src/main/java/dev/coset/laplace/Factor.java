package dev.coset.laplace;

import dev.coset.vectormath.Netlib;
import org.netlib.util.intW;

/** A positive definite precision {@code A = L L'} as its triangular factor. */
sealed interface Factor permits Factor.Dense, Factor.Diagonal {

  int size();

  /** {@code log det A}. */
  double logDeterminant();

  /**
   * Overwrites each column {@code c} with {@code L^-1 c}, whose square is {@code c' A^-1 c}.
   *
   * @param columns (column, entry), one after another
   */
  void whiten(double[] columns, int count);

  /** Overwrites each column {@code z} with {@code L'^-1 z}, whose covariance is {@code A^-1}. */
  void colour(double[] columns, int count);

  /** {@code x' A x}. */
  double square(double[] x);

  /** {@code A^-1} (row, column). */
  double[][] inverse();

  /**
   * A full matrix.
   *
   * @param lower (column, row); what lies above the diagonal is not read
   */
  record Dense(int size, double[] lower) implements Factor {

    @Override
    public double logDeterminant() {
      double sum = 0;
      for (int i = 0; i < size; i++) {
        sum += StrictMath.log(lower[i * size + i]);
      }
      return 2 * sum;
    }

    @Override
    public void whiten(double[] columns, int count) {
      Netlib.blas().dtrsm("L", "L", "N", "N", size, count, 1, lower, size, columns, size);
    }

    @Override
    public void colour(double[] columns, int count) {
      Netlib.blas().dtrsm("L", "L", "T", "N", size, count, 1, lower, size, columns, size);
    }

    @Override
    public double square(double[] x) {
      double[] y = x.clone();
      Netlib.blas().dtrmv("L", "T", "N", size, lower, size, y, 1);
      return Netlib.blas().ddot(size, y, 1, y, 1);
    }

    @Override
    public double[][] inverse() {
      double[] columns = lower.clone();
      Netlib.lapack().dpotri("L", size, columns, size, new intW(0));
      double[][] inverse = new double[size][size];
      for (int j = 0; j < size; j++) {
        for (int i = j; i < size; i++) {
          inverse[i][j] = inverse[j][i] = columns[j * size + i];
        }
      }
      return inverse;
    }
  }

  /**
   * A diagonal matrix.
   *
   * @param root of the diagonal of A
   */
  record Diagonal(double[] root) implements Factor {

    @Override
    public int size() {
      return root.length;
    }

    @Override
    public double logDeterminant() {
      double sum = 0;
      for (double r : root) {
        sum += StrictMath.log(r);
      }
      return 2 * sum;
    }

    @Override
    public void whiten(double[] columns, int count) {
      for (int i = 0; i < count * root.length; i++) {
        columns[i] /= root[i % root.length];
      }
    }

    @Override
    public void colour(double[] columns, int count) {
      whiten(columns, count);
    }

    @Override
    public double square(double[] x) {
      double sum = 0;
      for (int i = 0; i < root.length; i++) {
        sum += root[i] * x[i] * (root[i] * x[i]);
      }
      return sum;
    }

    @Override
    public double[][] inverse() {
      double[][] inverse = new double[root.length][root.length];
      for (int i = 0; i < root.length; i++) {
        inverse[i][i] = 1 / (root[i] * root[i]);
      }
      return inverse;
    }
  }
}
