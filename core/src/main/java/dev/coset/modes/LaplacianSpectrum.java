package dev.coset.modes;

import java.util.Arrays;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.netlib.arpack.Dsaupd;
import org.netlib.arpack.Dseupd;
import org.netlib.util.doubleW;
import org.netlib.util.intW;

/**
 * The smallest eigenvalues of the normalised Laplacian {@code I - D^-1/2 A D^-1/2} of a graph and
 * their eigenvectors.
 *
 * <p>Each connected component has the eigenvalue 0 with {@code D^1/2 1} as its vector. These are
 * known and taken out of the matrix, so that ARPACK, which finds multiple eigenvalues by luck only,
 * looks for the others: as the largest of {@code D^-1/2 A D^-1/2}. ARPACK is the one translated to
 * Java, for the same result everywhere.
 *
 * @param values ascending
 * @param vectors (eigenvalue, node), orthonormal
 * @param components how many of the eigenvalues are 0 because the graph falls into so many parts
 */
record LaplacianSpectrum(double[] values, double[][] vectors, int components) {
  /** The translated Fortran keeps its state between calls in static fields. */
  private static final Object ONE_AT_A_TIME = new Object();

  /**
   * At least {@code count} eigenvalues if the graph has so many nodes; more where it has more
   * components.
   */
  static LaplacianSpectrum smallest(SimilarityGraph graph, int count) {
    int n = graph.nodes();
    double[] scale =
        Arrays.stream(graph.degrees()).map(d -> d > 0 ? 1 / Math.sqrt(d) : 0).toArray();
    double[][] kernel = kernel(graph);
    int components = kernel.length;
    // ARPACK finds fewer eigenvalues than the matrix has rows, and needs room for two more vectors.
    int wanted = Math.min(count - components, n - components - 2);
    double[] values = new double[components + Math.max(0, wanted)];
    double[][] vectors = Arrays.copyOf(kernel, values.length);
    if (wanted > 0) {
      synchronized (ONE_AT_A_TIME) {
        largest(graph, scale, kernel, wanted, values, vectors);
      }
    }
    return new LaplacianSpectrum(values, vectors, components);
  }

  private static double[][] kernel(SimilarityGraph graph) {
    int[] component = graph.components();
    double[] degree = graph.degrees();
    double[] volume = new double[Arrays.stream(component).max().orElseThrow() + 1];
    for (int p = 0; p < component.length; p++) {
      volume[component[p]] += degree[p];
    }
    double[][] kernel = new double[volume.length][component.length];
    for (int p = 0; p < component.length; p++) {
      double total = volume[component[p]];
      kernel[component[p]][p] = total > 0 ? Math.sqrt(degree[p] / total) : 1;
    }
    return kernel;
  }

  /**
   * Fills in what follows the kernel. R. Lehoucq, D. Sorensen, C. Yang: ARPACK users' guide (1998),
   * mode 1.
   */
  private static void largest(
      SimilarityGraph graph,
      double[] scale,
      double[][] kernel,
      int wanted,
      double[] values,
      double[][] vectors) {
    int n = graph.nodes();
    int basis = Math.min(n, Math.max(4 * wanted, 40));
    var rng = RandomSource.XO_SHI_RO_256_PP.create(1);
    double[] residual = ZigguratSampler.NormalizedGaussian.of(rng).samples(n).toArray();
    double[] v = new double[n * basis];
    double[] workd = new double[3 * n];
    double[] workl = new double[basis * (basis + 8)];
    int[] iparam = new int[11];
    iparam[0] = 1; // ARPACK chooses the shifts
    iparam[2] = 10_000; // restarts
    iparam[6] = 1; // an ordinary symmetric problem
    int[] ipntr = new int[11];
    intW ido = new intW(0);
    intW info = new intW(1); // begin with the given vector
    doubleW tolerance = new doubleW(1e-12);
    do {
      Dsaupd.dsaupd(
          ido,
          "I",
          n,
          "LA",
          wanted,
          tolerance,
          residual,
          0,
          basis,
          v,
          0,
          n,
          iparam,
          0,
          ipntr,
          0,
          workd,
          0,
          workl,
          0,
          workl.length,
          info);
      if (ido.val == 1 || ido.val == -1) {
        multiply(graph, scale, kernel, workd, ipntr[0] - 1, ipntr[1] - 1);
      }
    } while (ido.val == 1 || ido.val == -1);
    if (info.val != 0) {
      throw new IllegalStateException(
          "The eigenvalues of the similarity graph of %d draws were not found (ARPACK says %d). Fix the number of modes, or use other neighbours."
              .formatted(n, info.val));
    }
    double[] found = new double[wanted];
    intW count = new intW(wanted);
    Dseupd.dseupd(
        true,
        "A",
        new boolean[basis],
        0,
        found,
        0,
        v,
        0,
        n,
        0,
        "I",
        n,
        "LA",
        count,
        tolerance.val,
        residual,
        0,
        basis,
        v,
        0,
        n,
        iparam,
        0,
        ipntr,
        0,
        workd,
        0,
        workl,
        0,
        workl.length,
        info);
    for (int e = 0; e < wanted; e++) { // ascending there, so descending here
      values[kernel.length + e] = Math.max(0, 1 - found[wanted - 1 - e]);
      int from = (wanted - 1 - e) * n;
      vectors[kernel.length + e] = Arrays.copyOfRange(v, from, from + n);
    }
  }

  /** Multiplies by {@code D^-1/2 A D^-1/2} less its known eigenvectors. */
  private static void multiply(
      SimilarityGraph graph, double[] scale, double[][] kernel, double[] work, int from, int to) {
    for (int p = 0; p < scale.length; p++) {
      double sum = 0;
      for (int t = graph.start()[p]; t < graph.start()[p + 1]; t++) {
        int q = graph.neighbour()[t];
        sum = Math.fma(graph.weight()[t] * scale[p] * scale[q], work[from + q], sum);
      }
      work[to + p] = sum;
    }
    for (double[] vector : kernel) {
      double inner = 0;
      for (int p = 0; p < vector.length; p++) {
        inner = Math.fma(vector[p], work[from + p], inner);
      }
      for (int p = 0; p < vector.length; p++) {
        work[to + p] = Math.fma(-inner, vector[p], work[to + p]);
      }
    }
  }
}
