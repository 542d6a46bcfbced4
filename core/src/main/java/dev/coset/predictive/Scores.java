package dev.coset.predictive;

import dev.coset.distribution.Finite;
import dev.coset.distribution.Predictive;
import dev.coset.vectormath.Elementary;

/**
 * How well a predictive distribution predicted targets.
 *
 * <p>All means are weighted: a point of weight w counts as w points.
 *
 * @param points the number of targets
 * @param lppd mean log pointwise predictive density (of classes, their probability); never drops a
 *     point
 * @param lppdSe its standard error: the standard deviation over points (divisor n - 1) by sqrt(n)
 *     with n the sum of the weights; NaN where that is at most 1
 * @param quality what else is asked of a regression or of a classification
 */
public record Scores(long points, double lppd, double lppdSe, Quality quality) {
  /** Scores that only numbers, or only classes, have. */
  public sealed interface Quality permits RegressionScores, ClassificationScores {}

  public Scores {
    lppd = Finite.nearest(lppd);
    lppdSe = Finite.nearest(lppdSe);
  }

  /**
   * Scores numbers that fit into memory, on this thread; {@link Scoring} takes them chunk by chunk.
   */
  public static Scores of(Predictive predictive, double[] y) {
    Scoring scoring = new Scoring();
    scoring.add(PointScores.of(predictive, y, 1));
    return scoring.scores();
  }

  /** What there is to say of numbers. */
  public RegressionScores regression() {
    return switch (quality) {
      case RegressionScores scores -> scores;
      case ClassificationScores scores ->
          throw new IllegalStateException("The targets are classes.");
    };
  }

  /** What there is to say of classes. */
  public ClassificationScores classification() {
    return switch (quality) {
      case ClassificationScores scores -> scores;
      case RegressionScores scores -> throw new IllegalStateException("The targets are numbers.");
    };
  }

  /**
   * The same in the units of the data, where the targets were {@code (y - mean) / sd}: a density
   * shrinks as its variable is stretched.
   */
  public Scores inUnitsOf(double sd) {
    return switch (quality) {
      case RegressionScores scores ->
          new Scores(points, lppd - Elementary.log(sd), lppdSe, scores.inUnitsOf(sd));
      case ClassificationScores scores -> this;
    };
  }
}
