package dev.coset.predictive;

import dev.coset.predictive.ClassificationScores.Reliability;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;

/**
 * What chance alone makes of reliability. Where probabilities are right, each of n rows of a bin
 * has the class named with about the bin's mean confidence c, so that the number of right ones is
 * {@code Binomial(n, c)}; a bin is narrow enough for one c to stand for all of its rows.
 */
public record ReliabilityByChance(Reliability bins) {
  /** Cochran's rule: what a chi-squared test needs of either outcome. */
  private static final int LEAST_EXPECTED = 5;

  /** The accuracies of a bin that chance allows, least and greatest. */
  public double[] range(int bin, double confidence) {
    int[] right = PitHistogram.chanceRange(bins.points()[bin], confidence(bin), confidence);
    return new double[] {
      (double) right[0] / bins.points()[bin], (double) right[1] / bins.points()[bin]
    };
  }

  private double confidence(int bin) {
    return Math.clamp(bins.confidence()[bin], 0, 1); // a sum of rounded ones may pass 1
  }

  /**
   * By how many standard deviations more rows are right than predictions were sure: below 0 where
   * they were too sure.
   */
  public double lean() {
    Group all = group(0);
    return (all.right - all.expected) / Math.sqrt(all.variance);
  }

  /** How sure predictions were on average. */
  public double meanConfidence() {
    Group all = group(0);
    return all.expected / all.rows;
  }

  /**
   * The calibration error to expect of right probabilities: by De Moivre, {@code E|X - nc| = 2 v (1
   * - c) P(X = v)} for X binomial and v the least whole number above nc.
   */
  public double expectedError() {
    double sum = 0;
    for (int bin = 0; bin < bins.points().length; bin++) {
      int n = Math.toIntExact(bins.points()[bin]);
      if (n > 0) {
        double c = confidence(bin);
        int v = (int) Math.floor(n * c) + 1;
        sum += 2 * v * (1 - c) * BinomialDistribution.of(n, c).probability(v);
      }
    }
    return sum / group(0).rows;
  }

  /**
   * The probability of accuracies so far from confidences, where these are right: Pearson's test
   * over bins, neighbours taken together until five right and five wrong ones are expected. Where
   * there are fewer in all, an exact test of how many are right.
   */
  public double probability() {
    double statistic = 0;
    int groups = 0;
    Group group = Group.NONE;
    for (int bin = 0; bin < bins.points().length; bin++) {
      group = group.and(this, bin);
      if (group.isLarge() && group(bin + 1).isLarge()) { // else it takes them too
        statistic += group.square();
        groups++;
        group = Group.NONE;
      }
    }
    if (!group.isLarge()) {
      return group.exact();
    }
    return ChiSquaredDistribution.of(groups + 1).survivalProbability(statistic + group.square());
  }

  /** The bins from one on. */
  private Group group(int from) {
    Group group = Group.NONE;
    for (int bin = from; bin < bins.points().length; bin++) {
      group = group.and(this, bin);
    }
    return group;
  }

  /**
   * @param variance of the number of right ones
   */
  private record Group(double rows, double right, double expected, double variance) {
    static final Group NONE = new Group(0, 0, 0, 0);

    Group and(ReliabilityByChance of, int bin) {
      long n = of.bins.points()[bin];
      if (n == 0) {
        return this;
      }
      double c = of.confidence(bin);
      return new Group(
          rows + n,
          right + Math.rint(n * of.bins.accuracy()[bin]),
          expected + n * c,
          variance + n * c * (1 - c));
    }

    boolean isLarge() {
      return expected >= LEAST_EXPECTED && rows - expected >= LEAST_EXPECTED;
    }

    double square() {
      return (right - expected) * (right - expected) / variance;
    }

    /**
     * Two-sided; rows of one probability scatter most (Hoeffding 1956), so none is blamed too soon.
     */
    double exact() {
      var binomial = BinomialDistribution.of((int) rows, Math.min(1, expected / rows));
      double below = binomial.cumulativeProbability((int) right);
      double above = binomial.survivalProbability((int) right - 1);
      return Math.min(1, 2 * Math.min(below, above));
    }
  }
}
