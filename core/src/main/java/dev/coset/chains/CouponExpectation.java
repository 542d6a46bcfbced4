package dev.coset.chains;

/**
 * {@code E[G]} of the coupon collector without the alternating sum of the paper's Proposition 2,
 * which cancels. If chains came at the times of a Poisson process of rate 1, modes would be met
 * independently of each other, and the time until all are met would have the same mean (Flajolet,
 * Gardy and Thimonier 1992):
 *
 * <pre>{@code E[G] = integral over t > 0 of 1 - product over i of (1 - exp(-pi_i t))}</pre>
 *
 * <p>With {@code t = exp(s)} the integrand is analytic for {@code |Im s| < pi / 2}, so the
 * trapezoidal rule with step h errs by about {@code exp(-pi^2 / h)}, here nothing.
 */
final class CouponExpectation {

  private static final double STEP = 1.0 / 16;

  private CouponExpectation() {}

  static double of(double[] p) {
    double sum = 0;
    // Below exp(-40) the integrand is 1 and adds 4e-18 to an expectation of at least 1.
    for (int step = 0; ; step++) {
      double t = StrictMath.exp(-40 + STEP * step);
      double logAllMet = 0;
      for (double probability : p) {
        double missed = StrictMath.exp(-probability * t);
        logAllMet +=
            missed < 0.5
                ? StrictMath.log1p(-missed)
                : StrictMath.log(-StrictMath.expm1(-probability * t));
      }
      double term = t * -StrictMath.expm1(logAllMet);
      sum += term;
      if (term < 1e-18 * sum) {
        return STEP * sum;
      }
    }
  }
}
