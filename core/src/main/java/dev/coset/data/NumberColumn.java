package dev.coset.data;

import dev.coset.message.Quoted;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds out in which format the numbers of a column are written: the first that reads every cell.
 * So {@code 1.234} is plain unless another cell cannot be. Where nothing tells whether the comma of
 * {@code 1,234} is decimal, or the point of {@code 1.234 EUR}, nothing is guessed. A missing cell
 * says nothing and is not given.
 */
final class NumberColumn {

  private final Digits bare = new Digits(new Forms<>(NumberForm.class));
  private @Nullable MarkedForm unit; // of the first cell
  private @Nullable Digits marked; // with that unit, or parentheses
  private boolean someInParentheses;
  private boolean allInParentheses = true;

  /** The forms that the digits of the cells may have. */
  private static final class Digits {
    final Forms<NumberForm> forms;
    String firstOther = ""; // which is not plain
    String firstPoint = "";

    Digits(Forms<NumberForm> forms) {
      this.forms = forms;
    }

    void add(String cell) {
      forms.add(cell);
      if (firstOther.isEmpty() && !forms.left().contains(NumberForm.PLAIN)) {
        firstOther = cell;
      }
      if (firstPoint.isEmpty() && cell.indexOf('.') >= 0) {
        firstPoint = cell;
      }
    }

    /** If it reads 1,234 and so does a decimal comma, the other cells have not decided. */
    boolean commaIsAmbiguous() {
      return !forms.left().contains(NumberForm.PLAIN)
          && forms.left().contains(NumberForm.COMMA_POINT)
          && forms.left().stream().anyMatch(NumberForm::decimalComma);
    }

    /** Whether 1.234 may be either: of money, for other numbers have a decimal point. */
    boolean pointIsAmbiguous() {
      return !firstPoint.isEmpty()
          && forms.left().contains(NumberForm.PLAIN)
          && forms.left().contains(NumberForm.POINT_COMMA);
    }
  }

  void add(String cell) {
    bare.add(cell);
    if (unit == null || marked == null) {
      unit = MarkedForm.in(cell);
      marked = new Digits(new Forms<>(NumberForm.class, unit::with));
    }
    marked.add(cell);
    someInParentheses |= MarkedForm.isInParentheses(cell);
    allInParentheses &= MarkedForm.isInParentheses(cell);
  }

  /**
   * The format of the column, if it is numeric.
   *
   * @param column the beginning of a sentence about it
   */
  Optional<NumberFormat> finish(String column) {
    if (unit == null || marked == null) {
      return Optional.empty();
    }
    MarkedForm marks = unit;
    Optional<NumberForm> digits = bare.forms.finish();
    boolean isBare = digits.isPresent();
    // Texts that are all in parentheses, such as (1), are labels.
    if (!isBare && (marks.hasUnit() || (someInParentheses && !allInParentheses))) {
      digits = marked.forms.finish();
    }
    Digits found = isBare ? bare : marked;
    if (digits.isPresent() && found.commaIsAmbiguous()) {
      throw ambiguous(column, found.firstOther, "comma");
    }
    if (digits.isPresent() && marks.isMoney() && found.pointIsAmbiguous()) {
      throw ambiguous(column, found.firstPoint, "point");
    }
    return digits.map(form -> isBare ? form : marks.with(form));
  }

  private static InputException ambiguous(String column, String cell, String sign) {
    return new InputException(
        ("%s holds numbers such as %s, where the %s may be decimal or between thousands. Write them"
                + " with a decimal point and no other separators.")
            .formatted(column, Quoted.text(cell), sign));
  }
}
