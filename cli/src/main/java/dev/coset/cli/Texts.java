package dev.coset.cli;

import java.util.Locale;

/** Numbers as people read them. */
final class Texts {
  private Texts() {}

  static String duration(double seconds) {
    if (seconds < 10) {
      return format("%.1f s", seconds);
    }
    if (seconds < 120) {
      return format("%.0f s", seconds);
    }
    if (seconds < 7200) {
      return format("%.0f min", seconds / 60);
    }
    return seconds < 172_800
        ? format("%.1f h", seconds / 3600)
        : format("%.1f days", seconds / 86_400);
  }

  static String count(double number) {
    if (number >= 1e9) {
      return format("%.2fG", number / 1e9);
    }
    if (number >= 1e6) {
      return format("%.2fM", number / 1e6);
    }
    return number >= 1e4 ? format("%.1fk", number / 1e3) : format("%.0f", number);
  }

  static String count(int number, String thing) {
    return number + " " + thing + (number == 1 ? "" : "s");
  }

  /** Formats with a decimal point, whatever the machine's locale. */
  static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
