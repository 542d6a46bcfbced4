package dev.coset.modes;

import java.util.Arrays;

/**
 * The smallest eigenvalues of the normalised Laplacian {@code I - D^-1/2 A D^-1/2} of a graph and
 * their eigenvectors.
 *
 * <p>Each connected component has the eigenvalue 0 with {@code D^1/2 1} as its vector. These are
 * known and taken out of the matrix, so that ARPACK, which finds multiple eigenvalues by luck only,
 * looks for the others: as the largest of {@code D^-1/2 A D^-1/2}.
 *
 * @param values ascending
 * @param vectors (eigenvalue, node), orthonormal
 * @param components how many of the eigenvalues are 0 because the graph falls into so many parts
 */
record LaplacianSpectrum(double[] values, double[][] vectors, int components) {

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
      LargestEigenvalues found =
          LargestEigenvalues.of(
              n, wanted, (v, from, to) -> multiply(graph, scale, kernel, v, from, to));
      for (int e = 0; e < wanted; e++) {
        values[components + e] = Math.max(0, 1 - found.values()[e]);
        vectors[components + e] = found.vectors()[e];
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
