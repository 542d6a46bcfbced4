package dev.coset.modes;

import java.util.stream.IntStream;

/**
 * Points in clusters, the largest first.
 *
 * @param label the cluster of each point
 * @param clusters how many
 * @param eigenvalues of the graph's normalised Laplacian, ascending: a large step after the K-th
 *     speaks for K clusters
 * @param components parts of the graph without any connection
 */
public record Clustering(int[] label, int clusters, double[] eigenvalues, int components) {

  /** The points of a cluster. */
  public int[] members(int cluster) {
    return IntStream.range(0, label.length).filter(p -> label[p] == cluster).toArray();
  }

  /** How many points a cluster has. */
  public int size(int cluster) {
    return (int) IntStream.of(label).filter(c -> c == cluster).count();
  }

  /** Renumbers clusters by size, the largest first, of equal ones that with the earlier point. */
  static Clustering ordered(int[] label, int clusters, double[] eigenvalues, int components) {
    int[] size = new int[clusters];
    int[] first = new int[clusters];
    for (int p = label.length - 1; p >= 0; p--) {
      size[label[p]]++;
      first[label[p]] = p;
    }
    int[] number = new int[clusters];
    for (int a = 0; a < clusters; a++) {
      for (int b = 0; b < clusters; b++) {
        number[a] += size[b] > size[a] || (size[b] == size[a] && first[b] < first[a]) ? 1 : 0;
      }
    }
    return new Clustering(
        IntStream.of(label).map(c -> number[c]).toArray(), clusters, eigenvalues, components);
  }
}
