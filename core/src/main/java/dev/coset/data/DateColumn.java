package dev.coset.data;

import dev.coset.message.Quoted;
import java.util.Optional;
import java.util.Set;

/**
 * Finds out in which form the dates of a column are written. Whether {@code 03/01/2024} is in March
 * is told by a cell that can be read in one way only; without one the column is no date.
 */
final class DateColumn {

  private final Forms<DateForm> forms = new Forms<>(DateForm.class);
  private String first = "";
  private boolean hours;

  /**
   * @param hours whether any cell has a time of day
   */
  record Dates(DateForm form, boolean hours) {}

  void add(String cell) {
    if (first.isEmpty()) {
      first = cell;
    }
    forms.add(cell);
    hours |= cell.indexOf(':') >= 0;
  }

  /** Whether it holds dates that do not show whether the day or the month comes first. */
  boolean ambiguous() {
    return forms.left().equals(Set.of(DateForm.DAY_SLASH, DateForm.MONTH_SLASH));
  }

  /** Completes a sentence about the column. */
  String ambiguity(String sentence) {
    return "%s, because the day or the month may come first in dates such as %s. Write them as 2024-03-01."
        .formatted(sentence, Quoted.text(first));
  }

  /** What the column is, if it is dates. */
  Optional<Dates> finish() {
    return ambiguous() ? Optional.empty() : forms.finish().map(form -> new Dates(form, hours));
  }
}
