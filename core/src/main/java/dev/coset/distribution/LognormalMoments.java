package dev.coset.distribution;

import dev.coset.vectormath.Elementary;
import org.apache.commons.numbers.gamma.Erfc;
import org.apache.commons.numbers.gamma.Erfcx;

/**
 * Mean and standard deviation of {@code exp Z}, where {@code Z ~ Normal(m, s)} is clamped to a
 * range. With {@code a, b} the bounds in standard deviations from m, the k-th moment is
 *
 * <pre>
 * exp(k low) Phi(a) + exp(k high) Phi(-b) + exp(k m + k^2 s^2 / 2) (Phi(b - k s) - Phi(a - k s))
 * </pre>
 *
 * All terms are taken relative to {@code exp(k c)} with c the clamped m, and tails by the scaled
 * error function, so that none overflows.
 */
record LognormalMoments(double mean, double sd) {
  /** A bound so many standard deviations away changes no digit. */
  private static final double OUT_OF_REACH = 9;

  /** Below it {@code exp} is straight to five digits, and the second moment less the first not. */
  private static final double NARROW = 1e-5;

  /** Beyond it a square overflows relative to the clamped mean. */
  private static final double WIDE = 300;

  private static final double SQRT_HALF = Math.sqrt(0.5);
  private static final double SQRT_TWO_PI = Math.sqrt(2 * Math.PI);

  static LognormalMoments of(double m, double s, ClampRange range) {
    if (outOfReach(m, s, range)) {
      double mean = Elementary.exp(m + s * s / 2);
      return new LognormalMoments(mean, mean * Math.sqrt(Elementary.expm1(s * s)));
    }
    return s < NARROW ? straight(m, s, range) : clamped(m, s, range);
  }

  /** Whether the moments are those of a lognormal that is not clamped. */
  static boolean outOfReach(double m, double s, ClampRange range) {
    return range.low() < m - OUT_OF_REACH * s && m + (OUT_OF_REACH + 2 * s) * s < range.high();
  }

  private static LognormalMoments clamped(double m, double s, ClampRange range) {
    double inside = range.clamped(m);
    double center = range.high() - inside > WIDE ? range.high() : inside;
    double first = moment(1, m, s, range, center);
    double second = moment(2, m, s, range, center);
    double scale = Elementary.exp(center);
    return new LognormalMoments(
        scale * first, scale * Math.sqrt(Math.max(0, second - first * first)));
  }

  private static double moment(int k, double m, double s, ClampRange range, double center) {
    double a = (range.low() - m) / s;
    double b = (range.high() - m) / s;
    double atLow = Elementary.exp(k * (range.low() - center)) * tail(-a);
    double atHigh = Elementary.exp(k * (range.high() - center)) * tail(b);
    double lower = edge(k, range.low() - center, a, a - k * s);
    double upper = edge(k, range.high() - center, b, b - k * s);
    double between;
    if (a - k * s >= 0) {
      between = lower - upper;
    } else if (b - k * s <= 0) {
      between = upper - lower;
    } else {
      between = Elementary.exp(k * (m - center) + k * s * (k * s) / 2) - lower - upper;
    }
    return atLow + atHigh + between;
  }

  /**
   * {@code exp(k (m - c) + k^2 s^2 / 2) Phi(-|x|)} with x the bound of the tilted normal.
   *
   * @param bound less c
   * @param t the same bound, in standard deviations from m
   */
  private static double edge(int k, double bound, double t, double x) {
    return Elementary.exp(k * bound - t * t / 2) * Erfcx.value(Math.abs(x) * SQRT_HALF) / 2;
  }

  /** {@code exp Z} as a straight line in Z, a normal clamped to a range. */
  private static LognormalMoments straight(double m, double s, ClampRange range) {
    double a = Math.clamp((range.low() - m) / s, -40, 40);
    double b = Math.clamp((range.high() - m) / s, -40, 40);
    double first = a * tail(-a) + b * tail(b) + height(a) - height(b);
    double within = 1 - tail(-a) - tail(b) + a * height(a) - b * height(b);
    double second = a * a * tail(-a) + b * b * tail(b) + within;
    double scale = Elementary.exp(range.clamped(m));
    double shift = s * (first - Math.clamp(0, a, b));
    double variance = Math.max(0, second - first * first);
    return new LognormalMoments(scale * (1 + shift), scale * s * Math.sqrt(variance));
  }

  /** {@code Phi(-t)}. */
  private static double tail(double t) {
    return Erfc.value(t * SQRT_HALF) / 2;
  }

  private static double height(double t) {
    return Elementary.exp(-t * t / 2) / SQRT_TWO_PI;
  }
}
