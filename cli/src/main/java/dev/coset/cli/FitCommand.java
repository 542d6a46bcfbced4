package dev.coset.cli;

import static dev.coset.cli.DataOptions.given;

import dev.coset.fit.Fit;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "fit",
    mixinStandardHelpOptions = true,
    description =
        "Fit a Bayesian neural network to a CSV or Parquet file by sampling its posterior.",
    footer = {
      "",
      "Columns may hold numbers, text, dates, yes/no and missing cells. Coset prints how it encodes"
          + " each column; the encoding is learned from training rows alone. The run folder holds"
          + " everything that predict, score and resume need, and report.html at the end.",
      "",
      "Examples:",
      "  coset fit houses.csv --target price --out houses-run",
      "  coset fit izmailov.csv --target y --hidden 3 --preset paper --chains 256 --out run"
    })
final class FitCommand implements Callable<Integer> {
  @Mixin DataOptions data = new DataOptions();

  @Option(names = "--out", required = true, paramLabel = "RUN", description = "Folder of the run.")
  Path out = Path.of("");

  @Option(
      names = "--max-rows",
      paramLabel = "N",
      description =
          "Train on at most N rows, evenly picked. Default: 100000; all rows with --chains,"
              + " --warmup or --draws.")
  @Nullable Integer maxRows;

  @Mixin ModelOptions model = new ModelOptions();
  @Mixin TimeOptions time = new TimeOptions();
  @Mixin EngineOptions engine = new EngineOptions();
  @Mixin ReportOptions report = new ReportOptions();

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  boolean json;

  @Spec @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    var console = new Console(spec, json);
    Fit fit = time.in(model.in(data.fit())).threads(engine.threads).engine(engine.engine());
    given(maxRows, fit::maxRows);
    if (!report.none) {
      fit.withReport();
    }
    return RunSummary.of(
        listener -> fit.listener(listener).run(out), report, engine.threads, console);
  }
}
