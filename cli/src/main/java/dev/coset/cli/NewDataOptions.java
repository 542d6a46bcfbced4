package dev.coset.cli;

import dev.coset.data.MissingCells;
import dev.coset.data.Reading;
import dev.coset.data.UnknownLevel;
import dev.coset.predictive.OutsideRows;
import dev.coset.store.CompressedRun;
import dev.coset.store.FittedModel;
import dev.coset.store.Mixture;
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

  /** Says what became of cells and rows that training did not foresee. */
  void tell(Reading reading, OutsideRows outside, FittedModel run, Console console) {
    reading.warnings().forEach(warning -> console.warn(warning));
    tell(reading.leftOut(), "row", "left out for missing cells", console);
    tell(reading.imputed(), "missing cell", "filled in as in training", console);
    tell(reading.unknown(), "cell", "of text that training never saw", console);
    run.scaling().unlike(outside.unlikeConstants()).ifPresent(console::note);
    outside.sentence().map(sentence -> sentence + uncovered(run)).ifPresent(console::warn);
    if (run.scaling().target().clampIsGuessed()) {
      console.warn(
          "The file of the compressed run does not say where its training targets lie, so mean and"
              + " sd are clamped at 10 standard deviations of their logarithm. Compress the run"
              + " again.");
    }
  }

  private static String uncovered(FittedModel run) {
    return switch (run) {
      case Mixture all -> "";
      case CompressedRun small ->
          " The loss that 'coset compress' stated does not cover such rows: predict them with the"
              + " run's folder.";
    };
  }

  private static void tell(long count, String thing, String what, Console console) {
    if (count > 0) {
      console.note("%d %s%s %s.".formatted(count, thing, count == 1 ? "" : "s", what));
    }
  }
}
