package dev.coset.report.chart;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.function.DoubleFunction;

/** Numbers as people read them. */
public final class Numbers {
  private Numbers() {}

  /** Three significant digits; whole numbers in full up to a million. */
  public static String text(double value) {
    return text(value, 3);
  }

  /** So many significant digits; whole numbers in full up to a million. */
  public static String text(double value, int digits) {
    if (!Double.isFinite(value)) {
      return Double.isNaN(value) ? "none" : value > 0 ? "infinite" : "minus infinite";
    }
    double size = Math.abs(value);
    if (size == 0) {
      return "0";
    }
    if (value == Math.rint(value) && size < 1e6) {
      return String.valueOf((long) value).replace('-', '\u2212');
    }
    if (size >= 1e6 || size < 1e-4) {
      return scientific(value, digits);
    }
    String plain = new BigDecimal(value).round(new MathContext(digits)).toPlainString();
    return shortened(plain).replace('-', '\u2212');
  }

  /** The one style for numbers shown together, by the size of the one farthest from 0. */
  public static DoubleFunction<String> style(double greatest, int digits) {
    return greatest < 1e6 ? value -> text(value, digits) : value -> scientific(value, digits);
  }

  /** So many significant digits, times a power of ten. */
  static String scientific(double value, int digits) {
    if (value == 0) {
      return "0";
    }
    String text = String.format(Locale.ROOT, "%." + (digits - 1) + "e", value);
    int e = text.indexOf('e');
    String power = String.valueOf(Integer.parseInt(text.substring(e + 1)));
    return (shortened(text.substring(0, e)) + "e" + power).replace('-', '\u2212');
  }

  public static String percent(double share) {
    return share > 0 && share < 5e-4 ? "< 0.1%" : text(100 * share) + "%";
  }

  private static String shortened(String decimal) {
    return decimal.contains(".") ? decimal.replaceFirst("\\.?0+$", "") : decimal;
  }

  /** Six significant digits: what a screen can show of a number. */
  static double shown(double value) {
    return value == 0 || !Double.isFinite(value)
        ? value
        : new BigDecimal(value).round(new MathContext(6)).doubleValue();
  }
}
