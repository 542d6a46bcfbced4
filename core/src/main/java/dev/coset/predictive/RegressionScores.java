package dev.coset.predictive;

import dev.coset.distribution.Finite;
import dev.coset.statistics.Weighted;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/**
 * How well numbers were predicted, in the units of the targets.
 *
 * @param rmse root mean squared error of the predictive mean
 * @param r2 share of the targets' variance that the predictive mean explains; empty where they are
 *     all the same
 * @param mae mean absolute error of the predictive median
 * @param medianAbsoluteError median absolute error of the predictive median
 * @param crps mean continuous ranked probability score
 * @param coverage how often the central intervals held the target
 * @param pitCounts histogram of F(y) in equal bins on [0, 1]: flat where the predictive is
 *     calibrated; of weighted targets, as {@link Weighted#asRows} counts them
 */
public record RegressionScores(
    double rmse,
    OptionalDouble r2,
    double mae,
    double medianAbsoluteError,
    double crps,
    List<Coverage> coverage,
    double[] pitCounts)
    implements Scores.Quality {
  /**
   * The share of targets inside the central interval that should hold a share {@code level} of
   * them.
   *
   * @param level nominal
   * @param share observed
   */
  public record Coverage(double level, double share) {}

  public RegressionScores {
    rmse = Finite.nearest(rmse);
    r2 = r2.isPresent() ? OptionalDouble.of(Finite.nearest(r2.getAsDouble())) : r2;
    mae = Finite.nearest(mae);
    medianAbsoluteError = Finite.nearest(medianAbsoluteError);
    crps = Finite.nearest(crps);
    coverage = List.copyOf(coverage);
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

  RegressionScores inUnitsOf(double sd) {
    return new RegressionScores(
        rmse * sd, r2, mae * sd, medianAbsoluteError * sd, crps * sd, coverage, pitCounts);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RegressionScores s
        && Double.compare(rmse, s.rmse) == 0
        && r2.equals(s.r2)
        && Double.compare(mae, s.mae) == 0
        && Double.compare(medianAbsoluteError, s.medianAbsoluteError) == 0
        && Double.compare(crps, s.crps) == 0
        && coverage.equals(s.coverage)
        && Arrays.equals(pitCounts, s.pitCounts);
  }

  @Override
  public int hashCode() {
    return Double.hashCode(rmse);
  }
}
