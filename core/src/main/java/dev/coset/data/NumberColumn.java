package dev.coset.data;

import java.util.EnumSet;
import java.util.Optional;

/**
 * Finds out in which form the numbers of a column are written: the first that reads every cell. So
 * {@code 1.234} is plain unless another cell cannot be. Where nothing tells whether the comma of
 * {@code 1,234} is decimal, nothing is guessed. A missing cell says nothing and is not given.
 */
final class NumberColumn {

  private final EnumSet<NumberForm> left = EnumSet.allOf(NumberForm.class);
  private boolean any;
  private boolean commas = true; // whether a form with a decimal comma is left
  private boolean pointed; // whether a cell had a point
  private String firstOther = "";

  void add(String cell) {
    add(cell.toCharArray(), 0, cell.length());
  }

  /** Takes a cell and returns its value if it is plain; NaN if it is another number, or text. */
  double add(char[] text, int from, int to) {
    any = true;
    double plain = Cell.number(text, from, to);
    if (Double.isNaN(plain)) {
      if (left.remove(NumberForm.PLAIN)) {
        firstOther = new String(text, from, to - from);
      }
      narrow(text, from, to);
    } else if (commas && has('.', text, from, to)) {
      narrow(text, from, to);
    }
    return plain;
  }

  /** Whether every cell so far is a number, all in one form. */
  boolean numeric() {
    return any && !left.isEmpty();
  }

  /**
   * Whether the values of the plain cells so far are certain, whatever comes: {@code 1.234} may
   * turn out to be 1234 until another cell rules that out.
   */
  boolean certain() {
    return !pointed || !commas;
  }

  /**
   * The form of the column, if it is numeric.
   *
   * @param column the beginning of a sentence about it
   */
  Optional<NumberForm> finish(String column) {
    if (!numeric()) {
      return Optional.empty();
    }
    // If it reads 1,234 and so does a decimal comma, the other cells have not decided.
    if (!left.contains(NumberForm.PLAIN) && left.contains(NumberForm.COMMA_POINT) && commas) {
      throw new InputException(
          ("%s holds numbers such as %s, where the comma may be decimal or between thousands: write"
                  + " them with a decimal point and no other separators.")
              .formatted(column, Quoted.text(firstOther)));
    }
    return left.stream().findFirst();
  }

  private void narrow(char[] text, int from, int to) {
    left.removeIf(form -> Double.isNaN(form.parse(text, from, to)));
    commas = left.stream().anyMatch(NumberForm::decimalComma);
    pointed |= has('.', text, from, to);
  }

  private static boolean has(char c, char[] text, int from, int to) {
    for (int at = from; at < to; at++) {
      if (text[at] == c) {
        return true;
      }
    }
    return false;
  }
}
