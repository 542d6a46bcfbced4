package dev.coset.modes;

import dev.coset.symmetry.NearestNeighbours;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Tells whether two modes are different functions or copies of one function that symmetry removal
 * left apart. If they are copies, their draws' function values come from one distribution, and a
 * draw's nearest neighbours in function space lie in either mode as often as chance has it; if they
 * are different functions, in its own. (The idea of M. Schilling: Multivariate two-sample tests
 * based on nearest neighbors. JASA 81, 1986.)
 */
public final class FunctionOverlap {
  private static final int NEIGHBOURS = 4;

  private FunctionOverlap() {}

  /**
   * Returns for every two modes how often the smaller one's draws have a draw of the other one as
   * one of their nearest neighbours, relative to chance: about 1 for copies, 0 for different
   * functions, 1 on the diagonal.
   *
   * @param f function values (draw, point)
   * @param threads share the work; the result does not depend on them
   */
  public static double[][] of(double[][] f, Clustering modes, int threads) {
    double[][] overlap = new double[modes.clusters()][modes.clusters()];
    for (int a = 0; a < overlap.length; a++) {
      overlap[a][a] = 1;
      for (int b = a + 1; b < overlap.length; b++) {
        overlap[a][b] = between(f, modes.members(a), modes.members(b), threads);
        overlap[b][a] = overlap[a][b];
      }
    }
    return overlap;
  }

  private static double between(double[][] f, int[] one, int[] other, int threads) {
    int[] smaller = one.length <= other.length ? one : other;
    int[] larger = smaller == one ? other : one;
    int[] both = IntStream.concat(Arrays.stream(smaller), Arrays.stream(larger)).toArray();
    double[][] points = new double[f[0].length][both.length];
    for (int p = 0; p < points.length; p++) {
      for (int g = 0; g < both.length; g++) {
        points[p][g] = f[both[g]][p];
      }
    }
    NearestNeighbours near = NearestNeighbours.of(points, NEIGHBOURS, threads);
    if (near.k() == 0) {
      return 0;
    }
    long across =
        Arrays.stream(near.index(), 0, smaller.length * near.k())
            .filter(q -> q >= smaller.length)
            .count();
    double chance = (double) larger.length / (both.length - 1);
    return across / (chance * smaller.length * near.k());
  }
}
