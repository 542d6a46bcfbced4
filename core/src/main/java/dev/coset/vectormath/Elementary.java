package dev.coset.vectormath;

/**
 * Elementary functions from additions, multiplications, divisions, fused multiply-adds and bits
 * alone, so that they have the same bits everywhere, and cost a few nanoseconds. Where a library's
 * version has a choice of rounding, {@code Math}'s may differ between machines and {@code
 * StrictMath}'s is slow.
 *
 * <p>Exponentials reduce {@code x = k ln 2 + r}, {@code |r| <= ln 2 / 2}; adding 1.5 * 2^52 rounds
 * to an integer and leaves it in the low bits. Logarithms follow FreeBSD's {@code e_log.c} and
 * {@code s_log1p.c}.
 */
public final class Elementary {
  private static final double SQRT_TWO = 0x1.6a09e667f3bcdp0;

  private Elementary() {}

  /** Returns e^x, within 1 ulp. */
  public static double exp(double x) {
    double within =
        x < DoubleExp.LOWEST ? DoubleExp.LOWEST : x > DoubleExp.HIGHEST ? DoubleExp.HIGHEST : x;
    double rounded = Math.fma(within, DoubleExp.LOG2_E, DoubleExp.ROUND);
    double k = rounded - DoubleExp.ROUND;
    double r = Math.fma(-k, DoubleExp.LN2_LOW, Math.fma(-k, DoubleExp.LN2_HIGH, within));
    double m = Math.fma(r * r, expTail(r), r) + 1;
    // In two factors, for one alone may be subnormal or overflow.
    long bits = Double.doubleToRawLongBits(rounded);
    long half = bits >> 1;
    return m * powerOfTwo(half) * powerOfTwo(bits - half);
  }

  /** Returns e^x - 1, within 2 ulp. */
  public static double expm1(double x) {
    if (!(Math.abs(x) < 40)) {
      return x < 0 ? -1 : exp(x);
    }
    double rounded = Math.fma(x, DoubleExp.LOG2_E, DoubleExp.ROUND);
    double k = rounded - DoubleExp.ROUND;
    double r = Math.fma(-k, DoubleExp.LN2_LOW, Math.fma(-k, DoubleExp.LN2_HIGH, x));
    double power = powerOfTwo(Double.doubleToRawLongBits(rounded));
    return Math.fma(power, Math.fma(r * r, expTail(r), r), power - 1);
  }

  /** Returns (e^r - 1 - r) / r^2 by its Taylor series to r^11. */
  private static double expTail(double r) {
    double r2 = r * r;
    double r4 = r2 * r2;
    double a = Math.fma(r, DoubleExp.C3, DoubleExp.C2);
    double b = Math.fma(r, DoubleExp.C5, DoubleExp.C4);
    double c = Math.fma(r, DoubleExp.C7, DoubleExp.C6);
    double d = Math.fma(r, DoubleExp.C9, DoubleExp.C8);
    double e = Math.fma(r, DoubleExp.C11, DoubleExp.C10);
    double f = Math.fma(r, DoubleExp.C13, DoubleExp.C12);
    double low = Math.fma(b, r2, a);
    double middle = Math.fma(d, r2, c);
    double high = Math.fma(f, r2, e);
    return Math.fma(Math.fma(high, r4, middle), r4, low);
  }

  /** Returns 2^k for a number whose low bits are k. */
  private static double powerOfTwo(long bits) {
    return Double.longBitsToDouble((bits + DoubleExp.BIAS) << DoubleExp.FRACTION);
  }

  /** Returns log x, within 1 ulp. */
  public static double log(double x) {
    if (!(x >= Double.MIN_NORMAL && x < Double.POSITIVE_INFINITY)) {
      return x > 0 && x < 1
          ? log(x * 0x1p54) - 54 * DoubleExp.LN2_LOW - 54 * DoubleExp.LN2_HIGH
          : logAtTheEnds(x);
    }
    return logNear(x, 0);
  }

  /** Returns log(1 + x), within 1 ulp. */
  public static double log1p(double x) {
    if (!(x > -1 && x < 0x1p53)) {
      return x >= 0x1p53 ? log(x) : logAtTheEnds(x + 1);
    }
    if (x > DoubleLog.SQRT_HALF - 1 && x < SQRT_TWO - 1) {
      return Math.abs(x) < 0x1p-54 ? x : logOf(0, x, 0);
    }
    double u = 1 + x;
    double lost = x > 1 ? 1 - (u - x) : x - (u - 1);
    return logNear(u, lost / u);
  }

  private static double logAtTheEnds(double x) {
    return x == 0 ? Double.NEGATIVE_INFINITY : x > 0 ? x : Double.NaN;
  }

  /** Returns log u + correction for a normal u = 2^k m with m between the roots of 1/2 and of 2. */
  private static double logNear(double u, double correction) {
    long bits = Double.doubleToRawLongBits(u);
    long k = (bits - Double.doubleToRawLongBits(DoubleLog.SQRT_HALF)) >> DoubleExp.FRACTION;
    double m = Double.longBitsToDouble(bits - (k << DoubleExp.FRACTION));
    return logOf(k, m - 1, correction);
  }

  /** Returns k log 2 + log(1 + f) + correction; with s = f / (2 + f), log(1 + f) = 2 artanh s. */
  private static double logOf(double k, double f, double correction) {
    double s = f / (2 + f);
    double z = s * s;
    double w = z * z;
    double even = w * Math.fma(w, Math.fma(w, DoubleLog.L6, DoubleLog.L4), DoubleLog.L2);
    double odd =
        z
            * Math.fma(
                w,
                Math.fma(w, Math.fma(w, DoubleLog.L7, DoubleLog.L5), DoubleLog.L3),
                DoubleLog.L1);
    double halfSquare = 0.5 * f * f;
    double tail =
        Math.fma(s, halfSquare + (even + odd), Math.fma(k, DoubleExp.LN2_LOW, correction));
    return Math.fma(k, DoubleExp.LN2_HIGH, f - (halfSquare - tail));
  }

  /**
   * Returns tanh x, within 3 ulp. With {@code x = k ln 2 / 2 + r}, {@code s = 2^k} and {@code t =
   * tanh r}, {@code tanh x = ((s - 1) + t (s + 1)) / ((s + 1) + t (s - 1))}.
   */
  public static double tanh(double x) {
    double clamped =
        x < -DoubleTanh.LIMIT ? -DoubleTanh.LIMIT : x > DoubleTanh.LIMIT ? DoubleTanh.LIMIT : x;
    double rounded = Math.fma(clamped, DoubleTanh.TWO_OVER_LN2, DoubleTanh.ROUND);
    double k = rounded - DoubleTanh.ROUND;
    double r = Math.fma(-k, DoubleTanh.HALF_LN2, clamped);
    double u = r * r;
    double p = Math.fma(DoubleTanh.C13, u, DoubleTanh.C11);
    p = Math.fma(p, u, DoubleTanh.C9);
    p = Math.fma(p, u, DoubleTanh.C7);
    p = Math.fma(p, u, DoubleTanh.C5);
    p = Math.fma(p, u, DoubleTanh.C3);
    double t = Math.fma(r * u, p, r);
    double s = Double.longBitsToDouble(Double.doubleToRawLongBits(rounded) << DoubleTanh.FRACTION);
    return Math.fma(t, s + 1, s - 1) / Math.fma(t, s - 1, s + 1);
  }

  /** Returns tanh x in single precision, within 3 ulp, the same way. */
  public static float tanh(float x) {
    float clamped =
        x < -FloatTanh.LIMIT ? -FloatTanh.LIMIT : x > FloatTanh.LIMIT ? FloatTanh.LIMIT : x;
    float rounded = Math.fma(clamped, FloatTanh.TWO_OVER_LN2, FloatTanh.ROUND);
    float k = rounded - FloatTanh.ROUND;
    float r = Math.fma(-k, FloatTanh.HALF_LN2, clamped);
    float u = r * r;
    float p = Math.fma(Math.fma(FloatTanh.C7, u, FloatTanh.C5), u, FloatTanh.C3);
    float t = Math.fma(r * u, p, r);
    float s = Float.intBitsToFloat(Float.floatToRawIntBits(rounded) << FloatTanh.FRACTION);
    return Math.fma(t, s + 1, s - 1) / Math.fma(t, s - 1, s + 1);
  }
}
