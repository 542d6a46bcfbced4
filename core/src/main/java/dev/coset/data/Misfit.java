package dev.coset.data;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Why a column is text although most of its cells are something else.
 *
 * @param kind what most are
 * @param first the first cell that is not
 * @param count how many are not
 * @param cells how many there are, those missing left out
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

  String warning(TableFile file, String column) {
    return "In %s, column %s is taken as text because of %s, although %d of its %d cells are %s."
        .formatted(file.name(), Quoted.text(column), where(), cells - count, cells, kind);
  }

  InputException refusal(TableFile file, String column) {
    return new InputException(
        "In %s, column %s holds %s except for %s: correct %s, or leave the column out with --ignore."
            .formatted(
                file.name(),
                Quoted.text(column),
                kind,
                count == 1 ? where() : "%d cells, the first %s".formatted(count, where()),
                count == 1 ? "that cell" : "them"));
  }
}
