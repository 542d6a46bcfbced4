package dev.coset.posterior;

import dev.coset.vectormath.Elementary;
import dev.coset.vectormath.VectorMath;

/**
 * Independent normals: {@code theta_j ~ Normal(0, scale)}; invariant under permutations and sign
 * flips.
 */
public record Prior(double scale) {
  public static final Prior STANDARD_NORMAL = new Prior(1);

  private static final VectorMath MATH = VectorMath.best();

  public Prior {
    if (!(scale > 0 && scale < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "The prior scale must be a positive number, but was " + scale + ".");
    }
  }

  /** Returns {@code log p(theta)} and adds its gradient. */
  double addTo(double[] gradient, double[] theta, int parameters) {
    double precision = 1 / (scale * scale);
    double squares = MATH.dot(theta, 0, theta, 0, parameters);
    MATH.addScaled(gradient, 0, -precision, theta, 0, parameters);
    return -precision * squares / 2
        - parameters * (NormalDensity.HALF_LOG_2_PI + Elementary.log(scale));
  }
}
