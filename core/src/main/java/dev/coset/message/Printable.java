package dev.coset.message;

/**
 * Replaces control characters in text from files, so that a terminal shows them and does not obey
 * them.
 */
public final class Printable {
  private Printable() {}

  /** The text on one line, a space in place of each character that is none to be seen. */
  public static String line(String text) {
    var line = new StringBuilder(text.length());
    text.codePoints().forEach(c -> line.appendCodePoint(printable(c) ? c : ' '));
    return line.toString();
  }

  private static boolean printable(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.UNASSIGNED,
          Character.PRIVATE_USE ->
          false;
      default -> true;
    };
  }
}
