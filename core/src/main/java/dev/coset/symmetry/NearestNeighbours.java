package dev.coset.symmetry;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The k nearest other points of every point, by trying all pairs; of equally near points those of
 * lower index. Needs memory for the k neighbours of each point only, never for all pairs.
 *
 * @param k how many
 * @param index (point, neighbour), in ascending order of the index, so that reading by it goes
 *     forward in memory
 * @param squaredDistance (point, neighbour)
 */
public record NearestNeighbours(int k, int[] index, double[] squaredDistance) {
  private static final int QUERIES = 8;
  private static final int TILE = 512;

  /**
   * Finds them.
   *
   * @param points (coordinate, point)
   * @param k at most; all other points where there are fewer
   */
  public static NearestNeighbours of(double[][] points, int k) {
    int n = points[0].length;
    int found = Math.min(k, n - 1);
    NearestNeighbours neighbours =
        new NearestNeighbours(found, new int[n * found], new double[n * found]);
    IntStream.range(0, (n + QUERIES - 1) / QUERIES)
        .parallel()
        .forEach(
            block -> neighbours.fill(points, block * QUERIES, Math.min(n, (block + 1) * QUERIES)));
    return neighbours;
  }

  private void fill(double[][] points, int first, int last) {
    int n = points[0].length;
    double[][] distance = new double[last - first][n];
    for (int tile = 0; tile < n; tile += TILE) {
      int end = Math.min(n, tile + TILE);
      for (int q = first; q < last; q++) {
        for (double[] coordinate : points) {
          addSquares(distance[q - first], coordinate, coordinate[q], tile, end);
        }
      }
    }
    double[] work = new double[n];
    for (int q = first; q < last; q++) {
      collect(q, distance[q - first], work);
    }
  }

  private static void addSquares(
      double[] sum, double[] coordinate, double centre, int from, int to) {
    for (int j = from; j < to; j++) {
      double difference = coordinate[j] - centre;
      sum[j] = Math.fma(difference, difference, sum[j]);
    }
  }

  private void collect(int q, double[] distance, double[] work) {
    if (k == 0) {
      return;
    }
    distance[q] = Double.POSITIVE_INFINITY;
    System.arraycopy(distance, 0, work, 0, distance.length);
    double farthest = smallest(work, k - 1);
    int ties = k;
    for (double d : distance) {
      ties -= d < farthest ? 1 : 0;
    }
    int to = q * k;
    for (int j = 0; to < (q + 1) * k; j++) {
      if (distance[j] < farthest || (distance[j] == farthest && ties-- > 0)) {
        index[to] = j;
        squaredDistance[to++] = distance[j];
      }
    }
  }

  /**
   * Returns the value that sorting would put at a rank (C. A. R. Hoare's quickselect); reorders the
   * values.
   */
  private static double smallest(double[] values, int rank) {
    int from = 0;
    int to = values.length - 1;
    while (to - from > 16) {
      double pivot = middle(values[from], values[(from + to) >>> 1], values[to]);
      int i = from;
      int j = to;
      while (i <= j) {
        while (values[i] < pivot) {
          i++;
        }
        while (values[j] > pivot) {
          j--;
        }
        if (i <= j) {
          double swapped = values[i];
          values[i++] = values[j];
          values[j--] = swapped;
        }
      }
      if (rank <= j) {
        to = j;
      } else if (rank >= i) {
        from = i;
      } else {
        return values[rank];
      }
    }
    Arrays.sort(values, from, to + 1);
    return values[rank];
  }

  private static double middle(double a, double b, double c) {
    return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
  }
}
