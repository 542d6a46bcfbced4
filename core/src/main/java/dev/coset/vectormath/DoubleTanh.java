package dev.coset.vectormath;

/** The numbers of {@link Elementary#tanh(double)}. */
final class DoubleTanh {
  /** Beyond it 2^k would overflow. Long before it, both tanh and the formula round to 1. */
  static final double LIMIT = 300;

  /** A bound on an argument's exact value below which its rounded value is below the limit. */
  static final double WITHIN = 0.99 * LIMIT;

  static final double TWO_OVER_LN2 = 2.8853900817779268;
  static final double HALF_LN2 = 0.34657359027997264;

  /** Rounds to an integer k, and leaves k + 1023, the exponent of 2^k, in the low bits. */
  static final double ROUND = 0x1.8p52 + 1023;

  static final int FRACTION = 52;

  /** tanh r = r + C3 r^3 + ... + C13 r^13 for |r| up to ln 2 / 4, nearly minimax: 2e-17. */
  static final double C3 = -0.3333333333333328;

  static final double C5 = 0.13333333333210398;
  static final double C7 = -0.05396825349211429;
  static final double C9 = 0.021869421029706536;
  static final double C11 = -0.008858902196927794;
  static final double C13 = 0.0034634160275729456;

  private DoubleTanh() {}
}
