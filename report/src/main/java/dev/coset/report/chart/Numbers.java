package dev.coset.report.chart;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

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
      String text = String.format(Locale.ROOT, "%." + (digits - 1) + "e", value);
      int e = text.indexOf('e');
      String power = String.valueOf(Integer.parseInt(text.substring(e + 1)));
      return (shortened(text.substring(0, e)) + "e" + power).replace('-', '\u2212');
    }
    String plain = new BigDecimal(value).round(new MathContext(digits)).toPlainString();
    return shortened(plain).replace('-', '\u2212');
  }

  /** At ticks: as short as can be. */
  static String tick(double value) {
    double round = new BigDecimal(value).round(new MathContext(7)).doubleValue();
    double size = Math.abs(round);
    if (size >= 1e6 && size < 1e9) {
      return text(round / 1e6, 4) + "M";
    }
    return size >= 1e4 && size < 1e6 ? text(round / 1e3, 4) + "k" : text(round, 6);
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
