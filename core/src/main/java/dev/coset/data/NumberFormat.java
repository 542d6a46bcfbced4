package dev.coset.data;

import com.fasterxml.jackson.annotation.JsonCreator;

/** How the cells of one column write numbers: bare, or with a unit or parentheses around them. */
public sealed interface NumberFormat extends CellForm permits NumberForm, MarkedForm {

  /** How it writes 1234.5. */
  String example();

  /** The format that {@code toString} gave this text. */
  @JsonCreator
  static NumberFormat of(String text) {
    int space = text.indexOf(' ');
    return space < 0
        ? NumberForm.valueOf(text)
        : MarkedForm.of(NumberForm.valueOf(text.substring(0, space)), text.substring(space + 1));
  }
}
