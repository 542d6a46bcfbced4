package dev.coset.predictive;

import dev.coset.data.TargetKind;
import dev.coset.data.TargetScaling;
import dev.coset.data.Targets;
import dev.coset.distribution.ClassProbabilities;
import dev.coset.distribution.NumberDistribution;
import dev.coset.distribution.Predictive;
import dev.coset.distribution.PredictiveDistribution;
import dev.coset.parallel.Parallel;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** How well the predictive predicted each target. */
public sealed interface PointScores {
  /** {@code log p(y_i)} of each point. */
  double[] logDensity();

  /** How many points each counts as; null where all count as 1. */
  double @Nullable [] weights();

  default int points() {
    return logDensity().length;
  }

  /**
   * Of numbers.
   *
   * @param target the number itself
   * @param error predictive mean minus target
   * @param medianError predictive median minus target
   * @param crps continuous ranked probability score
   * @param pit the probability integral transform {@code F(y_i)}: uniform where the predictive is
   *     calibrated
   * @param noise the standard deviation that the predictive ascribes to noise
   * @param weights of the points
   */
  record OfNumbers(
      double[] logDensity,
      double[] target,
      double[] error,
      double[] medianError,
      double[] crps,
      double[] pit,
      double[] noise,
      double @Nullable [] weights)
      implements PointScores {}

  /**
   * Of classes.
   *
   * @param probability (point, class)
   * @param label the class that each point has
   * @param weights of the points
   */
  record OfClasses(
      double[] logDensity, double[][] probability, int[] label, double @Nullable [] weights)
      implements PointScores {}

  /**
   * Scores every point, in comparable units.
   *
   * @param predictive in the likelihood's units, as the targets
   * @param threads at most so many share the work; the result does not depend on it
   */
  static PointScores of(
      Predictive predictive, Targets targets, TargetScaling scaling, int threads) {
    int points = predictive.points();
    if (targets.count() != points) {
      throw new IllegalArgumentException(
          "There are %d predictions but %d targets.".formatted(points, targets.count()));
    }
    for (int point = 0; point < points; point++) {
      if (!Double.isFinite(targets.at(point))) {
        throw new IllegalArgumentException(
            "The target of point %d is %s; leave it out.".formatted(point, targets.at(point)));
      }
    }
    IntFunction<PredictiveDistribution> at = point -> scaling.comparable(predictive.at(point));
    return switch (targets.kind()) {
      case TargetKind.Number _ -> ofNumbers(at, targets, scaling, threads);
      case TargetKind.Classes _ -> ofClasses(at, targets, threads);
    };
  }

  /** The same of numbers that are in comparable units already. */
  static PointScores of(Predictive predictive, double[] y, int threads) {
    return of(predictive, Targets.numbers(y), TargetScaling.unscaled(), threads);
  }

  private static PointScores ofNumbers(
      IntFunction<PredictiveDistribution> at, Targets targets, TargetScaling scaling, int threads) {
    int n = targets.count();
    var scores =
        new OfNumbers(
            new double[n],
            new double[n],
            new double[n],
            new double[n],
            new double[n],
            new double[n],
            new double[n],
            targets.weights());
    Parallel.ranges(
        threads,
        n,
        (from, to) -> {
          for (int point = from; point < to; point++) {
            var number = (NumberDistribution) at.apply(point);
            double target = scaling.comparable(targets.at(point));
            var score = number.score(target);
            scores.target[point] = target;
            scores.medianError[point] = number.quantile(0.5) - target;
            scores.logDensity[point] = score.logDensity();
            scores.error[point] = score.error();
            scores.crps[point] = score.crps();
            scores.pit[point] = score.pit();
            scores.noise[point] = number.aleatoric();
          }
        });
    return scores;
  }

  private static PointScores ofClasses(
      IntFunction<PredictiveDistribution> at, Targets targets, int threads) {
    int n = targets.count();
    var scores = new OfClasses(new double[n], new double[n][], new int[n], targets.weights());
    Parallel.ranges(
        threads,
        n,
        (from, to) -> {
          for (int point = from; point < to; point++) {
            var classes = (ClassProbabilities) at.apply(point);
            scores.label[point] = targets.classOf(point);
            scores.probability[point] = classes.probabilities();
            scores.logDensity[point] = classes.logDensity(targets.at(point));
          }
        });
    return scores;
  }
}
