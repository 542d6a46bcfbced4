package dev.coset.distribution;

import java.util.List;

/**
 * The predictive distribution of one target: a mixture of what each of its components says, such as
 * each draw of a posterior. Immutable, safe to share between threads.
 */
public sealed interface PredictiveDistribution permits NumberDistribution, ClassProbabilities {
  /** The number of components. */
  int size();

  /** The weight of one component; the weights sum to 1. */
  double weight(int component);

  /**
   * {@code log p(y)}, right also where every component underflows.
   *
   * @param y a number, or the number of a class
   */
  double logDensity(double y);

  /** What one component says of it, {@code log p_g(y)} without its weight. */
  double logDensityOf(int component, double y);

  /** Distributions of one kind taken together, each with a weight; the weights sum to one. */
  static PredictiveDistribution mixed(List<PredictiveDistribution> parts, double[] weights) {
    return switch (parts.getFirst()) {
      case LocationScaleMixture first ->
          LocationScaleMixture.mixed(all(LocationScaleMixture.class, parts), weights);
      case LogMixture first ->
          throw new IllegalArgumentException(
              "Mix the distributions of the logarithms, then map them.");
      case ClassProbabilities first ->
          ClassProbabilities.of(all(ClassProbabilities.class, parts), weights);
    };
  }

  private static <T extends PredictiveDistribution> List<T> all(
      Class<T> kind, List<PredictiveDistribution> parts) {
    return parts.stream().map(kind::cast).toList();
  }
}
