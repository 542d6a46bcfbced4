package dev.coset.vectormath;

/** The numbers of {@link Elementary#log}, and itself by the name that its twin has. */
final class DoubleLog {
  static final double SQRT_HALF = 0x1.6a09e667f3bcdp-1;

  /** 2 artanh s = 2 s + L1 s^3 + ... + L7 s^15 for |s| up to 0.1716, of e_log.c: 2^-58. */
  static final double L1 = 0x1.5555555555593p-1;

  static final double L2 = 0x1.999999997fa04p-2;
  static final double L3 = 0x1.2492494229359p-2;
  static final double L4 = 0x1.c71c51d8e78afp-3;
  static final double L5 = 0x1.7466496cb03dep-3;
  static final double L6 = 0x1.39a09d078c69fp-3;
  static final double L7 = 0x1.2f112df3e5244p-3;

  private DoubleLog() {}

  static double of(double x) {
    return Elementary.log(x);
  }
}
