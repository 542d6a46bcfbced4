package dev.coset.predictive;

import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Some of the test rows that have something in common, and how many of them were as they should be:
 * numbers inside their central interval, or of the class named.
 *
 * @param by what they have in common, such as the name of a column
 * @param label which of its values they have
 * @param words the rows as a sentence names them
 * @param rows how many there are; of grouped rows, how many groups
 * @param held how many of these; of a group the share of its rows
 * @param expected the share of them that should be held
 */
public record Slice(String by, String label, String words, int rows, double held, double expected) {
  private static final double ROUNDING = 1e-9; // of sums of shares

  /**
   * Some of the test rows. A group counts as one row: the mean of dependent rows scatters at most
   * as one row does.
   *
   * @param members their places among the test rows
   */
  static Slice of(String by, String label, String words, TestRows rows, int[] members) {
    double[] weight = rows.weights(members);
    double all = 0;
    double held = 0;
    double expected = 0;
    for (int i = 0; i < members.length; i++) {
      all += weight[i];
      held += rows.held(members[i]) ? weight[i] : 0;
      expected += weight[i] * rows.expected(members[i]);
    }
    return new Slice(
        by, label, words, (int) Math.round(all), held, Math.clamp(expected / all, 0, 1));
  }

  /** All test rows. */
  public static Slice whole(TestRows rows) {
    return of("", "", "test rows", rows, IntStream.range(0, rows.count()).toArray());
  }

  public double share() {
    return held / rows;
  }

  /** Wilson's interval (1927) for the share that would be held of very many such rows. */
  public double[] interval(double confidence) {
    double z = NormalDistribution.of(0, 1).inverseSurvivalProbability((1 - confidence) / 2);
    double shrink = 1 / (1 + z * z / rows);
    double centre = shrink * (share() + z * z / (2 * rows));
    double half =
        shrink * z * Math.sqrt(share() * (1 - share()) / rows + z * z / (4.0 * rows * rows));
    return new double[] {held == 0 ? 0 : centre - half, held == rows ? 1 : centre + half};
  }

  /**
   * The probability of so many or so few held, where each is with the probability expected: exact,
   * two-sided. Rows of one probability scatter most (Hoeffding 1956), so none is blamed too soon.
   */
  public double probability() {
    var binomial = BinomialDistribution.of(rows, expected);
    double below = binomial.cumulativeProbability((int) Math.floor(held + ROUNDING));
    double above = binomial.survivalProbability((int) Math.ceil(held - ROUNDING) - 1);
    return Math.min(1, 2 * Math.min(below, above));
  }

  /** The same where another share should be held. */
  public Slice expecting(double other) {
    return new Slice(by, label, words, rows, held, other);
  }

  public boolean tooFew() {
    return share() < expected;
  }
}
