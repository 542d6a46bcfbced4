package dev.coset.cli;

import dev.coset.report.Report;
import java.io.PrintWriter;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;

/** Which part of a report is being made. */
final class ReportProgress implements AutoCloseable {
  private final AtomicInteger begun = new AtomicInteger();
  private final ProgressLine line;
  private volatile String part = "";

  private ReportProgress(PrintWriter err) {
    this.line = new ProgressLine(err, "Report", Report.PARTS, this::done, this::text);
  }

  /**
   * Makes a report, with progress on stderr where it takes long.
   *
   * @param report made by one that tells of each part before the work on it
   */
  static Report of(Function<Consumer<String>, Report> report, PrintWriter err) {
    try (var progress = new ReportProgress(err)) {
      return report.apply(progress::begins);
    }
  }

  private void begins(String next) {
    part = next;
    begun.incrementAndGet();
  }

  private long done() {
    return Math.max(0, begun.get() - 1);
  }

  private String text() {
    return Texts.format("report: %d of %d parts done, now %s", done(), Report.PARTS, part);
  }

  @Override
  public void close() {
    line.close();
  }
}
