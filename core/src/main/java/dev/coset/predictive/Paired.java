package dev.coset.predictive;

import dev.coset.statistics.Weighted;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Scores of rows that others are compared with, row by row.
 *
 * @param scores (row)
 * @param weights of the rows; null where all are 1
 */
public record Paired(double[] scores, double @Nullable [] weights) {
  /** One row says no more than this, in nats: else a single outlier would decide alone. */
  private static final double MOST = 20;

  /** Those of the candidate with the highest mean. */
  public static Paired best(double[][] scores, double @Nullable [] weights) {
    double[] best = scores[0];
    for (double[] other : scores) {
      best = Weighted.mean(other, weights) > Weighted.mean(best, weights) ? other : best;
    }
    return new Paired(best, weights);
  }

  /**
   * Whether these are better than others by more than so many standard errors of the difference, to
   * which each row adds a bounded share.
   */
  public boolean isAhead(double[] others, double errors) {
    double[] lead = lead(others);
    return others != scores
        && !(Weighted.mean(lead, weights) < errors * Weighted.error(lead, weights));
  }

  /**
   * Scores without what may be chance: a lead over one candidate shrinks by its own standard error,
   * to 0 at the least. Each row adds a bounded share to it.
   *
   * @param scores (candidate, row)
   */
  public static double[][] withoutChance(double[][] scores, double @Nullable [] weights, int over) {
    double[][] less = new double[scores.length][];
    for (int k = 0; k < less.length; k++) {
      double[] lead = new Paired(scores[k], weights).lead(scores[over]);
      double mean = Weighted.mean(lead, weights);
      double chance = mean > 0 ? Math.min(mean, Weighted.error(lead, weights)) : 0;
      less[k] = Arrays.stream(scores[k]).map(score -> score - chance).toArray();
    }
    return less;
  }

  private double[] lead(double[] others) {
    double[] lead = new double[scores.length];
    Arrays.setAll(lead, i -> Math.clamp(scores[i] - others[i], -MOST, MOST));
    return lead;
  }
}
