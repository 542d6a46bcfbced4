package dev.coset.baselines;

import dev.coset.distribution.Predictive;

/** A simple model that has seen the training rows. */
@FunctionalInterface
interface Model {
  /**
   * What it says of inputs, in the likelihood's units.
   *
   * @param x (feature, point)
   */
  Predictive at(double[][] x);
}
