package dev.coset.vectormath;

/**
 * {@link Elementary#exp} in single precision. (Not an overload of it: a call with an integer would
 * take it.)
 */
final class FloatExp {
  /** Below it e^x rounds to 0, above HIGHEST to infinity. */
  static final float LOWEST = -105;

  /**
   * Of a class: below it e^x, beside 1, counts as 0. The numbers that follow would be subnormal,
   * which some processors handle many times slower.
   */
  static final float NEGLIGIBLE = -64;

  /** What is negligible as what e^x rounds to 0. */
  static float orZero(float x) {
    return x < NEGLIGIBLE ? LOWEST : x;
  }

  static final float HIGHEST = 89;

  static final float LOG2_E = 0x1.715476p0f;
  static final float LN2_HIGH = 0x1.62e4p-1f; // 15 bits, so k * LN2_HIGH is exact
  static final float LN2_LOW = 0x1.7f7d1cp-20f;

  /** Rounds to an integer, and leaves it in the low bits. */
  static final float ROUND = 0x1.8p23f;

  static final int BIAS = 127;
  static final int FRACTION = 23;

  /** e^r = 1 + r + C2 r^2 + ... + C7 r^7 for |r| up to ln 2 / 2, the Taylor series: 5e-9. */
  static final float C2 = 0.5f;

  static final float C3 = 1f / 6;
  static final float C4 = 1f / 24;
  static final float C5 = 1f / 120;
  static final float C6 = 1f / 720;
  static final float C7 = 1f / 5040;

  private FloatExp() {}

  /** Returns e^x, within 1.1 ulp. */
  static float of(float x) {
    float within = x < LOWEST ? LOWEST : x > HIGHEST ? HIGHEST : x;
    float rounded = Math.fma(within, LOG2_E, ROUND);
    float k = rounded - ROUND;
    float r = Math.fma(-k, LN2_LOW, Math.fma(-k, LN2_HIGH, within));
    float r2 = r * r;
    float a = Math.fma(r, C3, C2);
    float b = Math.fma(r, C5, C4);
    float c = Math.fma(r, C7, C6);
    float m = Math.fma(r2, Math.fma(Math.fma(c, r2, b), r2, a), r) + 1;
    int bits = Float.floatToRawIntBits(rounded);
    int half = bits >> 1;
    return m * powerOfTwo(half) * powerOfTwo(bits - half);
  }

  private static float powerOfTwo(int bits) {
    return Float.intBitsToFloat((bits + BIAS) << FRACTION);
  }
}
