package dev.coset.data;

import dev.coset.message.Quoted;
import dev.coset.message.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/** Counts the missing cells of a file per column. */
final class MissingCount {

  private static final int MOST_COLUMNS = 10;

  private final TableFile file;
  private final int[] columns;
  private final IntPredicate numbers;
  private final int[] count; // (column)
  private final String[] first; // (column)

  /**
   * @param columns the places in the header to look at
   * @param numbers which of them hold numbers
   */
  MissingCount(TableFile file, int[] columns, IntPredicate numbers) {
    this.file = file;
    this.columns = columns;
    this.numbers = numbers;
    this.count = new int[columns.length];
    this.first = new String[columns.length];
  }

  /** Returns whether any cell of the row is missing. */
  boolean add(Row row) {
    boolean any = false;
    for (int i = 0; i < columns.length; i++) {
      int cell = columns[i];
      if (numbers.test(cell) ? row.missingNumber(cell) : row.missing(cell)) {
        if (count[i]++ == 0) {
          first[i] = row.where();
        }
        any = true;
      }
    }
    return any;
  }

  static InputException noTarget(TableFile file, String target) {
    return new InputException(
        "The target %s is missing in every row of %s: fill it in, or name another column."
            .formatted(Quoted.text(target), file.name()));
  }

  /** Throws the error that the count is; nothing where none was missing. */
  void refuse() {
    List<String> found = new ArrayList<>();
    for (int i = 0; i < columns.length; i++) {
      if (count[i] > 0) {
        String column = Quoted.text(file.header().get(columns[i]));
        found.add("%d in column %s, first in %s".formatted(count[i], column, first[i]));
      }
    }
    if (found.isEmpty()) {
      return;
    }
    int more = found.size() - MOST_COLUMNS;
    throw InputException.of(
        "%s has missing cells (%s%s). Fill them in, impute training medians with %s, or drop the"
            + " rows with %s.",
        file.name(),
        String.join("; ", found.subList(0, Math.min(found.size(), MOST_COLUMNS))),
        more > 0 ? "; some in " + more + " more columns" : "",
        Setting.MISSING.to(MissingCells.IMPUTE),
        Setting.MISSING.to(MissingCells.DROP));
  }
}
