package dev.coset.predictive;

import java.util.Arrays;

/**
 * Scores of rows that others are compared with, row by row.
 *
 * @param scores (row)
 */
public record Paired(double[] scores) {
  /** One row says no more than this, in nats: else a single outlier would be all that counts. */
  private static final double MOST = 20;

  /** Those of the candidate with the highest mean. */
  public static Paired best(double[][] scores) {
    double[] best = scores[0];
    for (double[] other : scores) {
      best = mean(other) > mean(best) ? other : best;
    }
    return new Paired(best);
  }

  /**
   * Whether these are better than others by more than so many standard errors of the difference, to
   * which each row adds a bounded share.
   */
  public boolean isAhead(double[] others, double errors) {
    double[] lead = lead(others);
    double mean = mean(lead);
    return others != scores && !(mean < errors * error(lead, mean));
  }

  /**
   * Scores without what may be chance: a lead over one candidate shrinks by its own standard error,
   * to 0 at the least. Each row adds a bounded share to it.
   *
   * @param scores (candidate, row)
   */
  public static double[][] withoutChance(double[][] scores, int over) {
    double[][] less = new double[scores.length][];
    for (int k = 0; k < less.length; k++) {
      double[] lead = new Paired(scores[k]).lead(scores[over]);
      double mean = mean(lead);
      double chance = mean > 0 ? Math.min(mean, error(lead, mean)) : 0;
      less[k] = Arrays.stream(scores[k]).map(score -> score - chance).toArray();
    }
    return less;
  }

  private double[] lead(double[] others) {
    double[] lead = new double[scores.length];
    Arrays.setAll(lead, i -> Math.clamp(scores[i] - others[i], -MOST, MOST));
    return lead;
  }

  public static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }

  /** The standard error of the mean. */
  public static double error(double[] values) {
    return error(values, mean(values));
  }

  private static double error(double[] values, double mean) {
    double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
    return Math.sqrt(squares / (values.length - 1.0) / values.length);
  }
}
