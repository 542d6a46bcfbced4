package dev.coset.predictive;

import dev.coset.parallel.Parallel;
import dev.coset.statistics.Weighted;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How well draws predict each training point when it is held out, by importance sampling from the
 * draws given all points: {@code p(y_i | y_-i) = 1 / E[1 / p(y_i | theta)]} with Pareto smoothed
 * weights.
 *
 * <p>A. Vehtari, A. Gelman, J. Gabry: Practical Bayesian model evaluation using leave-one-out
 * cross-validation and WAIC. Statistics and Computing 27 (2017).
 *
 * @param logDensity {@code log p(y_i | y_-i)} of each point
 * @param shape k-hat of each point
 * @param draws how many draws the estimate rests on
 */
public record LeaveOneOut(double[] logDensity, double[] shape, int draws) {

  /**
   * Estimates it.
   *
   * @param logLikelihood (draw, point)
   * @param weights of the points, which the draws have seen with them; null where all are 1
   * @param efficiency effective sample size of the draws over their number; 1 for independent draws
   * @param threads share the work; the result does not depend on them
   */
  public static LeaveOneOut of(
      double[][] logLikelihood, double @Nullable [] weights, double efficiency, int threads) {
    int points = logLikelihood[0].length;
    double[] logDensity = new double[points];
    double[] shape = new double[points];
    Parallel.tasks(
        threads,
        points,
        i -> {
          double weight = Weighted.of(weights, i);
          double[] logRatio =
              Arrays.stream(logLikelihood).mapToDouble(draw -> -weight * draw[i]).toArray();
          ParetoSmoothing smoothed = ParetoSmoothing.of(logRatio, efficiency);
          double[] weighted = smoothed.logWeights().clone();
          Arrays.setAll(weighted, g -> weighted[g] + logLikelihood[g][i]);
          logDensity[i] = LogSumExp.of(weighted);
          shape[i] = smoothed.shape();
        });
    return new LeaveOneOut(logDensity, shape, logLikelihood.length);
  }

  /** The sum over points: elpd_loo. */
  public double total() {
    double sum = 0;
    for (double d : logDensity) {
      sum += d;
    }
    return sum;
  }

  /** How many points have a k-hat at which the estimate is not to be trusted. */
  public int unreliablePoints() {
    double threshold = ParetoSmoothing.threshold(draws);
    return (int) Arrays.stream(shape).filter(k -> !(k <= threshold)).count();
  }
}
