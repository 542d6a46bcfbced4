package dev.coset.predictive;

import dev.coset.predictive.ClassificationScores.Reliability;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * Tests whether random variation explains the reliability curve. Where probabilities are right,
 * each of n rows of a bin has the class named with about the bin's mean confidence c, so that the
 * number of right ones is {@code Binomial(n, c)}; a bin is narrow enough for one c to stand for all
 * of its rows.
 *
 * <p>One test covers all bins and the whole: a calibrated model leaves any of their ranges with a
 * probability of at most 1% (Bonferroni). Grouped rows are tested by group, as {@link Slice} counts
 * them.
 *
 * @param bins of similar confidence, in ascending order, without empty ones
 * @param whole all rows
 */
public record ReliabilityByChance(List<Slice> bins, Slice whole) {
  public ReliabilityByChance {
    bins = List.copyOf(bins);
  }

  /** Of independent rows. */
  public static ReliabilityByChance of(Reliability reliability) {
    List<Slice> bins = new ArrayList<>();
    int rows = 0;
    double right = 0;
    double expected = 0;
    for (int bin = 0; bin < reliability.points().length; bin++) {
      int n = Math.toIntExact(Math.round(reliability.points()[bin]));
      if (n > 0) {
        double held = Math.rint(n * reliability.accuracy()[bin]);
        double confidence =
            Math.clamp(reliability.confidence()[bin], 0, 1); // a sum of rounded ones may pass 1
        bins.add(new Slice("", "", "", n, held, confidence));
        rows += n;
        right += held;
        expected += n * confidence;
      }
    }
    return new ReliabilityByChance(
        bins, new Slice("", "", "", rows, right, Math.clamp(expected / rows, 0, 1)));
  }

  /** Of test rows, by group where they are grouped. */
  public static ReliabilityByChance of(TestRows.OfClasses rows) {
    List<Slice> bins = new ArrayList<>();
    for (int bin = 0; bin < ClassificationTally.BINS; bin++) {
      int wanted = bin;
      int[] members =
          IntStream.range(0, rows.count())
              .filter(row -> ClassificationTally.bin(rows.confidence()[row]) == wanted)
              .toArray();
      if (members.length > 0) {
        bins.add(Slice.of("", "", "", rows, members));
      }
    }
    return new ReliabilityByChance(bins, Slice.whole(rows));
  }

  /** The accuracies of a bin, or of the whole, that chance allows: least and greatest. */
  public double[] range(Slice bin) {
    double tail = Slices.FALSE_ALARM / (bins.size() + 1) / 2;
    var right = BinomialDistribution.of(bin.rows(), bin.expected());
    return new double[] {
      (double) right.inverseCumulativeProbability(tail) / bin.rows(),
      (double) right.inverseSurvivalProbability(tail) / bin.rows()
    };
  }

  /**
   * By how many standard deviations more rows are right than predictions were sure: below 0 where
   * they were too sure.
   */
  public double lean() {
    double variance =
        bins.stream().mapToDouble(b -> b.rows() * b.expected() * (1 - b.expected())).sum();
    return (whole.held() - whole.rows() * whole.expected()) / Math.sqrt(variance);
  }

  /**
   * The calibration error to expect of right probabilities: by De Moivre, {@code E|X - nc| = 2 v (1
   * - c) P(X = v)} for X binomial and v the least whole number above nc.
   */
  public double expectedError() {
    double sum = 0;
    for (Slice bin : bins) {
      int v = (int) Math.floor(bin.rows() * bin.expected()) + 1;
      double most = BinomialDistribution.of(bin.rows(), bin.expected()).probability(v);
      sum += 2 * v * (1 - bin.expected()) * most;
    }
    return sum / whole.rows();
  }

  /**
   * The probability that a bin or the whole is so far from its confidence, where confidences are
   * right: at most the number of tests times the least of their exact probabilities.
   */
  public double probability() {
    double least =
        bins.stream().mapToDouble(Slice::probability).reduce(whole.probability(), Math::min);
    return Math.min(1, (bins.size() + 1) * least);
  }

  /** Whether a bin, or the whole, lies outside its range. */
  public boolean isOff() {
    return probability() < Slices.FALSE_ALARM;
  }
}
