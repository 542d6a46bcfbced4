package dev.coset.message;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Numbers in messages: three significant digits, as full precision belongs into files. */
public final class Digits {
  private static final MathContext THREE = new MathContext(3, RoundingMode.HALF_UP);
  private static final double LEAST = 1e-4;
  private static final double GREATEST = 1e9;

  private Digits() {}

  /** The number, without an exponent unless it is very small or very large. */
  public static String three(double value) {
    double size = Math.abs(value);
    if (!(size < GREATEST) || (size < LEAST && size > 0)) {
      return String.format(Locale.ROOT, "%.2e", value).replace("Infinity", "infinite");
    }
    BigDecimal rounded = new BigDecimal(value).round(THREE);
    // As many digits for 0.5 as for 0.501, so that columns line up.
    int scale = Math.max(0, 2 - (rounded.precision() - rounded.scale() - 1));
    return size == 0 ? "0" : rounded.setScale(scale, RoundingMode.HALF_UP).toPlainString();
  }
}
