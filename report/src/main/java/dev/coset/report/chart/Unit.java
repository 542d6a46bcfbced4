package dev.coset.report.chart;

import java.math.BigDecimal;
import java.math.MathContext;

/** How all numbers of an axis are written, so that 800M never stands beside 1e9. */
enum Unit {
  PLAIN("", 1),
  THOUSANDS("k", 1e3),
  MILLIONS("M", 1e6),
  /** Powers of ten. */
  SCIENTIFIC("e", 1);

  private static final int DIGITS = 6;

  private final String suffix;
  private final double factor;

  Unit(String suffix, double factor) {
    this.suffix = suffix;
    this.factor = factor;
  }

  /** The one for an axis whose farthest number is so large. */
  static Unit linear(double greatest) {
    if (greatest >= 1e9 || greatest < 1e-3) {
      return SCIENTIFIC;
    }
    return greatest >= 1e6 ? MILLIONS : greatest >= 1e4 ? THOUSANDS : PLAIN;
  }

  /** The one for an axis that spans decades. */
  static Unit logarithmic(double low, double high) {
    return low < 1e-3 || high > 1e5 ? SCIENTIFIC : PLAIN;
  }

  String text(double tick) {
    double round = new BigDecimal(tick).round(new MathContext(DIGITS + 1)).doubleValue();
    if (this == SCIENTIFIC) {
      return Numbers.scientific(round, DIGITS);
    }
    return round == 0 ? "0" : Numbers.text(round / factor, DIGITS) + suffix;
  }

  /** As the page's script knows it. */
  String suffix() {
    return suffix;
  }
}
