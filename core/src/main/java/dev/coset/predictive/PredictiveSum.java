package dev.coset.predictive;

import dev.coset.distribution.Predictive;

/** A weighted sum over draws of their predictive densities at a number of inputs. */
sealed interface PredictiveSum permits DensityGrid, ClassSums {
  /**
   * Adds the densities of some draws.
   *
   * @param weight how much each of them counts, positive
   */
  void add(Predictive chain, double weight);

  /** An equal one, which later additions leave alone. */
  PredictiveSum copy();

  /**
   * {@code KL(p || q)} averaged over inputs, where p is the average density here and q there.
   *
   * @param other of the same kind and size
   */
  double divergenceFrom(PredictiveSum other);
}
