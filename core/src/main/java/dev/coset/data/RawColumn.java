package dev.coset.data;

import java.util.Arrays;
import java.util.List;

/**
 * A column of a file as its cells are, before anything was learnt of it. The arrays are shared, not
 * copied; a missing cell is NaN.
 */
sealed interface RawColumn {
  String name();

  /** (row): numbers, 0 or 1, places of levels, or seconds. */
  double[] codes();

  /** Numbers, as their form writes them. */
  record Numbers(String name, NumberFormat form, double[] codes) implements RawColumn {}

  /** Yes and no. */
  record Truths(String name, TruthForm form, double[] codes) implements RawColumn {}

  /**
   * Text.
   *
   * @param levels in the order of their first row
   */
  record Texts(String name, List<String> levels, double[] codes) implements RawColumn {}

  /**
   * Dates.
   *
   * @param hours whether any has a time of day
   */
  record Times(String name, DateForm form, boolean hours, double[] codes) implements RawColumn {}

  /** Some of its rows. */
  default RawColumn select(int[] rows) {
    if (rows.length == codes().length) {
      return this;
    }
    double[] codes = codes();
    double[] selected = new double[rows.length];
    Arrays.setAll(selected, i -> codes[rows[i]]);
    return switch (this) {
      case Numbers numbers -> new Numbers(name(), numbers.form(), selected);
      case Truths truths -> new Truths(name(), truths.form(), selected);
      case Texts texts -> new Texts(name(), texts.levels(), selected);
      case Times times -> new Times(name(), times.form(), times.hours(), selected);
    };
  }

  /** How many cells are missing. */
  default long missing() {
    return Arrays.stream(codes()).filter(Double::isNaN).count();
  }

  /** How many of some rows' are. */
  default long missing(int[] rows) {
    long missing = 0;
    for (int row : rows) {
      missing += Double.isNaN(codes()[row]) ? 1 : 0;
    }
    return missing;
  }
}
