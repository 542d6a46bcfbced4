package dev.coset.data;

import java.util.Locale;

/** The memory that a table of numbers takes in a fit, so that one that cannot fit is refused. */
final class TableMemory {
  /** Of each cell: as it was read and standardised, and what gradients read. */
  private static final int BYTES_OF_CELL = 2 * Double.BYTES + Float.BYTES;

  private static final double GIB = 1 << 30;
  private static final double MORE = 1.5; // for all else

  private TableMemory() {}

  /**
   * Refuses a table that cannot fit.
   *
   * @param rows approximately; 0 where they are not known
   * @param columns that are used, the target included
   * @param most bytes that may be used
   */
  static void requireFits(String name, long rows, int columns, long most) {
    double need = (double) rows * columns * BYTES_OF_CELL;
    if (need > most) {
      throw new InputException(
          String.format(
              Locale.ROOT,
              "%s has about %.3g million rows and %d columns. To fit them takes at least %.2g GiB"
                  + " of memory, and Java may use %.2g GiB. Allow more with -Xmx%.0fg, or use fewer"
                  + " rows or columns.",
              name,
              rows * 1e-6,
              columns,
              need / GIB,
              most / GIB,
              Math.ceil(MORE * need / GIB)));
    }
  }
}
