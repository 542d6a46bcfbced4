package dev.coset.data;

/** What the characters of a cell mean. */
final class Cell {

  private Cell() {}

  /**
   * Empty, {@code NA}, {@code None}, {@code ?}, and {@code NaN}, {@code n/a} and {@code null} in
   * any case. {@code na} and {@code none} may well be levels.
   */
  static boolean missing(char[] text, int from, int to) {
    return switch (to - from) {
      case 0 -> true;
      case 1 -> text[from] == '?';
      case 2 -> text[from] == 'N' && text[from + 1] == 'A';
      case 3 -> is("nan", text, from, to) || is("n/a", text, from, to);
      case 4 ->
          is("null", text, from, to)
              || (text[from] == 'N' && text[from + 1] == 'o' && is("none", text, from, to))
              || ((text[from] == '-' || text[from] == '+') && is("nan", text, from + 1, to));
      default -> false;
    };
  }

  static boolean missing(String text) {
    return text.isBlank() || missing(text.toCharArray(), 0, text.length());
  }

  /** Missing where the other cells are numbers: also {@code -} and {@code .}, elsewhere levels. */
  static boolean missingNumber(char[] text, int from, int to) {
    return missing(text, from, to) || (to - from == 1 && (text[from] == '-' || text[from] == '.'));
  }

  static boolean missingNumber(String text) {
    return text.isBlank() || missingNumber(text.toCharArray(), 0, text.length());
  }

  /**
   * Returns the number, infinite where a double cannot hold it or it is written so, or NaN where
   * the cell is text.
   */
  static double number(char[] text, int from, int to) {
    double value = Decimal.parse(text, from, to);
    return Double.isNaN(value) ? infinite(text, from, to) : value;
  }

  /** Returns infinity where the cell says so in words, else NaN. */
  static double infinite(char[] text, int from, int to) {
    int at = from < to && (text[from] == '-' || text[from] == '+') ? from + 1 : from;
    if (is("inf", text, at, to) || is("infinity", text, at, to)) {
      return text[from] == '-' ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    return Double.NaN;
  }

  static double number(String text) {
    return number(text.toCharArray(), 0, text.length());
  }

  private static boolean is(String lowerCase, char[] text, int from, int to) {
    if (to - from != lowerCase.length()) {
      return false;
    }
    for (int i = 0; i < lowerCase.length(); i++) {
      char c = text[from + i];
      if ((c >= 'A' && c <= 'Z' ? c + 'a' - 'A' : c) != lowerCase.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
