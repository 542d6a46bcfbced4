package dev.coset.data;

import java.util.Locale;

/** A pair of words, in any case: the first is 1 and the second 0. */
public enum TruthForm implements CellForm {
  TRUE_FALSE,
  YES_NO,
  T_F,
  Y_N;

  private final String one;
  private final String zero;

  TruthForm() {
    String[] words = name().toLowerCase(Locale.ROOT).split("_", 2);
    one = words[0];
    zero = words[1];
  }

  @Override
  public double parse(String cell) {
    return cell.equalsIgnoreCase(one) ? 1 : cell.equalsIgnoreCase(zero) ? 0 : Double.NaN;
  }
}
