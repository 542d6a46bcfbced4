package dev.coset.report;

import dev.coset.report.chart.Chart;
import dev.coset.report.chart.Svg;
import dev.coset.store.RunStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * All that a practitioner should see of a run. The same run gives the same bytes: nothing of the
 * clock or the machine is in it.
 */
public final class Report {
  private final String title;
  private final String source;
  private final List<Section> sections;

  Report(String title, String source, List<Section> sections) {
    this.title = title;
    this.source = source;
    this.sections = List.copyOf(sections);
  }

  /**
   * Reads a run as it is now; it need not be complete.
   *
   * @param threads at most so many share the work; the report does not depend on it
   */
  public static Report of(RunStore run, int threads) {
    RunFigures figures = RunFigures.of(run, threads);
    return new Report(
        "Predicting " + figures.target(),
        run.manifest().source().name(),
        List.of(
            VerdictSection.of(figures),
            PredictionsSection.of(figures),
            CalibrationSection.of(figures),
            ConvergenceSection.of(figures),
            ModesSection.of(figures),
            SamplerSection.of(figures),
            ProvenanceSection.of(figures)));
  }

  public List<Chart> charts() {
    List<Chart> charts = new ArrayList<>();
    for (Section section : sections) {
      for (Block block : section.blocks()) {
        if (block instanceof Block.Figure figure) {
          charts.add(figure.chart());
        }
      }
    }
    return charts;
  }

  List<Section> sections() {
    return sections;
  }

  /** One page that needs nothing else, not even a network. */
  public String html() {
    return new Page(title, source, sections).html();
  }

  /** Writes each chart as an SVG file named after it; returns the files. */
  public List<Path> writeImages(Path folder) {
    List<Path> files = new ArrayList<>();
    try {
      Files.createDirectories(folder);
      for (Chart chart : charts()) {
        files.add(Files.writeString(folder.resolve(chart.id() + ".svg"), Svg.of(chart)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("The images cannot be written to " + folder, e);
    }
    return files;
  }
}
