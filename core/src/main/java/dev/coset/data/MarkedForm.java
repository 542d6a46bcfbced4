package dev.coset.data;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Currency;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Numbers with one currency or percent sign, always on the same side, or with parentheses around
 * negative numbers: {@code $1,200.00}, {@code 12%}, {@code (1,200.00)}. Percentages keep their
 * number: {@code 12%} is 12. Parentheses mean a negative number in each of these formats.
 *
 * @param form how the digits are written
 * @param before the unit before the number; may be empty
 * @param after the unit after the number; may be empty
 */
record MarkedForm(NumberForm form, String before, String after) implements NumberFormat {
  private static final String NUMBER = "#";
  private static final String PERCENT = "%";
  private static final String UNIT = "[A-Z]{0,3}\\p{Sc}|[A-Z]{3}";
  private static final Set<String> CURRENCIES =
      Currency.getAvailableCurrencies().stream()
          .map(Currency::getCurrencyCode)
          .collect(Collectors.toUnmodifiableSet());
  private static final Pattern CELL =
      Pattern.compile(
          "[-+]?(?<before>" + UNIT + ")?[^\\p{L}\\p{Sc}%]*(?<after>" + UNIT + "|" + PERCENT + ")?");

  /** The format that {@code toString} gave a text of these marks. */
  static MarkedForm of(NumberForm form, String marks) {
    int number = marks.indexOf(NUMBER);
    if (number < 0) {
      throw new IllegalArgumentException("There is no number in the format " + marks + ".");
    }
    return new MarkedForm(form, marks.substring(0, number), marks.substring(number + 1));
  }

  /** The marks of a cell, its digits in plain form; no unit where it has none that is known. */
  static MarkedForm in(String cell) {
    Matcher found = CELL.matcher(isInParentheses(cell) ? inside(cell) : cell);
    boolean matches = found.matches();
    String before = matches ? unit(found.group("before")) : "";
    String after = matches ? unit(found.group("after")) : "";
    boolean oneSide = before.isEmpty() || after.isEmpty();
    return new MarkedForm(NumberForm.PLAIN, oneSide ? before : "", oneSide ? after : "");
  }

  private static String unit(@Nullable String found) {
    return found == null || (found.matches("[A-Z]{3}") && !CURRENCIES.contains(found)) ? "" : found;
  }

  boolean hasUnit() {
    return !before.isEmpty() || !after.isEmpty();
  }

  boolean isMoney() {
    return hasUnit() && !isPercentage();
  }

  private boolean isPercentage() {
    return after.equals(PERCENT);
  }

  /** The same unit around digits of another form. */
  MarkedForm with(NumberForm digits) {
    return new MarkedForm(digits, before, after);
  }

  @Override
  public double parse(String cell) {
    boolean outside = isInParentheses(cell);
    String text = outside ? inside(cell) : cell;
    boolean signBefore = !before.isEmpty() && isSigned(text);
    char sign = signBefore ? text.charAt(0) : '+';
    text = signBefore ? text.substring(1) : text;
    int end = text.length() - after.length();
    if (end < before.length() || !text.startsWith(before) || !text.endsWith(after)) {
      return Double.NaN;
    }
    text = stripped(text.substring(before.length(), end));
    boolean around = isInParentheses(text);
    text = around ? inside(text) : text;
    int signs =
        Stream.of(outside, signBefore, around, isSigned(text)).mapToInt(s -> s ? 1 : 0).sum();
    double value = signs > 1 ? Double.NaN : form.parse(text);
    return outside || around || sign == '-' ? 0 - value : value;
  }

  private static boolean isSigned(String text) {
    return !text.isEmpty() && (text.charAt(0) == '-' || text.charAt(0) == '+');
  }

  static boolean isInParentheses(String text) {
    return text.length() > 2 && text.startsWith("(") && text.endsWith(")");
  }

  private static String inside(String text) {
    return stripped(text.substring(1, text.length() - 1));
  }

  private static String stripped(String text) {
    int from = 0;
    int to = text.length();
    while (from < to && NumberForm.isSpace(text.charAt(from))) {
      from++;
    }
    while (from < to && NumberForm.isSpace(text.charAt(to - 1))) {
      to--;
    }
    return text.substring(from, to);
  }

  @Override
  public String example() {
    String space = after.isEmpty() || isPercentage() ? "" : " ";
    return before + form.example() + space + after;
  }

  /** The format on one line, for a run to keep. */
  @Override
  @JsonValue
  public String toString() {
    return form + " " + before + NUMBER + after;
  }
}
