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
          "Missing cells. impute: fill them in as in training. drop: drop their rows. error: refuse"
              + " them. Default: ${DEFAULT-VALUE}.")
  MissingCells missing = MissingCells.IMPUTE;

  @Option(
      names = "--unknown-level",
      defaultValue = "zero",
      description =
          "Text levels that training did not have. zero: treat them as none of the known levels."
              + " error: refuse them. Default: ${DEFAULT-VALUE}.")
  UnknownLevel unknownLevel = UnknownLevel.ZERO;

  @Mixin ThreadOptions threads = new ThreadOptions();

  /** Says what became of cells and rows that training did not foresee. */
  void tell(Reading reading, OutsideRows outside, FittedModel run, Console console) {
    reading.warnings().forEach(warning -> console.warn(warning));
    tell(reading.leftOut(), "row", "dropped for missing cells", console);
    tell(reading.weightless(), "row", "of weight 0 dropped", console);
    tell(reading.imputed(), "missing cell", "filled in as in training", console);
    tell(reading.unknown(), "cell", "with text that training did not have", console);
    run.scaling().unlike(outside.unlikeConstants()).ifPresent(console::note);
    outside.sentence().map(sentence -> sentence + uncovered(run)).ifPresent(console::warn);
    if (run.scaling().target().clampIsGuessed()) {
      console.warn(
          "The compressed run does not hold the range of its training targets. Mean and sd are"
              + " clamped at 10 standard deviations of their logarithm. Compress the run again.");
    }
  }

  private static String uncovered(FittedModel run) {
    return switch (run) {
      case Mixture all -> "";
      case CompressedRun small ->
          " The loss that 'coset compress' reported does not cover such rows: predict them with the"
              + " run's folder.";
    };
  }

  private static void tell(long count, String thing, String what, Console console) {
    if (count > 0) {
      console.note("%d %s%s %s.".formatted(count, thing, count == 1 ? "" : "s", what));
    }
  }
}
