package dev.coset.distribution;

import dev.coset.vectormath.Elementary;
import dev.coset.vectormath.Hyperbolic;

/**
 * Mean and standard deviation of {@code exp Z}, where {@code Z = m + s T} has heavy tails and is
 * clamped to a range. With {@code h(z) = exp(z - c) - exp(i - c)}, where i is the clamped m, both
 * {@code E h} and {@code E h^2} are integrals of their slopes times a tail of Z, from i outwards to
 * the bounds. They are taken over u with {@code z = m + s sinh(u)}, where T has no detail finer
 * than 1, by Gauss's rule.
 */
final class HeavyMoments {
  private static final double INTERVAL = 0.8; // of u
  private static final double WIDEST = 1.2; // of z, over which exp changes

  /** Beyond it a square overflows relative to the clamped location. */
  private static final double WIDE = 300;

  /** Logarithms of numbers. */
  private static final ClampRange ALL = new ClampRange(-700, 709);

  private final double m;
  private final double s;
  private final Shape shape;
  private final double inside;
  private final double center;
  private double first;
  private double second;

  private HeavyMoments(double m, double s, Shape shape, ClampRange range) {
    this.m = m;
    this.s = s;
    this.shape = shape;
    this.inside = range.clamped(m);
    this.center = range.high() - inside > WIDE ? range.high() : inside;
    outwards(range.low(), -1);
    outwards(range.high(), 1);
  }

  static LognormalMoments of(double m, double s, Shape shape, ClampRange range) {
    var moments = new HeavyMoments(m, s, shape, ofNumbers(range));
    double unit = Elementary.exp(moments.center);
    double variance = Math.max(0, moments.second - moments.first * moments.first);
    return new LognormalMoments(
        Finite.nearest(Elementary.exp(moments.inside) + unit * moments.first),
        Finite.nearest(unit * Math.sqrt(variance)));
  }

  /** The part of a range in which logarithms of numbers are. */
  static ClampRange ofNumbers(ClampRange range) {
    return new ClampRange(ALL.clamped(range.low()), ALL.clamped(range.high()));
  }

  private void outwards(double bound, int direction) {
    double at = Hyperbolic.arsinh(direction * (inside - m) / s);
    double end = Hyperbolic.arsinh(direction * (bound - m) / s);
    while (at < end) {
      double steepest = WIDEST / (s * Hyperbolic.cosh(Hyperbolic.sinh(at)));
      double to = Math.min(end, at + Math.min(INTERVAL, Math.max(steepest, (end - at) / 64)));
      interval(at, to, direction);
      at = to;
    }
  }

  private void interval(double from, double to, int direction) {
    double middle = from + (to - from) / 2;
    double half = (to - from) / 2;
    for (int k = -3; k <= 3; k++) {
      double u = middle + half * GaussKronrod.gaussNode(k);
      double sinh = Hyperbolic.sinh(u);
      double z = m + direction * s * sinh;
      double tail = sinh < 0 ? 1 - shape.quickTail(-sinh) : shape.quickTail(sinh);
      double slope = Elementary.exp(z - center);
      double h =
          center == inside ? Elementary.expm1(z - inside) : slope - Elementary.exp(inside - center);
      double part = half * GaussKronrod.gaussWeight(k) * s * Hyperbolic.cosh(sinh) * tail * slope;
      first += direction * part;
      second += direction * 2 * h * part;
    }
  }
}
