package dev.coset.data;

/**
 * A way of writing numbers: what stands between thousands, if anything, and before the decimals. A
 * cell may leave the thousands together in any of them. The simpler come first.
 */
public enum NumberForm implements NumberFormat {
  /** 1234.5 */
  PLAIN("", '.'),
  /** 1234,5 */
  DECIMAL_COMMA("", ','),
  /** 1,234.5 */
  COMMA_POINT(",", '.'),
  /** 1.234,5 */
  POINT_COMMA(".", ','),
  /** 1 234.5 */
  SPACE_POINT(Group.SPACES, '.'),
  /** 1 234,5 */
  SPACE_COMMA(Group.SPACES, ','),
  /** 1'234.5 */
  APOSTROPHE_POINT(Group.APOSTROPHES, '.'),
  /** 1'234,5 */
  APOSTROPHE_COMMA(Group.APOSTROPHES, ',');

  private static final class Group {
    static final String SPACES = " \u00A0\u2009\u202F"; // also no-break, thin, and both
    static final String APOSTROPHES = "'\u2019";
  }

  private final String separators;
  private final char decimal;

  NumberForm(String separators, char decimal) {
    this.separators = separators;
    this.decimal = decimal;
  }

  @Override
  public String example() {
    String thousands = separators.isEmpty() ? "" : separators.substring(0, 1);
    return "1" + thousands + "234" + decimal + "5";
  }

  static boolean isSpace(char c) {
    return Group.SPACES.indexOf(c) >= 0;
  }

  boolean decimalComma() {
    return decimal == ',';
  }

  @Override
  public double parse(String cell) {
    return parse(cell.toCharArray(), 0, cell.length());
  }

  /** As {@link Cell#number}, in this form. */
  double parse(char[] text, int from, int to) {
    if (this == PLAIN) {
      return Cell.number(text, from, to);
    }
    char[] plain = new char[to - from];
    int length = 0;
    int at = from;
    if (at < to && (text[at] == '-' || text[at] == '+')) {
      plain[length++] = text[at++];
    }
    int start = at;
    int digits = 0; // of this group
    boolean grouped = false;
    for (; at < to && text[at] != decimal && text[at] != 'e' && text[at] != 'E'; at++) {
      if (text[at] >= '0' && text[at] <= '9') {
        plain[length++] = text[at];
        digits++;
      } else if (separators.indexOf(text[at]) < 0) {
        return Cell.infinite(text, from, to);
      } else if (grouped ? digits != 3 : digits == 0 || digits > 3 || text[start] == '0') {
        return Double.NaN;
      } else {
        grouped = true;
        digits = 0;
      }
    }
    if (grouped && digits != 3) {
      return Double.NaN;
    }
    if (at < to && text[at] == decimal) {
      plain[length++] = '.';
      at++;
    }
    for (; at < to; at++) {
      if (grouped && (text[at] < '0' || text[at] > '9')) {
        return Double.NaN; // nobody writes 1,234e5
      }
      plain[length++] = text[at];
    }
    return Cell.number(plain, 0, length);
  }
}
