package dev.coset.posterior;

/**
 * Independent normals: {@code theta_j ~ Normal(0, scale)}; invariant under permutations and sign
 * flips.
 */
public record Prior(double scale) {
  public static final Prior STANDARD_NORMAL = new Prior(1);

  private static final double HALF_LOG_2_PI = 0.91893853320467274178;

  public Prior {
    if (!(scale > 0 && scale < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "The prior scale must be a positive number, but was " + scale + ".");
    }
  }

  /** Returns {@code log p(theta)} and adds its gradient. */
  double addTo(double[] gradient, double[] theta, int parameters) {
    double precision = 1 / (scale * scale);
    double squares = 0;
    for (int j = 0; j < parameters; j++) {
      squares = Math.fma(theta[j], theta[j], squares);
      gradient[j] = Math.fma(-precision, theta[j], gradient[j]);
    }
    return -precision * squares / 2 - parameters * (HALF_LOG_2_PI + StrictMath.log(scale));
  }
}
