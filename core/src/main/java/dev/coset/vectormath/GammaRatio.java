package dev.coset.vectormath;

/**
 * The function {@code g(x) = log(Gamma(x + 1/2) / Gamma(x)) - log(x) / 2} for positive x, which is
 * what a Student t distribution's height has more than a normal one's: with n degrees of freedom
 * {@code log p(r) = g(n / 2) - log(2 pi) / 2 - (n + 1) / 2 log(1 + r^2 / n)}. It goes to 0 with
 * growing x, without the cancellation of two log gamma functions.
 *
 * <p>From x = 8 on it is its asymptotic series {@code sum (2^-k - 2) B_(k+1) / (k (k + 1) x^k)}
 * over odd k, with Bernoulli's numbers (DLMF 5.11.8); smaller x are brought there by {@code Gamma(x
 * + 1) = x Gamma(x)}. Additions, multiplications, divisions, fused multiply-adds and {@link
 * Elementary#log} alone: the same bits everywhere.
 */
public final class GammaRatio {
  private static final double SERIES_FROM = 8;

  private static final double C1 = -1.0 / 8;
  private static final double C3 = 1.0 / 192;
  private static final double C5 = -1.0 / 640;
  private static final double C7 = 17.0 / 14336;
  private static final double C9 = -31.0 / 18432;
  private static final double C11 = 691.0 / 180224;
  private static final double C13 = -5461.0 / 425984;
  private static final double C15 = 929569.0 / 15728640;

  private GammaRatio() {}

  /** Returns g(x), with an absolute error of a few 1e-15. */
  public static double log(double x) {
    double at = x;
    double ratio = 1; // of Gamma(at + 1/2) / Gamma(at) to that at x
    while (at < SERIES_FROM) {
      ratio *= (at + 0.5) / at;
      at += 1;
    }
    double u = 1 / at;
    double v = u * u;
    double p = Math.fma(v, C15, C13);
    p = Math.fma(v, p, C11);
    p = Math.fma(v, p, C9);
    p = Math.fma(v, p, C7);
    p = Math.fma(v, p, C5);
    p = Math.fma(v, p, C3);
    p = Math.fma(v, p, C1);
    return at == x ? u * p : Math.fma(u, p, 0.5 * Elementary.log(at / (x * ratio * ratio)));
  }

  /** Returns g'(x), with a relative error of some 1e-14. */
  public static double derivative(double x) {
    double at = x;
    double sum = 0;
    while (at < SERIES_FROM) {
      sum += 0.5 / (at * (at + 0.5));
      at += 1;
    }
    double v = 1 / (at * at);
    double p = Math.fma(v, -15 * C15, -13 * C13);
    p = Math.fma(v, p, -11 * C11);
    p = Math.fma(v, p, -9 * C9);
    p = Math.fma(v, p, -7 * C7);
    p = Math.fma(v, p, -5 * C5);
    p = Math.fma(v, p, -3 * C3);
    p = Math.fma(v, p, -C1);
    return at == x ? v * p : Math.fma(v, p, sum + 0.5 / at - 0.5 / x);
  }

  /** Returns g''(x), with a relative error of some 1e-14. */
  public static double secondDerivative(double x) {
    double at = x;
    double sum = 0;
    while (at < SERIES_FROM) {
      double next = at + 0.5;
      sum += 1 / (next * next) - 1 / (at * at);
      at += 1;
    }
    double v = 1 / (at * at);
    double p = Math.fma(v, 15 * 16 * C15, 13 * 14 * C13);
    p = Math.fma(v, p, 11 * 12 * C11);
    p = Math.fma(v, p, 9 * 10 * C9);
    p = Math.fma(v, p, 7 * 8 * C7);
    p = Math.fma(v, p, 5 * 6 * C5);
    p = Math.fma(v, p, 3 * 4 * C3);
    p = Math.fma(v, p, 2 * C1);
    p = v / at * p;
    return at == x ? p : p + (sum + 0.5 / (x * x) - 0.5 / (at * at));
  }
}
