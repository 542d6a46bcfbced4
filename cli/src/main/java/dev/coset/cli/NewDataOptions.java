package dev.coset.cli;

import dev.coset.data.MissingCells;
import dev.coset.data.Reading;
import dev.coset.data.Scaling;
import dev.coset.data.UnknownLevel;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How rows that were not there in training are read. */
final class NewDataOptions {
  /** Rows held in memory at once. */
  static final int CHUNK = 2048;

  @Option(
      names = "--missing",
      defaultValue = "impute",
      description =
          "Missing cells: impute as in training, drop their rows, or error. Default:"
              + " ${DEFAULT-VALUE}.")
  MissingCells missing = MissingCells.IMPUTE;

  @Option(
      names = "--unknown-level",
      defaultValue = "zero",
      description =
          "A level of a text column that training never saw: zero (it is none of those known), or"
              + " error. Default:"
              + " ${DEFAULT-VALUE}.")
  UnknownLevel unknownLevel = UnknownLevel.ZERO;

  @Mixin ThreadOptions threads = new ThreadOptions();

  /**
   * Says what became of cells that training did not foresee.
   *
   * @param unlike rows that are unlike all training rows in a feature that was left out
   */
  void tell(Reading reading, int unlike, Scaling scaling, Console console) {
    reading.warnings().forEach(console::warn);
    tell(reading.leftOut(), "row", "left out for missing cells", console);
    tell(reading.imputed(), "missing cell", "filled in as in training", console);
    tell(reading.unknown(), "cell", "of text that training never saw", console);
    scaling.unlike(unlike).ifPresent(console::note);
  }

  private static void tell(long count, String thing, String what, Console console) {
    if (count > 0) {
      console.note("%d %s%s %s.".formatted(count, thing, count == 1 ? "" : "s", what));
    }
  }
}
