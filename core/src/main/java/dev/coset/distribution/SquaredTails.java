package dev.coset.distribution;

import dev.coset.vectormath.Elementary;
import dev.coset.vectormath.Hyperbolic;
import java.util.function.DoubleUnaryOperator;

/**
 * The CRPS as what it is defined by, the integral of {@code F^2} below the number and of {@code (1
 * - F)^2} above it. With n degrees of freedom it converges like {@code x^(1 - 2n)}, where {@code
 * E|Y - Y'|} does so like {@code x^(1 - n)} and has no closed form. Over {@code u} with {@code x =
 * m + s sinh(u)} a t distribution has no detail finer than 1 and its tail is that of an
 * exponential, so a few intervals of Kronrod's rule do; where components are narrower than s they
 * are halved.
 */
final class SquaredTails {
  /** In u. */
  private static final double INTERVAL = 1.5;

  /** In u, beyond all components. */
  private static final double OF_TAIL = 3;

  /** The rules may differ by so much of s; the error is then some 1e-9 of it. */
  private static final double ALLOWED = 1e-6;

  /** An interval beyond all components that adds less than this part of s is the last. */
  private static final double NEGLIGIBLE = 1e-10;

  /** So many s away only the distance counts. */
  private static final double FAR = 1e12;

  private final StudentMixture mixture;
  private final DoubleUnaryOperator cdf;
  private final DoubleUnaryOperator survival;
  private final double center;
  private final double unit;

  SquaredTails(StudentMixture mixture) {
    this.mixture = mixture;
    this.cdf = mixture.quickCdf();
    this.survival = mixture.quickSurvival();
    this.center = mixture.location();
    double logScale = 0;
    for (int g = 0; g < mixture.size(); g++) {
      logScale += mixture.weight(g) * Elementary.log(mixture.scale(g));
    }
    this.unit = Math.max(Elementary.exp(logScale), mixture.locationSpread());
  }

  double crps(double y) {
    if (!(Math.abs(y / unit - center / unit) < FAR)) {
      return Finite.nearest(Math.abs(y - center));
    }
    double u = Hyperbolic.arsinh(y / unit - center / unit);
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (int g = 0; g < mixture.size(); g++) {
      low = Math.min(low, mixture.location(g) - mixture.scale(g));
      high = Math.max(high, mixture.location(g) + mixture.scale(g));
    }
    double toLow = Hyperbolic.arsinh(Math.max(-FAR, low / unit - center / unit));
    double toHigh = Hyperbolic.arsinh(Math.min(FAR, high / unit - center / unit));
    double below = outwards(-u, -toLow, v -> squared(cdf, -v));
    double above = outwards(u, toHigh, v -> squared(survival, v));
    return Finite.nearest(unit * (below + above));
  }

  /**
   * The same of {@code exp Y} clamped to a range of logarithms, at the exponential of a number in
   * it.
   */
  double crpsOfExp(double y, ClampRange range) {
    double unitOfExp = Elementary.exp(range.clamped(center));
    double below = weighted(range.low(), y, cdf, unitOfExp);
    double above = weighted(y, range.high(), survival, unitOfExp);
    return Finite.nearest(unit * (below + above));
  }

  private double weighted(double low, double high, DoubleUnaryOperator tail, double unitOfExp) {
    double from = Hyperbolic.arsinh((low - center) / unit);
    double to = Hyperbolic.arsinh((high - center) / unit);
    int intervals = (int) Math.max(1, Math.ceil((to - from) / INTERVAL));
    double sum = 0;
    for (int k = 0; k < intervals; k++) {
      double start = from + (to - from) * k / intervals;
      double end = from + (to - from) * (k + 1) / intervals;
      sum +=
          GaussKronrod.integral(
              u -> squared(tail, u) * Elementary.exp(Math.fma(unit, Hyperbolic.sinh(u), center)),
              start,
              end,
              ALLOWED * (unitOfExp + sum));
    }
    return sum;
  }

  /** The square of a tail at {@code x(u)}, times {@code dx / du} over s. */
  private double squared(DoubleUnaryOperator tail, double u) {
    double sinh = Hyperbolic.sinh(u);
    double at = tail.applyAsDouble(Math.fma(unit, sinh, center));
    return at * at * Hyperbolic.cosh(sinh);
  }

  /**
   * An integral from a place on, as far as there is anything.
   *
   * @param last component's place
   */
  private static double outwards(double from, double last, DoubleUnaryOperator of) {
    double sum = 0;
    double at = from;
    while (true) {
      double to = at + (at > last ? OF_TAIL : INTERVAL);
      double part = GaussKronrod.integral(of, at, to, ALLOWED + NEGLIGIBLE * sum);
      sum += part;
      if (at > last && part < NEGLIGIBLE * (1 + sum)) {
        return sum;
      }
      at = to;
    }
  }
}
