package dev.coset.comparison;

import dev.coset.distribution.Predictive;
import dev.coset.predictive.Scores;

/**
 * A method with its predictive, how well that predicted the test rows, and what it cost.
 *
 * @param method its name
 * @param scores on the test rows, in units of the target's standard deviation
 */
public record MethodResult(String method, Fitted fitted, Scores scores) {

  /**
   * The predictive at inputs.
   *
   * @param x (feature, point), standardised
   */
  public Predictive predictive(double[][] x) {
    return fitted.predictiveAt().apply(x);
  }

  public double seconds() {
    return fitted.seconds();
  }

  public long gradients() {
    return fitted.gradients();
  }
}
