package dev.coset.chains;

import static java.lang.StrictMath.atan2;
import static java.lang.StrictMath.cos;
import static java.lang.StrictMath.exp;
import static java.lang.StrictMath.expm1;
import static java.lang.StrictMath.hypot;
import static java.lang.StrictMath.log;
import static java.lang.StrictMath.log1p;
import static java.lang.StrictMath.sin;
import static java.lang.StrictMath.sqrt;

import java.util.function.DoubleUnaryOperator;

/**
 * The coupon collector's tail for any number of chains, in a time that does not grow with it. The
 * probabilities of {@link CouponTail} have the exponential generating functions
 *
 * <pre>{@code
 * sum over n of P(G <= n) z^n / n! = exp(z) exp(Q(z)),
 * sum over n of P(G > n) z^n / n! = exp(z) (1 - exp(Q(z))),
 * Q(z) = sum over i of log(1 - exp(-pi_i z))
 * }</pre>
 *
 * <p>A coefficient is Cauchy's integral over a circle. At the radius r where the function divided
 * by {@code z^n} is smallest on the positive axis (the saddle point), the integrand is a bump of
 * width 1 / sd around the axis, sd being that of the exponent under the terms' weights at r, so no
 * digits cancel; and the trapezoidal rule with M points on a circle is exact but for the
 * coefficients n +- M, which are nothing once M is many sd (Trefethen and Weideman 2014, section
 * 3).
 */
final class CouponIntegral {

  private final double[] p;
  private final double n;
  private final boolean seen;

  private CouponIntegral(double[] p, long n, boolean seen) {
    this.p = p;
    this.n = n;
    this.seen = seen;
  }

  static CouponTail tail(double[] p, long n) {
    double missing = p.length == 1 ? 0 : new CouponIntegral(p, n, false).coefficient();
    double seen = missing < 0.5 ? 1 - missing : new CouponIntegral(p, n, true).coefficient();
    return new CouponTail(seen, missing);
  }

  private double coefficient() {
    if (seen && n == p.length) {
      double logarithm = 0;
      for (int i = 0; i < p.length; i++) {
        logarithm += log((i + 1) * p[i]);
      }
      return exp(logarithm);
    }
    double r = saddle();
    double onAxis = logSeen(r);
    double h = 1e-3 * r;
    double sd = sqrt(Math.max(0, r * (mean(r + h) - mean(r - h)) / (2 * h)));
    long points = 64 + (long) (20 * sd);
    double sum = 0.5;
    for (long j = 1; 2 * j <= points; j++) {
      double term = integrand(r, 2 * Math.PI * j / points, onAxis);
      sum += 2 * j == points ? term / 2 : term;
      // A narrow bump is below exp(-50) from 12 of its widths on: no need to walk all the circle.
      if (sd > 20 && 2 * Math.PI * j / points * sd > 12) {
        break;
      }
    }
    double u = (r - n) / n;
    double height = seen ? onAxis : log(-expm1(onAxis));
    return 2 * sum / points * exp(logStirling(n) + n * (u - log1p(u)) + height);
  }

  /** Where the mean of the exponent is n; it grows with r. */
  private double saddle() {
    double low = 0;
    double high = n;
    while (mean(high) < n) {
      low = high;
      high *= 2;
    }
    while (high - low > 1e-12 * high) {
      double middle = (low + high) / 2;
      if (middle == low || middle == high) {
        break;
      }
      if (mean(middle) < n) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return (low + high) / 2;
  }

  /** {@code r d/dr} of the logarithm of the generating function. */
  private double mean(double r) {
    double slope = sum(pi -> pi * r / expm1(pi * r));
    if (seen) {
      return r + slope;
    }
    double q = logSeen(r);
    return r - slope * exp(q) / -expm1(q);
  }

  /** {@code Q(r)} on the positive axis. */
  private double logSeen(double r) {
    return sum(pi -> pi * r > 0.7 ? log1p(-exp(-pi * r)) : log(-expm1(-pi * r)));
  }

  private double sum(DoubleUnaryOperator term) {
    double sum = 0;
    for (double pi : p) {
      sum += term.applyAsDouble(pi);
    }
    return sum;
  }

  /**
   * The real part of the integrand at {@code z = r exp(it)}, relative to its value at t = 0, where
   * Q is onAxis.
   */
  private double integrand(double r, double t, double onAxis) {
    double half = sin(t / 2);
    double re = -2 * r * half * half; // of z - r
    double im = r * sin(t); // of z
    double q = 0; // of Q(z)
    double angle = 0;
    for (double pi : p) {
      double a = -pi * (r + re);
      double b = -pi * im;
      // 1 - exp(a + ib), from the difference that does not cancel
      double scale = exp(a);
      double x = scale * cos(b);
      double y = scale * sin(b);
      if (a < -0.7) {
        q += log1p(scale * scale - 2 * x) / 2;
        angle += atan2(-y, 1 - x);
      } else {
        double s = sin(b / 2);
        double one = expm1(a) * cos(b) - 2 * s * s;
        q += log(hypot(one, y));
        angle += atan2(-y, -one);
      }
    }
    double phase = n * (sin(t) - t) + (r - n) * sin(t);
    if (seen) {
      return exp(re + q - onAxis) * cos(phase + angle);
    }
    // 1 - exp(q + i angle), again from the difference that does not cancel
    double s = sin(angle / 2);
    double x =
        q < 1 ? exp(re) * (2 * s * s - expm1(q) * cos(angle)) : exp(re) - exp(re + q) * cos(angle);
    double y = -exp(re + q) * sin(angle);
    return (x * cos(phase) - y * sin(phase)) / -expm1(onAxis);
  }

  /** {@code log(n! e^n / n^n)}: Stirling's series, from 16 on good to the last digit. */
  static double logStirling(double n) {
    if (n < 16) {
      double product = 1;
      for (int i = 1; i <= n; i++) {
        product *= i * Math.E / n;
      }
      return log(product);
    }
    double m = 1 / (n * n);
    return log(2 * Math.PI * n) / 2
        + (1.0 / 12 - m * (1.0 / 360 - m * (1.0 / 1260 - m * (1.0 / 1680 - m / 1188)))) / n;
  }
}
