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
 * The report of a run: scores, predictions, calibration, diagnostics, model card. The same run
 * gives the same bytes, at any time on any machine.
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

  /** The number of parts that {@link #of(Mixture, int, Consumer)} begins. */
  public static final int PARTS = RunFigures.PARTS + 2 + 11;

  /**
   * Returns the report of a run as it is now, complete or not.
   *
   * @param threads at most so many share the work; the report does not depend on it
   */
  public static Report of(RunStore run, int threads) {
    return of(Mixture.of(run), threads, part -> {});
  }

  /**
   * Returns the same report, and says which part is being made.
   *
   * @param begins takes the name of each part before the work on it
   */
  public static Report of(Mixture run, int threads, Consumer<String> begins) {
    if (run.parts().size() > 1) {
      run.requireDraws(); // no model predicts alone
    }
    begins.accept("scores and diagnostics");
    return of(run, Assessment.of(run, threads), threads, begins);
  }

  /** Returns the report of a run that is assessed already. */
  public static Report of(
      Mixture run, Assessment assessment, int threads, Consumer<String> begins) {
    RunFigures figures = RunFigures.of(run, assessment, threads, begins);
    begins.accept("dependence");
    Optional<Dependence> dependence = Dependence.of(figures);
    Map<String, Supplier<Optional<Section>>> sections = new LinkedHashMap<>();
    sections.put("verdict", () -> Optional.of(VerdictSection.of(figures)));
    sections.put("predictions", () -> Optional.of(PredictionsSection.of(figures, dependence)));
    sections.put("what if", () -> Optional.of(WhatIfSection.of(run, dependence, threads)));
    sections.put("calibration", () -> Optional.of(CalibrationSection.of(figures)));
    sections.put("threshold", () -> ThresholdSection.of(figures));
    sections.put("model", () -> Optional.of(ModelSection.of(figures)));
    sections.put("convergence", () -> advanced(ConvergenceSection.of(figures)));
    sections.put("functions of modes", () -> advanced(ModesSection.of(figures, dependence)));
    sections.put("sampler", () -> advanced(SamplerSection.of(figures)));
    sections.put("configuration", () -> advanced(ConfigurationSection.of(figures)));
    sections.put("model card", () -> Optional.of(section(ModelCard.of(run, assessment))));
    List<Section> done = new ArrayList<>();
    sections.forEach(
        (name, section) -> {
          begins.accept(name);
          section.get().ifPresent(done::add);
        });
    return new Report(
        "Predicting " + figures.target(), run.lead().manifest().source().name(), done);
  }

  private static Optional<Section> advanced(Section section) {
    return Optional.of(section.inAdvanced());
  }

  private static Section section(ModelCard card) {
    return new Section(
        "card",
        "Model card",
        "What others need to know before they use the model. 'coset card' writes it as Markdown.",
        List.of(new Block.Card(card)));
  }

  /** Returns the page of a compressed run: only the form, since it has no chains. */
  public static Report of(CompressedRun run) {
    var missing =
        new Block.Text(
            "This is the page of a compressed run, which keeps no chains. The report of the"
                + " original run has its scores, calibration and diagnostics.");
    return new Report(
        "Predicting " + run.encoding().target().name(),
        run.source(),
        List.of(
            WhatIfSection.of(run),
            new Section(
                "missing", "Not in this page", "The folder of a run has more.", List.of(missing))));
  }

  /** Returns the same report without rows of the data; charts still show single values. */
  public Report withoutRows() {
    return new Report(
        title,
        source,
        sections.stream()
            .map(
                section ->
                    section.with(section.blocks().stream().map(Report::withoutRows).toList()))
            .toList());
  }

  private static Block withoutRows(Block block) {
    return switch (block) {
      case Block.WhatIf(var run, var order) -> new Block.WhatIf(run.withoutRows(), order);
      case Block.Rows(var table) ->
          new Block.Text(table.title() + ": not in this page, which has no rows of the data.");
      default -> block;
    };
  }

  /** Returns all charts in the order of the page. */
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

  /** Returns the report as one HTML page that loads nothing else. */
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
