package dev.coset.predictive;

import java.util.Arrays;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * Bands that hold all of several counts jointly, where n independent values are uniform. Each count
 * is binomial: of values below a quantile, or inside a central interval. The bands of all counts
 * have one pointwise level, which simulation sets such that all counts lie inside with the joint
 * level's probability (Saeilynoja, Buerkner and Vehtari 2022).
 */
final class SimultaneousBands {
  /** Equal bins of the unit interval, whose edges bound everything counted. */
  static final int BINS = 40;

  /** How often values that are uniform leave the bands. */
  static final double FALSE_ALARM = 0.01;

  private static final int SIMULATIONS = 10_000;
  private static final long SEED = 20_220_314;

  /** The level of more values is taken from as many: it hardly depends on n any more. */
  private static final int MOST_SIMULATED = 1000;

  private final BinomialDistribution[] count;
  private final double[] extremes; // (simulation), ascending
  private final double critical;

  private SimultaneousBands(int n, double[] extremes) {
    this.count = counts(n);
    this.extremes = extremes;
    int allowed = 0;
    while (probability(extremes[allowed]) <= FALSE_ALARM) {
      allowed++;
    }
    this.critical = extremes[allowed];
  }

  /** The bands of so many values; the same for the same number. */
  static SimultaneousBands of(int n) {
    return new SimultaneousBands(n, simulate(Math.min(n, MOST_SIMULATED)));
  }

  /** How many counts there are: of values below each quantile, then inside each interval. */
  static int size() {
    return PitCalibration.QUANTILES + PitCalibration.INTERVALS;
  }

  private static BinomialDistribution[] counts(int n) {
    var counts = new BinomialDistribution[size()];
    Arrays.setAll(counts, k -> BinomialDistribution.of(n, PitCalibration.nominal(k)));
    return counts;
  }

  /** The least pointwise probability of each simulation. */
  private static double[] simulate(int n) {
    var random = RandomSource.XO_SHI_RO_256_PP.create(SEED);
    var counts = counts(n);
    double[][] known = new double[counts.length][n + 1];
    for (double[] of : known) {
      Arrays.fill(of, Double.NaN);
    }
    double[] extremes = new double[SIMULATIONS];
    for (int s = 0; s < SIMULATIONS; s++) {
      double[] binned = new double[BINS];
      for (int i = 0; i < n; i++) {
        binned[random.nextInt(BINS)]++;
      }
      double[] observed = PitCalibration.counts(binned);
      double least = 1;
      for (int k = 0; k < counts.length; k++) {
        int x = (int) observed[k];
        if (Double.isNaN(known[k][x])) {
          known[k][x] = twoSided(counts[k], x);
        }
        least = Math.min(least, known[k][x]);
      }
      extremes[s] = least;
    }
    Arrays.sort(extremes);
    return extremes;
  }

  private static double twoSided(BinomialDistribution count, int x) {
    return Math.min(
        1, 2 * Math.min(count.cumulativeProbability(x), count.survivalProbability(x - 1)));
  }

  /** The probability of a count so far from what is expected of it, alone. */
  double pointwise(int k, int observed) {
    return twoSided(count[k], observed);
  }

  /** The probability that the least pointwise one of all counts is so small. */
  double probability(double least) {
    int place = Arrays.binarySearch(extremes, least);
    int below = place < 0 ? -place - 1 : place;
    while (below < extremes.length && extremes[below] <= least) {
      below++;
    }
    return (below + 1.0) / (extremes.length + 1);
  }

  /** The least and the greatest count inside the bands. */
  int[] range(int k) {
    int low = count[k].inverseCumulativeProbability(critical / 2);
    int high = count[k].inverseSurvivalProbability(critical / 2);
    // The inverses may miss the edge by rounding, and the bands end where the test rejects.
    while (low > 0 && pointwise(k, low - 1) >= critical) {
      low--;
    }
    while (pointwise(k, low) < critical) {
      low++;
    }
    while (high < count[k].getNumberOfTrials() && pointwise(k, high + 1) >= critical) {
      high++;
    }
    while (pointwise(k, high) < critical) {
      high--;
    }
    return new int[] {low, high};
  }
}
