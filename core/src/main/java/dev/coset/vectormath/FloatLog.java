package dev.coset.vectormath;

/** {@link Elementary#log} in single precision, after FreeBSD's {@code e_logf.c}. */
final class FloatLog {
  static final float SQRT_HALF = 0x1.6a09e6p-1f;

  /** 2 artanh s = 2 s + L1 s^3 + ... + L4 s^9 for |s| up to 0.1716, of e_logf.c: 2^-34. */
  static final float L1 = 0x1.555554p-1f;

  static final float L2 = 0x1.999c26p-2f;
  static final float L3 = 0x1.23d3dcp-2f;
  static final float L4 = 0x1.f13c4cp-3f;

  private FloatLog() {}

  /** Returns log x, within 1 ulp. */
  static float of(float x) {
    if (!(x >= Float.MIN_NORMAL && x < Float.POSITIVE_INFINITY)) {
      return (float) Elementary.log(x);
    }
    int bits = Float.floatToRawIntBits(x);
    int exponent = (bits - Float.floatToRawIntBits(SQRT_HALF)) >> FloatExp.FRACTION;
    float f = Float.intBitsToFloat(bits - (exponent << FloatExp.FRACTION)) - 1;
    float k = exponent;
    float s = f / (2 + f);
    float z = s * s;
    float w = z * z;
    float even = w * Math.fma(w, L4, L2);
    float odd = z * Math.fma(w, L3, L1);
    float halfSquare = 0.5f * f * f;
    float tail = Math.fma(s, halfSquare + (even + odd), k * FloatExp.LN2_LOW);
    return Math.fma(k, FloatExp.LN2_HIGH, f - (halfSquare - tail));
  }
}
