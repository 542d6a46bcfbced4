package dev.coset.cli;

import dev.coset.data.MissingCells;
import dev.coset.data.UnknownLevel;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How rows that were not there in training are read. */
final class NewDataOptions {
  /** Rows held in memory at once. */
  static final int CHUNK = 2048;

  @Option(
      names = "--missing",
      defaultValue = "error",
      description =
          "Missing cells: error, drop their rows, or take the training mean. Default:"
              + " ${DEFAULT-VALUE}.")
  MissingCells missing = MissingCells.ERROR;

  @Option(
      names = "--unknown-level",
      defaultValue = "error",
      description =
          "A level of a text column that training never saw: error or zero. Default:"
              + " ${DEFAULT-VALUE}.")
  UnknownLevel unknownLevel = UnknownLevel.ERROR;

  @Mixin ThreadOptions threads = new ThreadOptions();
}
