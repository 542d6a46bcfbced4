package dev.coset.predictive;

import java.util.Arrays;

/**
 * Scores of rows that others are compared with, row by row.
 *
 * @param scores (row)
 */
public record Paired(double[] scores) {

  /** Those of the candidate with the highest mean. */
  public static Paired best(double[][] scores) {
    double[] best = scores[0];
    for (double[] other : scores) {
      best = mean(other) > mean(best) ? other : best;
    }
    return new Paired(best);
  }

  /**
   * Whether these are better than others by more than so many standard errors of the difference.
   */
  public boolean isAhead(double[] others, double errors) {
    double[] lead = lead(others);
    double mean = mean(lead);
    return others != scores && !(mean < errors * error(lead, mean));
  }

  /**
   * Scores less what may be chance: a lead over the simplest model that is within one standard
   * error of the best counts less by the standard error of that lead.
   *
   * @param scores (candidate, row)
   * @param complexity (candidate) the simplest has the lowest
   */
  public static double[][] withoutChance(double[][] scores, int[] complexity) {
    var best = best(scores);
    double[] simplest = best.scores;
    int least = Integer.MAX_VALUE;
    for (int k = 0; k < scores.length; k++) {
      if (complexity[k] < least && !best.isAhead(scores[k], 1)) {
        least = complexity[k];
        simplest = scores[k];
      }
    }
    double[][] less = new double[scores.length][];
    for (int k = 0; k < less.length; k++) {
      double[] lead = new Paired(scores[k]).lead(simplest);
      double chance = scores[k] == simplest ? 0 : error(lead);
      less[k] = Arrays.stream(scores[k]).map(score -> score - chance).toArray();
    }
    return less;
  }

  private double[] lead(double[] others) {
    double[] lead = new double[scores.length];
    Arrays.setAll(lead, i -> scores[i] - others[i]);
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
