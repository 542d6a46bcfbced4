package dev.coset.data;

import java.util.Optional;
import java.util.Set;

/**
 * Finds out in which form the numbers of a column are written: the first that reads every cell. So
 * {@code 1.234} is plain unless another cell cannot be. Where nothing tells whether the comma of
 * {@code 1,234} is decimal, nothing is guessed. A missing cell says nothing and is not given.
 */
final class NumberColumn {

  private final Forms<NumberForm> forms = new Forms<>(NumberForm.class);
  private String firstOther = "";

  void add(String cell) {
    forms.add(cell);
    if (firstOther.isEmpty() && !forms.left().contains(NumberForm.PLAIN)) {
      firstOther = cell;
    }
  }

  /**
   * The form of the column, if it is numeric.
   *
   * @param column the beginning of a sentence about it
   */
  Optional<NumberForm> finish(String column) {
    Set<NumberForm> left = forms.left();
    // If it reads 1,234 and so does a decimal comma, the other cells have not decided.
    if (!left.contains(NumberForm.PLAIN)
        && left.contains(NumberForm.COMMA_POINT)
        && left.stream().anyMatch(NumberForm::decimalComma)) {
      throw new InputException(
          ("%s holds numbers such as %s, where the comma may be decimal or between thousands: write"
                  + " them with a decimal point and no other separators.")
              .formatted(column, Quoted.text(firstOther)));
    }
    return forms.finish();
  }
}
