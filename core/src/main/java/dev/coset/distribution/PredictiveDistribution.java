package dev.coset.distribution;

/**
 * What a model says of one target not yet seen: a mixture of what each of its components says, such
 * as each draw of a posterior. Immutable, safe to share between threads.
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
}
