package dev.coset.report;

import dev.coset.report.chart.Numbers;
import java.util.Locale;

/** Counts and times as sentences have them. */
final class Words {
  private Words() {}

  static String count(long number, String thing) {
    return String.format(Locale.ROOT, "%,d %s%s", number, thing, number == 1 ? "" : "s");
  }

  static String duration(double seconds) {
    if (seconds < 120) {
      return Numbers.text(seconds) + " s";
    }
    return seconds < 7200
        ? Numbers.text(seconds / 60) + " min"
        : Numbers.text(seconds / 3600) + " h";
  }
}
