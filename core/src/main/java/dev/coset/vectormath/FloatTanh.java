package dev.coset.vectormath;

/** The numbers of {@link Elementary#tanh(float)}. */
final class FloatTanh {
  /** Beyond it 2^k would overflow. Long before it, both tanh and the formula round to 1. */
  static final float LIMIT = 40;

  /** A bound on an argument's exact value below which its rounded value is below the limit. */
  static final float WITHIN = 0.99f * LIMIT;

  static final float TWO_OVER_LN2 = 2.8853900817779268f;
  static final float HALF_LN2 = 0.34657359027997264f;

  /** Rounds to an integer k, and leaves k + 127, the exponent of 2^k, in the low bits. */
  static final float ROUND = 0x1.8p23f + 127;

  static final int FRACTION = 23;

  /** tanh r = r + C3 r^3 + C5 r^5 + C7 r^7 for |r| up to ln 2 / 4, nearly minimax: 6e-10. */
  static final float C3 = -0.3333333149440696f;

  static final float C5 = 0.1333223466864174f;
  static final float C7 = -0.05299268150423197f;

  private FloatTanh() {}
}
