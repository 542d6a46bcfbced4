package dev.coset.cli;

import dev.coset.fit.FittedRun;
import dev.coset.report.Report;
import dev.coset.store.Mixture;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Whether the end of sampling is shown. */
final class ReportOptions {
  @Option(names = "--no-report", description = "Do not write RUN/report.html at the end.")
  boolean none;

  @Option(
      names = "--no-rows",
      description =
          "Leave out rows of the data in the report. Its charts still show single values.")
  boolean noRows;

  /** The report of a run that is complete; where it cannot be made, a warning says so. */
  Optional<Path> write(FittedRun fitted, int threads, Console console) {
    if (none) {
      return Optional.empty();
    }
    Mixture mixture = fitted.run();
    try {
      var made =
          ReportProgress.of(
              begins -> Report.of(mixture, fitted.assessment(), threads, begins), console.err());
      return Optional.of(ReportCommand.write(noRows ? made.withoutRows() : made, mixture));
    } catch (RuntimeException e) {
      // The run itself is safe and must still be summed up.
      console.warn(
          "The report could not be written (%s). Run 'coset report %s --verbose' to see why."
              .formatted(e.getMessage(), mixture.folder()));
      return Optional.empty();
    }
  }
}
