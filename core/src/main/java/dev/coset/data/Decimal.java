package dev.coset.data;

import tools.jackson.core.io.NumberInput;

/**
 * Reads decimal numbers in one pass over their characters, each as the double nearest to it, which
 * is what {@link Double#parseDouble} returns.
 */
final class Decimal {
  private static final long MOST_EXACT = 1L << 53; // up to it, doubles hold every whole number
  private static final int MOST_DIGITS = 19; // of any so long number, a long holds the bits
  private static final int FARTHEST_EXPONENT = 100_000; // beyond it all numbers are 0 or infinite

  /** The powers of ten that doubles hold exactly. */
  private static final double[] POWERS = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };

  private Decimal() {}

  /**
   * Returns the number, infinite where a double cannot hold it, or NaN where the text is not a
   * decimal number: Java's parser alone would also take {@code 1d} and {@code 0x1p3}.
   */
  static double parse(char[] text, int from, int to) {
    int at = from;
    boolean negative = at < to && text[at] == '-';
    if (negative || (at < to && text[at] == '+')) {
      at++;
    }
    long digits = 0; // without the point; wrong where there are too many
    int start = at;
    for (int digit; at < to && (digit = text[at] - '0') >= 0 && digit <= 9; at++) {
      digits = 10 * digits + digit;
    }
    int count = at - start;
    int exponent = 0;
    if (at < to && text[at] == '.') {
      int point = ++at;
      for (int digit; at < to && (digit = text[at] - '0') >= 0 && digit <= 9; at++) {
        digits = 10 * digits + digit;
      }
      exponent = point - at;
      count -= exponent;
    }
    if (count == 0) {
      return Double.NaN;
    }
    if (at < to && (text[at] == 'e' || text[at] == 'E')) {
      at++;
      boolean down = at < to && text[at] == '-';
      if (down || (at < to && text[at] == '+')) {
        at++;
      }
      int power = 0;
      int first = at;
      for (int digit; at < to && (digit = text[at] - '0') >= 0 && digit <= 9; at++) {
        power = Math.min(FARTHEST_EXPONENT, 10 * power + digit);
      }
      if (at == first) {
        return Double.NaN;
      }
      exponent += down ? -power : power;
    }
    if (at < to) {
      return Double.NaN;
    }
    double size =
        count <= MOST_DIGITS || count - zeros(text, start, to) <= MOST_DIGITS
            ? nearest(digits, exponent)
            : Double.NaN;
    return Double.isNaN(size)
        ? NumberInput.parseDouble(text, from, to - from, true)
        : negative ? -size : size;
  }

  /** How many zeros a number begins with. */
  private static int zeros(char[] text, int from, int to) {
    int zeros = 0;
    for (int at = from; at < to && (text[at] == '0' || text[at] == '.'); at++) {
      zeros += text[at] == '0' ? 1 : 0;
    }
    return zeros;
  }

  /** The double nearest to {@code digits * 10^exponent}, or NaN where it takes longer to tell. */
  private static double nearest(long digits, int exponent) {
    // Of two exact numbers, the product and the quotient are rounded once (Clinger, 1990).
    if (digits >= 0 && digits <= MOST_EXACT && Math.abs(exponent) < POWERS.length) {
      return exponent < 0 ? digits / POWERS[-exponent] : digits * POWERS[exponent];
    }
    return EiselLemire.nearest(digits, exponent);
  }
}
