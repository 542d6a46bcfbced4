package dev.coset.predictive;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;

/**
 * Where targets fell in their predictive distributions: how many values of {@code F(y)} lie in each
 * of a number of equal bins on [0, 1]. Even where the predictive is calibrated; heaped in the
 * middle where it is too wide, at the ends where it is too narrow (Dawid 1984).
 *
 * @param counts (bin)
 */
public record PitHistogram(long[] counts) {
  private static final double CLEARLY = 0.05;

  public static PitHistogram of(RegressionScores scores) {
    return new PitHistogram(scores.pitCounts());
  }

  public long points() {
    long points = 0;
    for (long count : counts) {
      points += count;
    }
    return points;
  }

  /** The same in fewer bins, whose number divides that of the bins here. */
  public PitHistogram in(int bins) {
    if (bins < 1 || counts.length % bins != 0) {
      throw new IllegalArgumentException(
          "%d bins cannot be merged into %d; give a divisor.".formatted(counts.length, bins));
    }
    int each = counts.length / bins;
    long[] merged = new long[bins];
    for (int bin = 0; bin < counts.length; bin++) {
      merged[bin / each] += counts[bin];
    }
    return new PitHistogram(merged);
  }

  /**
   * The share of targets in the central bins: the coverage of the central interval that should hold
   * as large a share of them as these are of all bins.
   *
   * @param outside how many bins are left out at each end
   */
  public double centralShare(int outside) {
    long inside = 0;
    for (int bin = outside; bin < counts.length - outside; bin++) {
      inside += counts[bin];
    }
    return (double) inside / points();
  }

  /** The probability of counts so uneven where the predictive is calibrated: Pearson's test. */
  public double probabilityIfCalibrated() {
    double expected = (double) points() / counts.length;
    double statistic = 0;
    for (long count : counts) {
      statistic += (count - expected) * (count - expected) / expected;
    }
    return ChiSquaredDistribution.of(counts.length - 1).survivalProbability(statistic);
  }

  /** Few enough that each has some points. */
  public PitHistogram coarse() {
    long n = points();
    return in(n < 100 ? 5 : n < 400 ? 10 : 20);
  }

  /** Whether far more than half of the targets lie in the middle half. */
  public boolean isHeaped() {
    return centralShare(counts.length / 4) > 0.5 + CLEARLY;
  }

  /** What to say where they are less even than chance allows, without a full stop. */
  public Optional<String> uneven() {
    double p = coarse().probabilityIfCalibrated();
    if (p >= Slices.FALSE_ALARM) {
      return Optional.empty();
    }
    double inner = centralShare(counts.length / 4);
    return Optional.of(
        String.format(
            Locale.ROOT,
            "Test rows fall less evenly into their predictive distributions than chance allows"
                + " (probability %.1g): %s",
            p,
            isHeaped()
                ? "50% intervals are wider than need be"
                : inner < 0.5 - CLEARLY
                    ? "50% intervals are too narrow"
                    : "the predictions lean to one side or miss the shape of the noise"));
  }

  /**
   * The central range of a count of points that each fall into some place with a probability.
   *
   * @param confidence that the count lies in it, at least
   * @return least and greatest count
   */
  public static int[] chanceRange(long points, double probability, double confidence) {
    var count = BinomialDistribution.of(Math.toIntExact(points), probability);
    double tail = (1 - confidence) / 2;
    return new int[] {
      count.inverseCumulativeProbability(tail), count.inverseSurvivalProbability(tail)
    };
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PitHistogram p && Arrays.equals(counts, p.counts);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(counts);
  }
}
