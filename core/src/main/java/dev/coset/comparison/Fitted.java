package dev.coset.comparison;

import dev.coset.distribution.Predictive;
import java.util.function.Function;

/**
 * The result of fitting a method.
 *
 * @param predictiveAt the predictive at inputs (feature, point), all in standardised units
 * @param seconds on the clock; of chains kept from before, their own time shared out among threads
 * @param gradients evaluations of the density's gradient; what else a method computes, such as a
 *     curvature, shows in its time only
 */
public record Fitted(
    Function<double[][], Predictive> predictiveAt, double seconds, long gradients) {

  static double secondsSince(long began) {
    return (System.nanoTime() - began) * 1e-9;
  }
}
