package dev.coset.report;

import dev.coset.diagnostics.Assessment;
import dev.coset.report.chart.Chart;
import dev.coset.report.chart.Svg;
import dev.coset.store.CompressedRun;
import dev.coset.store.Mixture;
import dev.coset.store.RunStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

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

  /** How many parts {@link #of(Mixture, int, Consumer)} begins. */
  public static final int PARTS = RunFigures.PARTS + 2 + 8;

  /**
   * Reads a run as it is now; it need not be complete.
   *
   * @param threads at most so many share the work; the report does not depend on it
   */
  public static Report of(RunStore run, int threads) {
    return of(Mixture.of(run), threads, part -> {});
  }

  /**
   * The same, and tells how far it has come.
   *
   * @param begins hears of each part before the work on it
   */
  public static Report of(Mixture run, int threads, Consumer<String> begins) {
    if (run.parts().size() > 1) {
      run.requireDraws(); // the models only predict together
    }
    begins.accept("scores and diagnostics");
    return of(run, Assessment.of(run, threads), threads, begins);
  }

  /** The same of a run that is assessed already. */
  public static Report of(
      Mixture run, Assessment assessment, int threads, Consumer<String> begins) {
    RunFigures figures = RunFigures.of(run, assessment, threads, begins);
    begins.accept("dependence");
    Optional<Dependence> dependence = Dependence.of(figures);
    Map<String, Supplier<Section>> sections = new LinkedHashMap<>();
    sections.put("verdict", () -> VerdictSection.of(figures));
    sections.put("predictions", () -> PredictionsSection.of(figures, dependence));
    sections.put("what if", () -> WhatIfSection.of(run, threads));
    sections.put("calibration", () -> CalibrationSection.of(figures));
    sections.put("convergence", () -> ConvergenceSection.of(figures));
    sections.put("functions of modes", () -> ModesSection.of(figures, dependence));
    sections.put("sampler", () -> SamplerSection.of(figures));
    sections.put("provenance", () -> ProvenanceSection.of(figures));
    List<Section> done = new ArrayList<>();
    sections.forEach(
        (name, section) -> {
          begins.accept(name);
          done.add(section.get());
        });
    return new Report(
        "Predicting " + figures.target(), run.lead().manifest().source().name(), done);
  }

  /** What a compressed run can show, which has no chains: a form that asks it. */
  public static Report of(CompressedRun run) {
    var missing =
        new Block.Text(
            "This is the page of a compressed run, which keeps no chains. What its predictions are"
                + " worth, how they came about and how far they can be trusted is in the report of"
                + " the run it was made from.");
    return new Report(
        "Predicting " + run.encoding().target().name(),
        run.source(),
        List.of(
            WhatIfSection.of(run),
            new Section(
                "missing", "What is not here", "A run's folder has more.", List.of(missing))));
  }

  /** The same without rows of the data; charts still show single values. */
  public Report withoutRows() {
    return new Report(
        title,
        source,
        sections.stream()
            .map(
                section ->
                    new Section(
                        section.id(),
                        section.title(),
                        section.lead(),
                        section.blocks().stream().map(Report::withoutRows).toList()))
            .toList());
  }

  private static Block withoutRows(Block block) {
    return switch (block) {
      case Block.WhatIf(var run) -> new Block.WhatIf(run.withoutRows());
      case Block.Rows(var table) ->
          new Block.Text(table.title() + ": left out of this page with all rows of the data.");
      default -> block;
    };
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
