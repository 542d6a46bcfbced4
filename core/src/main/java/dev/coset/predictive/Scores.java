package dev.coset.predictive;

import java.util.Arrays;
import java.util.List;

/**
 * How well a predictive foretold targets, in the units of the targets it was given.
 *
 * @param points the number of targets
 * @param lppd mean log pointwise predictive density; never drops a point
 * @param lppdSe its standard error: the standard deviation over points (divisor n - 1) by sqrt(n);
 *     NaN for one point
 * @param rmse root mean squared error of the predictive mean
 * @param crps mean continuous ranked probability score
 * @param coverage how often the central intervals held the target
 * @param pitCounts histogram of F(y) in equal bins on [0, 1]: flat where the predictive is
 *     calibrated
 */
public record Scores(
    long points,
    double lppd,
    double lppdSe,
    double rmse,
    double crps,
    List<Coverage> coverage,
    long[] pitCounts) {

  /**
   * The share of targets inside the central interval that should hold a share {@code level} of
   * them.
   *
   * @param level nominal
   * @param share observed
   */
  public record Coverage(double level, double share) {}

  public Scores {
    coverage = List.copyOf(coverage);
  }

  /**
   * Scores points that fit into memory, on this thread; {@link Scoring} takes them chunk by chunk.
   */
  public static Scores of(Predictive predictive, double[] y) {
    Scoring scoring = new Scoring();
    scoring.add(PointScores.of(predictive, y, 1));
    return scoring.scores();
  }

  /** The share of targets in the central interval of one of the levels scored. */
  public double coverage(double level) {
    return coverage.stream()
        .filter(each -> each.level() == level)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Coverage was not scored at level %s.".formatted(level)))
        .share();
  }

  /**
   * The same scores in the units of the data, where the targets were {@code (y - mean) / sd}: a
   * density shrinks as its variable is stretched.
   */
  public Scores inUnitsOf(double sd) {
    return new Scores(
        points, lppd - Math.log(sd), lppdSe, rmse * sd, crps * sd, coverage, pitCounts);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Scores s
        && points == s.points
        && Double.compare(lppd, s.lppd) == 0
        && Double.compare(lppdSe, s.lppdSe) == 0
        && Double.compare(rmse, s.rmse) == 0
        && Double.compare(crps, s.crps) == 0
        && coverage.equals(s.coverage)
        && Arrays.equals(pitCounts, s.pitCounts);
  }

  @Override
  public int hashCode() {
    return Double.hashCode(lppd);
  }
}
