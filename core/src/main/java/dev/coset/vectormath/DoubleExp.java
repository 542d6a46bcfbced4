package dev.coset.vectormath;

/** The numbers of {@link Elementary#exp}, and itself by the name that its twin has. */
final class DoubleExp {
  /** Below it e^x rounds to 0, above HIGHEST to infinity. */
  static final double LOWEST = -746;

  /**
   * Of a class: below it e^x, beside 1, counts as 0. The numbers that follow would be subnormal,
   * which some processors handle many times slower.
   */
  static final double NEGLIGIBLE = -600;

  /** What is negligible as what e^x rounds to 0. */
  static double orZero(double x) {
    return x < NEGLIGIBLE ? LOWEST : x;
  }

  static final double HIGHEST = 710;

  static final double LOG2_E = 0x1.71547652b82fep0;
  static final double LN2_HIGH = 0x1.62e42feep-1; // 32 bits, so k * LN2_HIGH is exact
  static final double LN2_LOW = 0x1.a39ef35793c76p-33;

  /** Rounds to an integer, and leaves it in the low bits. */
  static final double ROUND = 0x1.8p52;

  static final int BIAS = 1023;
  static final int FRACTION = 52;

  /** e^r = 1 + r + C2 r^2 + ... + C13 r^13 for |r| up to ln 2 / 2, the Taylor series: 4e-18. */
  static final double C2 = 0.5;

  static final double C3 = 1.0 / 6;
  static final double C4 = 1.0 / 24;
  static final double C5 = 1.0 / 120;
  static final double C6 = 1.0 / 720;
  static final double C7 = 1.0 / 5040;
  static final double C8 = 1.0 / 40320;
  static final double C9 = 1.0 / 362880;
  static final double C10 = 1.0 / 3628800;
  static final double C11 = 1.0 / 39916800;
  static final double C12 = 1.0 / 479001600;
  static final double C13 = 1.0 / 6227020800.0;

  private DoubleExp() {}

  static double of(double x) {
    return Elementary.exp(x);
  }
}
