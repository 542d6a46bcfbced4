package dev.coset.report.chart;

import java.util.Locale;

/**
 * Okabe and Ito's palette, which people with any colour vision tell apart. Named by role in the
 * page's style sheet, where a dark page has lighter shades; these are the ones on white.
 */
public enum Colour {
  BLUE("#0072b2"),
  ORANGE("#d98200"),
  GREEN("#009e73"),
  PURPLE("#b3568c"),
  VERMILLION("#d55e00"),
  SKY("#3c9fd6"),
  YELLOW("#b8a800"),
  INK("#1c2733"),
  GREY("#7b8794");

  private static final int HUES = 7;

  private final String onWhite;

  Colour(String onWhite) {
    this.onWhite = onWhite;
  }

  /** The colours of numbered things, over and over from the first. */
  public static Colour of(int number) {
    return values()[number % HUES];
  }

  String onWhite() {
    return onWhite;
  }

  String role() {
    return name().toLowerCase(Locale.ROOT);
  }
}
