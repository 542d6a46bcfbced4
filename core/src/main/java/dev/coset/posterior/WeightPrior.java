package dev.coset.posterior;

import dev.coset.vectormath.VectorMath;

/**
 * The prior of a network's parameters: the first entries of theta have one precision, the others
 * another.
 *
 * @param first so many have the first precision; all of them where there is but one
 * @param constant what normalises the density
 */
public record WeightPrior(int first, double firstPrecision, double precision, double constant) {
  private static final VectorMath MATH = VectorMath.best();

  /** Returns {@code log p(theta)} and adds its gradient. */
  double addTo(double[] gradient, double[] theta, int parameters) {
    double weighted = firstPrecision * MATH.dot(theta, 0, theta, 0, first);
    MATH.addScaled(gradient, 0, -firstPrecision, theta, 0, first);
    int others = parameters - first;
    if (others > 0) {
      weighted += precision * MATH.dot(theta, first, theta, first, others);
      MATH.addScaled(gradient, first, -precision, theta, first, others);
    }
    return -weighted / 2 - constant;
  }

  /** The precision of one entry. */
  public double of(int entry) {
    return entry < first ? firstPrecision : precision;
  }
}
