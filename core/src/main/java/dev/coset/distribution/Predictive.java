package dev.coset.distribution;

import dev.coset.parallel.Parallel;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The posterior predictive at a number of inputs. Chains, ensembles and Laplace approximations all
 * yield one, so that all are scored the same way. Holds components x points numbers: give large
 * data in chunks of some hundred points. Thread-safe.
 */
public interface Predictive {
  /** The number of inputs. */
  int points();

  /** What is said of the target at one of them. */
  PredictiveDistribution at(int point);

  /** The same where the target is a number. */
  default NumberDistribution number(int point) {
    return switch (at(point)) {
      case NumberDistribution number -> number;
      case ClassProbabilities classes ->
          throw new IllegalStateException("The target is a class, not a number.");
    };
  }

  /** The same where the target is a class. */
  default ClassProbabilities classes(int point) {
    return switch (at(point)) {
      case ClassProbabilities classes -> classes;
      case NumberDistribution number ->
          throw new IllegalStateException("The target is a number, not a class.");
    };
  }

  /**
   * Mixtures of normals with equal weights, and noise that does not depend on the input.
   *
   * @param means (component, point)
   * @param sds (component)
   */
  static Predictive of(double[][] means, double[] sds) {
    return new MixturePerPoint(means, Components.uniform(sds));
  }

  /**
   * The same with weights, which are positive and sum to one.
   *
   * @param weights (component)
   */
  static Predictive of(double[][] means, double[] sds, double[] weights) {
    return new MixturePerPoint(means, Components.weighted(sds, weights));
  }

  /**
   * Mixtures of normals with equal weights, whose noise depends on the input.
   *
   * @param means (component, point)
   * @param sds (component, point)
   */
  static Predictive of(double[][] means, double[][] sds) {
    return MixturePerPoint.each(means, sds, GaussianMixture::of);
  }

  /**
   * The same with weights, which are positive and sum to one.
   *
   * @param weights (component)
   */
  static Predictive of(double[][] means, double[][] sds, double[] weights) {
    return MixturePerPoint.each(means, sds, (m, s) -> GaussianMixture.of(m, s, weights));
  }

  /**
   * Mixtures of components with heavy tails, with equal weights.
   *
   * @param locations (component, point)
   * @param scales (component, point)
   * @param shapes (component)
   */
  static Predictive of(double[][] locations, double[][] scales, Shape[] shapes) {
    return MixturePerPoint.each(locations, scales, (m, s) -> StudentMixture.of(m, s, shapes));
  }

  /**
   * The same with weights, which are positive and sum to one.
   *
   * @param weights (component)
   */
  static Predictive of(double[][] locations, double[][] scales, Shape[] shapes, double[] weights) {
    return MixturePerPoint.each(
        locations, scales, (m, s) -> StudentMixture.of(m, s, shapes, weights));
  }

  /** Distributions made one by one. */
  static Predictive of(List<? extends PredictiveDistribution> distributions) {
    List<PredictiveDistribution> copy = List.copyOf(distributions);
    return new Predictive() {
      @Override
      public int points() {
        return copy.size();
      }

      @Override
      public PredictiveDistribution at(int point) {
        return copy.get(point);
      }
    };
  }

  /**
   * Several at the same inputs taken together, each with a weight; the weights sum to one. One
   * alone is itself.
   */
  static Predictive mixed(List<Predictive> parts, double[] weights) {
    if (parts.size() == 1) {
      return parts.getFirst();
    }
    List<Predictive> copy = List.copyOf(parts);
    double[] weightOf = weights.clone();
    return new Predictive() {
      @Override
      public int points() {
        return copy.getFirst().points();
      }

      @Override
      public PredictiveDistribution at(int point) {
        return PredictiveDistribution.mixed(
            copy.stream().map(part -> part.at(point)).toList(), weightOf);
      }
    };
  }

  /** The same in other units. */
  default Predictive map(UnaryOperator<PredictiveDistribution> units) {
    Predictive these = this;
    return new Predictive() {
      @Override
      public int points() {
        return these.points();
      }

      @Override
      public PredictiveDistribution at(int point) {
        return units.apply(these.at(point));
      }
    };
  }

  /**
   * What to tell a user of every number.
   *
   * @param probabilities of the quantiles
   */
  default List<PointSummary> summaries(double[] probabilities, int threads) {
    PointSummary[] summaries = new PointSummary[points()];
    Parallel.ranges(
        threads,
        points(),
        (from, to) -> {
          for (int point = from; point < to; point++) {
            summaries[point] = PointSummary.of(number(point), probabilities);
          }
        });
    return Arrays.asList(summaries);
  }
}
