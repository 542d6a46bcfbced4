package dev.coset.modes;

import dev.coset.vectormath.StandardNormal;
import java.util.Arrays;
import org.apache.commons.rng.simple.RandomSource;
import org.netlib.arpack.Dsaupd;
import org.netlib.arpack.Dseupd;
import org.netlib.util.doubleW;
import org.netlib.util.intW;

/**
 * The largest eigenvalues of a symmetric matrix that is known only by its products with vectors, by
 * ARPACK in its translation to Java: the same result everywhere, and nothing native to look for. R.
 * Lehoucq, D. Sorensen, C. Yang: ARPACK users' guide (1998).
 *
 * @param values descending
 * @param vectors (eigenvalue, entry), orthonormal
 */
record LargestEigenvalues(double[] values, double[][] vectors) {
  private static final int RESTARTS = 10_000;

  /** The translated Fortran keeps its state between calls in static fields. */
  private static final Object ONE_AT_A_TIME = new Object();

  /**
   * Multiplies the matrix by the vector at one place of an array and writes the product to another.
   */
  interface Product {
    void multiply(double[] work, int from, int to);
  }

  /**
   * Finds them.
   *
   * @param n rows of the matrix
   * @param wanted fewer than n
   */
  static LargestEigenvalues of(int n, int wanted, Product product) {
    synchronized (ONE_AT_A_TIME) {
      return find(n, wanted, product);
    }
  }

  private static LargestEigenvalues find(int n, int wanted, Product product) {
    int basis = Math.min(n, Math.max(4 * wanted, 40));
    var rng = RandomSource.XO_SHI_RO_256_PP.create(1);
    double[] start = StandardNormal.samples(n, rng);
    double[] v = new double[n * basis];
    double[] work = new double[3 * n];
    double[] small = new double[basis * (basis + 8)];
    int[] parameters = new int[11];
    parameters[0] = 1; // ARPACK chooses the shifts
    parameters[2] = RESTARTS;
    parameters[6] = 1; // an ordinary symmetric problem
    int[] pointers = new int[11];
    intW task = new intW(0);
    intW info = new intW(1); // begin with the given vector
    doubleW tolerance = new doubleW(1e-12);
    do {
      Dsaupd.dsaupd(
          task,
          "I",
          n,
          "LA",
          wanted,
          tolerance,
          start,
          0,
          basis,
          v,
          0,
          n,
          parameters,
          0,
          pointers,
          0,
          work,
          0,
          small,
          0,
          small.length,
          info);
      if (task.val != 99) {
        product.multiply(work, pointers[0] - 1, pointers[1] - 1);
      }
    } while (task.val != 99);
    if (info.val != 0) {
      throw new IllegalStateException(
          "The eigenvalues of the similarity graph of %d draws were not found (ARPACK says %d): use more neighbours or a wider bandwidth."
              .formatted(n, info.val));
    }
    double[] ascending = new double[wanted];
    Dseupd.dseupd(
        true,
        "A",
        new boolean[basis],
        0,
        ascending,
        0,
        v,
        0,
        n,
        0,
        "I",
        n,
        "LA",
        new intW(wanted),
        tolerance.val,
        start,
        0,
        basis,
        v,
        0,
        n,
        parameters,
        0,
        pointers,
        0,
        work,
        0,
        small,
        0,
        small.length,
        info);
    double[] values = new double[wanted];
    double[][] vectors = new double[wanted][];
    for (int e = 0; e < wanted; e++) {
      int from = wanted - 1 - e;
      values[e] = ascending[from];
      vectors[e] = Arrays.copyOfRange(v, from * n, (from + 1) * n);
    }
    return new LargestEigenvalues(values, vectors);
  }
}
