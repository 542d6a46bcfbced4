package dev.coset.symmetry;

import dev.coset.parallel.Parallel;
import java.util.Arrays;

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
  private static final int SAMPLE = 512;

  /**
   * Finds them.
   *
   * @param points (coordinate, point)
   * @param k at most; all other points where there are fewer
   * @param threads share the work; the result does not depend on them
   */
  public static NearestNeighbours of(double[][] points, int k, int threads) {
    int n = points[0].length;
    int found = Math.min(k, n - 1);
    int length = Math.multiplyExact(n, found);
    NearestNeighbours neighbours =
        new NearestNeighbours(found, new int[length], new double[length]);
    Parallel.tasks(
        threads,
        (n + QUERIES - 1) / QUERIES,
        block -> neighbours.fill(points, block * QUERIES, Math.min(n, (block + 1) * QUERIES)));
    return neighbours;
  }

  private void fill(double[][] points, int first, int last) {
    int n = points[0].length;
    double[][] distance = new double[last - first][n];
    for (int tile = 0; tile < n; tile += TILE) {
      int end = Math.min(n, tile + TILE);
      for (int q = first; q < last; q++) {
        int c = 0;
        for (; c + 3 < points.length; c += 4) {
          addSquares(
              distance[q - first],
              points[c],
              points[c + 1],
              points[c + 2],
              points[c + 3],
              q,
              tile,
              end);
        }
        for (; c < points.length; c++) {
          addSquares(distance[q - first], points[c], q, tile, end);
        }
      }
    }
    double[] work = new double[n + 1];
    for (int q = first; q < last; q++) {
      collect(q, distance[q - first], work);
    }
  }

  private static void addSquares(double[] sum, double[] x, int q, int from, int to) {
    double centre = x[q];
    for (int j = from; j < to; j++) {
      double d = x[j] - centre;
      sum[j] = Math.fma(d, d, sum[j]);
    }
  }

  /** Four coordinates at once, which spares most of the reading and writing of the sum. */
  private static void addSquares(
      double[] sum, double[] x, double[] y, double[] z, double[] u, int q, int from, int to) {
    double centreX = x[q];
    double centreY = y[q];
    double centreZ = z[q];
    double centreU = u[q];
    for (int j = from; j < to; j++) {
      double dx = x[j] - centreX;
      double dy = y[j] - centreY;
      double dz = z[j] - centreZ;
      double du = u[j] - centreU;
      sum[j] = Math.fma(dx, dx, Math.fma(dy, dy, Math.fma(dz, dz, Math.fma(du, du, sum[j]))));
    }
  }

  private void collect(int q, double[] distance, double[] work) {
    if (k == 0) {
      return;
    }
    distance[q] = Double.POSITIVE_INFINITY;
    double farthest = kthSmallest(distance, work);
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
   * The distance of the k-th neighbour. A sample gives a bound that is almost surely above it, so
   * that only the few values below have to be ranked; where it is not, all are.
   */
  private double kthSmallest(double[] distance, double[] work) {
    int n = distance.length;
    if (n > 4 * SAMPLE) {
      for (int s = 0; s < SAMPLE; s++) {
        work[s] = distance[(int) ((long) s * n / SAMPLE)];
      }
      Arrays.sort(work, 0, SAMPLE);
      double expected = (double) k / n * SAMPLE;
      int rank = (int) (expected + 5 * Math.sqrt(expected) + 5);
      double bound = work[Math.min(rank, SAMPLE - 1)];
      int below = 0;
      for (double d : distance) {
        work[below] = d;
        below += d <= bound ? 1 : 0;
      }
      if (below >= k) {
        return smallest(work, below, k - 1);
      }
    }
    System.arraycopy(distance, 0, work, 0, n);
    return smallest(work, n, k - 1);
  }

  /** Which of the first values sorting would put at a rank (Hoare's quickselect); reorders them. */
  private static double smallest(double[] values, int count, int rank) {
    int from = 0;
    int to = count - 1;
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
