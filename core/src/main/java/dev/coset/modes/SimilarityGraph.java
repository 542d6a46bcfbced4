package dev.coset.modes;

import dev.coset.symmetry.NearestNeighbours;
import java.util.Arrays;

/**
 * An undirected graph that joins every point with its k nearest and with those it is among the k
 * nearest of, by Gaussian similarity {@code exp(-d^2 / 2s^2)}. Similarities are divided by the
 * largest: the normalised Laplacian does not change, and in many dimensions they would else all
 * underflow.
 *
 * @param start of each node's neighbours in the other two arrays, and at last their length
 * @param neighbour the other end of the edge
 * @param weight of the edge, positive
 */
record SimilarityGraph(int[] start, int[] neighbour, double[] weight) {

  /**
   * Joins points.
   *
   * @param bandwidth s
   */
  static SimilarityGraph of(NearestNeighbours near, double bandwidth) {
    int k = near.k();
    int n = k == 0 ? 1 : near.index().length / k;
    double least = Arrays.stream(near.squaredDistance()).min().orElse(0);
    int[] degree = new int[n + 1];
    for (int p = 0; p < n; p++) {
      for (int t = p * k; t < (p + 1) * k; t++) {
        int q = near.index()[t];
        degree[p + 1]++;
        degree[q + 1] += isAmongNearest(near, q, p) ? 0 : 1;
      }
    }
    for (int r = 1; r < degree.length; r++) {
      degree[r] += degree[r - 1];
    }
    int[] start = degree.clone();
    int[] next = degree;
    int[] neighbour = new int[start[n]];
    double[] weight = new double[start[n]];
    for (int p = 0; p < n; p++) {
      for (int t = p * k; t < (p + 1) * k; t++) {
        int q = near.index()[t];
        double exponent = (near.squaredDistance()[t] - least) / (2 * bandwidth * bandwidth);
        double similarity = Math.max(StrictMath.exp(-exponent), Double.MIN_NORMAL);
        neighbour[next[p]] = q;
        weight[next[p]++] = similarity;
        if (!isAmongNearest(near, q, p)) {
          neighbour[next[q]] = p;
          weight[next[q]++] = similarity;
        }
      }
    }
    return new SimilarityGraph(start, neighbour, weight);
  }

  private static boolean isAmongNearest(NearestNeighbours near, int p, int q) {
    return Arrays.binarySearch(near.index(), p * near.k(), (p + 1) * near.k(), q) >= 0;
  }

  int nodes() {
    return start.length - 1;
  }

  /** The sum of weights at each node. */
  double[] degrees() {
    double[] degree = new double[nodes()];
    for (int p = 0; p < degree.length; p++) {
      for (int t = start[p]; t < start[p + 1]; t++) {
        degree[p] += weight[t];
      }
    }
    return degree;
  }

  /** The connected component of each node, numbered from 0 in the order of their first nodes. */
  int[] components() {
    int[] component = new int[nodes()];
    Arrays.fill(component, -1);
    int[] stack = new int[nodes()];
    int count = 0;
    for (int first = 0; first < component.length; first++) {
      if (component[first] >= 0) {
        continue;
      }
      component[first] = count;
      stack[0] = first;
      for (int height = 1; height > 0; ) {
        int p = stack[--height];
        for (int t = start[p]; t < start[p + 1]; t++) {
          int q = neighbour[t];
          if (component[q] < 0) {
            component[q] = count;
            stack[height++] = q;
          }
        }
      }
      count++;
    }
    return component;
  }
}
