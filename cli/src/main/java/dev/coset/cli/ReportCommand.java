package dev.coset.cli;

import dev.coset.data.InputException;
import dev.coset.report.Report;
import dev.coset.store.CompressedRun;
import dev.coset.store.Mixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description = "Write a run's report as one self-contained HTML file.",
    footer = {
      "",
      "It has the verdict, predictions, what-if form, calibration, model and model card, and of two"
          + " classes a threshold. Convergence, modes, sampler and configuration are under"
          + " \"Advanced\". fit, demo and resume also write it when they end. For an incomplete"
          + " run, it shows the chains so far. For a compressed run, it is the form under \"What"
          + " if\".",
      "",
      "Examples:",
      "  coset report houses-run                     writes houses-run/report.html",
      "  coset report houses-run --images figures    also writes each chart to figures/NAME.svg"
    })
final class ReportCommand implements Callable<Integer> {
  /** Of the report inside a run. */
  static final String NAME = "report.html";

  @Parameters(paramLabel = "RUN", description = "Folder of the run, or file of a compressed one.")
  Path folder = Path.of("");

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "File to write. Default: RUN/report.html.")
  @Nullable Path output;

  @Option(
      names = "--images",
      paramLabel = "DIR",
      description = "Also write each chart as an SVG file into this folder.")
  @Nullable Path images;

  @Option(
      names = "--no-rows",
      description =
          "Leave out rows of the data: the starting rows of the form under \"What if\" (at most"
              + " 2,000), and those in tables. Charts still show single values.")
  boolean noRows;

  @Mixin ThreadOptions threads = new ThreadOptions();
  @Mixin WeightOptions weights = new WeightOptions();

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  boolean json;

  @Spec @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    refuseUnusable();
    var console = new Console(spec, json);
    if (CompressedRun.isAt(folder)) {
      return small(console);
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    var text = new StringBuilder();
    try (var run = weights.read(folder, threads.number, console)) {
      Report all =
          ReportProgress.of(begins -> Report.of(run, threads.number, begins), console.err());
      Report report = noRows ? all.withoutRows() : all;
      Path file = output == null ? write(report, run) : write(report, output);
      fields.put("report", file.toString());
      text.append("report      ").append(file);
      if (images != null) {
        List<Path> written = report.writeImages(images);
        fields.put("images", written.stream().map(Path::toString).toList());
        text.append("\nimages      ").append(written.size()).append(" in ").append(images);
      }
    }
    console.print(fields, text.toString());
    return 0;
  }

  /** The page of a compressed run, which has no charts and no folder. */
  private int small(Console console) {
    if (output == null || images != null || weights.rule != null) {
      throw new InputException(
          "The file %s is a compressed run, which has no charts and fixed weights. Name the output with -o, and leave out --images and --weights."
              .formatted(folder));
    }
    Report report = Report.of(CompressedRun.read(folder));
    Path file = write(noRows ? report.withoutRows() : report, output);
    console.print(Map.of("report", file.toString()), "report      " + file);
    return 0;
  }

  /** Before the work, not after it. */
  private void refuseUnusable() {
    if (output != null && !isPlaceInRun(output)) {
      OutputFile.refuseUnusable(output, folder);
    }
    if (images != null && Files.exists(images) && !Files.isDirectory(images)) {
      throw new InputException("--images takes a folder, but " + images + " is a file.");
    }
  }

  /** Whether that is where the report is written without an option. */
  private boolean isPlaceInRun(Path file) {
    Path usual = folder.resolve(NAME).toAbsolutePath().normalize();
    return file.toAbsolutePath().normalize().equals(usual) && !Files.isSymbolicLink(file);
  }

  /** Writes a report into its run; returns the file. */
  static Path write(Report report, Mixture run) {
    run.attach(NAME, report.html());
    return run.folder().resolve(NAME);
  }

  private static Path write(Report report, Path file) {
    try {
      OutputFile.write(file, to -> Files.writeString(to, report.html()));
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
