package dev.coset.statistics;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Values replaced by normal scores of their ranks among all chains, so that R-hat and ESS exist
 * without moments (Vehtari, Gelman, Simpson, Carpenter and Buerkner 2021, section 4.1). Equal
 * values share the mean of their ranks.
 */
final class RankNormalisation {

  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  private RankNormalisation() {}

  static double[][] scores(double[][] chains) {
    double[] sorted = ChainArray.pooled(chains);
    Arrays.sort(sorted);
    // Blom's offset 3/8
    return ChainArray.map(
        chains,
        x ->
            NORMAL.inverseCumulativeProbability(
                (rank(sorted, x) - 0.375) / (sorted.length + 0.25)));
  }

  /** Distances from the median: their ranks show chains that differ in scale. */
  static double[][] folded(double[][] chains) {
    double[] sorted = ChainArray.pooled(chains);
    Arrays.sort(sorted);
    int n = sorted.length;
    double median = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    return ChainArray.map(chains, x -> Math.abs(x - median));
  }

  private static double rank(double[] sorted, double x) {
    int below = countWhere(sorted, x, false);
    int upTo = countWhere(sorted, x, true);
    return (below + 1 + upTo) / 2.0;
  }

  /** How many values are less than x, or equal to it too. */
  private static int countWhere(double[] sorted, double x, boolean orEqual) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] < x || (orEqual && sorted[middle] == x)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
