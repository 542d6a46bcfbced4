package dev.coset.predictive;

import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Some of the test rows that have something in common, and how many of them were as they should be:
 * numbers inside their central interval, or of the class named.
 *
 * @param by what they have in common, such as the name of a column
 * @param label which of its values they have
 * @param words the rows as a sentence names them
 * @param expected the share of them that should be held
 */
public record Slice(String by, String label, String words, int rows, int held, double expected) {

  public double share() {
    return (double) held / rows;
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
    double below = binomial.cumulativeProbability(held);
    double above = binomial.survivalProbability(held - 1);
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
