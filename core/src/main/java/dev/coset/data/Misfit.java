package dev.coset.data;

import dev.coset.message.Message;
import dev.coset.message.Quoted;
import dev.coset.message.Setting;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Why a column is text although most of its cells are something else.
 *
 * @param kind what most are
 * @param first the first cell that is not
 * @param count how many are not
 * @param cells how many there are, without missing ones
 */
record Misfit(String kind, String first, Row.Place place, int count, int cells) {

  /**
   * The misfits of the form that has the fewest.
   *
   * @param texts the different cells, in the order of their first row
   * @param counts how often each is there
   */
  static Optional<Misfit> among(
      List<String> texts, List<Row.Place> places, int[] counts, String kind, CellForm... forms) {
    int cells = Arrays.stream(counts).sum();
    Misfit least = null;
    for (CellForm form : forms) {
      int first = -1;
      int count = 0;
      for (int i = 0; i < counts.length; i++) {
        if (counts[i] > 0 && Double.isNaN(form.parse(texts.get(i)))) {
          first = first < 0 ? i : first;
          count += counts[i];
        }
      }
      if (first >= 0 && (least == null || count < least.count)) {
        least = new Misfit(kind, texts.get(first), places.get(first), count, cells);
      }
    }
    return Optional.ofNullable(least);
  }

  /** Whether most cells have the form. */
  boolean isRare() {
    return 2 * count < cells;
  }

  String where() {
    return Quoted.text(first) + " in " + place;
  }

  Message warning(TableFile file, String column) {
    return Message.of(
        "In %s, column %s is taken as text because of %s. %d of its %d cells are %s.",
        file.name(), Quoted.text(column), where(), cells - count, cells, kind);
  }

  InputException refusal(TableFile file, String column) {
    return InputException.of(
        "In %s, column %s holds %s except for %s. Correct %s, or drop the column with %s.",
        file.name(),
        Quoted.text(column),
        kind,
        count == 1 ? where() : "%d cells, the first %s".formatted(count, where()),
        count == 1 ? "that cell" : "them",
        Setting.IGNORE.to(column));
  }
}
