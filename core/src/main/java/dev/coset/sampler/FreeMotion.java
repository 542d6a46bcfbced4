package dev.coset.sampler;

import dev.coset.vectormath.Elementary;

/**
 * The exact solution of {@code dx = v dt, dv = -g v dt + sqrt(2 g) dW} over a time t, for
 * independent standard normals z1 and z2: {@code x += drift v + spread z1} and {@code v = decay v +
 * shared z1 + own z2}. With {@code a = g t},
 *
 * <pre>
 * Var x    = s^2 / g^2,  s^2 = 2 a - 3 + 4 e^-a - e^-2a
 * Cov(x,v) = (1 - e^-a)^2 / g
 * Var v    = 1 - e^-2a
 * </pre>
 */
record FreeMotion(double decay, double drift, double spread, double shared, double own) {
  /** Below this a, the closed forms of s^2, about 2a^3/3, and of own^2, about a/2, cancel. */
  static final double SMALL = 0.05;

  static FreeMotion over(double time, double friction) {
    double a = friction * time;
    double lost = -Elementary.expm1(-a);
    double s2 = a < SMALL ? seriesOfSquare(a) : square(a);
    double s = Math.sqrt(s2);
    double own2 = (a < SMALL ? seriesOfRest(a) : rest(a)) / s2;
    return new FreeMotion(
        1 - lost, lost / friction, s / friction, lost * lost / s, Math.sqrt(own2));
  }

  static double square(double a) {
    return 2 * a + 4 * Elementary.expm1(-a) - Elementary.expm1(-2 * a);
  }

  /** Terms {@code (-a)^k (4 - 2^k) / k!} from k = 3 on. */
  static double seriesOfSquare(double a) {
    double sum = Math.fma(a, 127 / 90720.0, -1 / 160.0);
    sum = Math.fma(a, sum, 31 / 1260.0);
    sum = Math.fma(a, sum, -1 / 12.0);
    sum = Math.fma(a, sum, 7 / 30.0);
    sum = Math.fma(a, sum, -1 / 2.0);
    sum = Math.fma(a, sum, 2 / 3.0);
    return a * a * a * sum;
  }

  /** {@code s^2 Var v - (1 - e^-a)^4}, which is {@code s^2 own^2}. */
  static double rest(double a) {
    double twice = Elementary.expm1(-2 * a);
    return 8 * Elementary.expm1(-a) - 4 * twice - 2 * a * twice;
  }

  /** Terms {@code (-a)^k (8 + 2^k (k - 4)) / k!} from k = 4 on. */
  static double seriesOfRest(double a) {
    double sum = Math.fma(a, 769 / 453600.0, -107 / 15120.0);
    sum = Math.fma(a, sum, 43 / 1680.0);
    sum = Math.fma(a, sum, -7 / 90.0);
    sum = Math.fma(a, sum, 17 / 90.0);
    sum = Math.fma(a, sum, -1 / 3.0);
    sum = Math.fma(a, sum, 1 / 3.0);
    double a2 = a * a;
    return a2 * a2 * sum;
  }
}
