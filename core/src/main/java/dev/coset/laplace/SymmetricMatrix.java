package dev.coset.laplace;

import dev.coset.data.InputException;
import dev.coset.vectormath.Netlib;
import java.util.Optional;
import org.netlib.util.intW;

/** A dense symmetric matrix, column by column; only the lower triangle is read. */
final class SymmetricMatrix {
  private final int size;
  private final double[] entries; // (column, row)

  SymmetricMatrix(int size) {
    this(size, new double[Math.multiplyExact(size, size)]);
  }

  private SymmetricMatrix(int size, double[] entries) {
    this.size = size;
    this.entries = entries;
  }

  /** By its entries (row, column). */
  static SymmetricMatrix of(double[][] rows) {
    var matrix = new SymmetricMatrix(rows.length);
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j <= i; j++) {
        matrix.set(i, j, rows[i][j]);
      }
    }
    return matrix;
  }

  /** How many matrices are needed at times to make one factor. */
  static final int WORK = 4;

  /**
   * Refuses what would not fit.
   *
   * @param matrices how many of this size there are at once
   * @param instead what to do then
   */
  static void checkFits(int size, int matrices, String instead) {
    double needed = (double) matrices * size * size * Double.BYTES;
    long heap = Runtime.getRuntime().maxMemory();
    if (needed > 0.8 * heap || (long) size * size > Integer.MAX_VALUE - 8) {
      throw new InputException(
          "A covariance of %d weights takes up to %.1f GiB, but the heap has %.1f GiB: %s."
              .formatted(size, needed / (1 << 30), (double) heap / (1 << 30), instead));
    }
  }

  int size() {
    return size;
  }

  double get(int row, int column) {
    return row >= column ? entries[column * size + row] : entries[row * size + column];
  }

  void set(int row, int column, double value) {
    entries[Math.min(row, column) * size + Math.max(row, column)] = value;
  }

  void add(int row, int column, double value) {
    entries[Math.min(row, column) * size + Math.max(row, column)] += value;
  }

  /** The array itself, for those who fill it. */
  double[] entries() {
    return entries;
  }

  SymmetricMatrix copy() {
    return new SymmetricMatrix(size, entries.clone());
  }

  /**
   * Adds {@code scale * sum_c v_c v_c'} to the leading block.
   *
   * @param order the length of a vector
   * @param vectors (vector, entry)
   * @param at where the first vector begins
   * @param between from the beginning of one vector to that of the next
   */
  void addOuterProducts(int order, double[] vectors, int at, int between, int count, double scale) {
    Netlib.blas().dsyrk("L", "N", order, count, scale, vectors, at, between, 1, entries, 0, size);
  }

  /**
   * The factor {@code L L'}, which takes over the array; empty if this is not positive definite.
   */
  Optional<Factor> cholesky() {
    var info = new intW(0);
    Netlib.lapack().dpotrf("L", size, entries, size, info);
    return info.val == 0 ? Optional.of(new Factor.Dense(size, entries)) : Optional.empty();
  }
}
