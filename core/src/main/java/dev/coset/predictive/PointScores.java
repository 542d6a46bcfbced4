package dev.coset.predictive;

/**
 * How well the predictive foretold each target.
 *
 * @param logDensity {@code log p(y_i)}
 * @param error predictive mean minus target
 * @param crps continuous ranked probability score
 * @param pit the probability integral transform {@code F(y_i)}: uniform where the predictive is
 *     calibrated
 */
public record PointScores(double[] logDensity, double[] error, double[] crps, double[] pit) {

  /**
   * Scores every point.
   *
   * @param threads at most so many share the work; the result does not depend on it
   */
  public static PointScores of(Predictive predictive, double[] y, int threads) {
    int points = predictive.points();
    if (y.length != points) {
      throw new IllegalArgumentException(
          "There are %d predictions but %d targets.".formatted(points, y.length));
    }
    PointScores scores =
        new PointScores(
            new double[points], new double[points], new double[points], new double[points]);
    Ranges.forEach(
        threads,
        points,
        (from, to) -> {
          for (int point = from; point < to; point++) {
            scores.fill(point, predictive.at(point), y[point]);
          }
        });
    return scores;
  }

  public int points() {
    return logDensity.length;
  }

  private void fill(int point, GaussianMixture mixture, double y) {
    if (!Double.isFinite(y)) {
      throw new IllegalArgumentException(
          "The target of point %d is %s; leave it out.".formatted(point, y));
    }
    MixtureScan scan = new MixtureScan(mixture);
    logDensity[point] = mixture.logDensity(y);
    error[point] = mixture.mean() - y;
    crps[point] = scan.absoluteDeviation(y) - Spread.of(mixture);
    pit[point] = Math.clamp(scan.cdf(), 0.0, 1.0);
  }
}
