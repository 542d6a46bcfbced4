package dev.coset.data;

import java.math.BigInteger;

/**
 * The double nearest to a whole number times a power of ten, by the product with 128 bits of the
 * power: Lemire, Number parsing at a gigabyte per second, Software: Practice and Experience 51
 * (2021). The few numbers whose rounding these bits do not decide are left to others.
 */
final class EiselLemire {
  private static final int LEAST = -342; // below, all numbers of 19 digits are 0
  private static final int MOST = 308;
  private static final int BIAS = 1023;
  private static final int MANTISSA_BITS = 52;
  private static final int MOST_EXPONENT = 0x7FF;

  /** The lowest bits of a product, which rounding drops. */
  private static final long DROPPED = 0x1FF;

  private static final long[] HIGH = new long[MOST - LEAST + 1]; // (exponent), the first 64 bits
  private static final long[] LOW = new long[HIGH.length]; // the next 64

  static {
    for (int exponent = LEAST; exponent <= MOST; exponent++) {
      BigInteger power = BigInteger.TEN.pow(Math.abs(exponent));
      int bits = power.bitLength();
      BigInteger mantissa =
          exponent >= 0
              ? bits <= 128 ? power.shiftLeft(128 - bits) : power.shiftRight(bits - 128)
              : BigInteger.ONE.shiftLeft(127 + bits).divide(power);
      HIGH[exponent - LEAST] = mantissa.shiftRight(64).longValue();
      LOW[exponent - LEAST] = mantissa.longValue();
    }
  }

  private EiselLemire() {}

  /**
   * Returns the double, or NaN where it is subnormal or infinite, or where the bits do not tell.
   *
   * @param digits unsigned
   */
  static double nearest(long digits, int exponent) {
    if (digits == 0) {
      return 0;
    }
    if (exponent < LEAST || exponent > MOST) {
      return Double.NaN;
    }
    int leading = Long.numberOfLeadingZeros(digits);
    long factor = digits << leading;
    long high = Math.unsignedMultiplyHigh(factor, HIGH[exponent - LEAST]);
    long low = factor * HIGH[exponent - LEAST];
    // Where a carry may reach the bits that are kept, the power's next 64 bits tell.
    if ((high & DROPPED) == DROPPED && Long.compareUnsigned(low + factor, factor) < 0) {
      long carry = Math.unsignedMultiplyHigh(factor, LOW[exponent - LEAST]);
      long rest = factor * LOW[exponent - LEAST];
      long sum = low + carry;
      high += Long.compareUnsigned(sum, low) < 0 ? 1 : 0;
      low = sum;
      if ((high & DROPPED) == DROPPED
          && low == -1
          && Long.compareUnsigned(rest + factor, factor) < 0) {
        return Double.NaN;
      }
    }
    int top = (int) (high >>> 63);
    long mantissa = high >>> (top + 9); // 54 bits, the last for rounding
    if (low == 0 && (high & DROPPED) == 0 && (mantissa & 3) == 1) {
      return Double.NaN; // perhaps halfway between two doubles
    }
    mantissa = (mantissa + (mantissa & 1)) >>> 1;
    int over = (int) (mantissa >>> (MANTISSA_BITS + 1)); // 1 where it was rounded to a power of two
    // 217706 / 2^16 is log2(10), to the digits that these exponents need.
    int biased = ((217706 * exponent) >> 16) + 64 + BIAS - leading - (1 - top) + over;
    return biased < 1 || biased >= MOST_EXPONENT
        ? Double.NaN
        : Double.longBitsToDouble(
            (long) biased << MANTISSA_BITS | (mantissa >>> over & ((1L << MANTISSA_BITS) - 1)));
  }
}
