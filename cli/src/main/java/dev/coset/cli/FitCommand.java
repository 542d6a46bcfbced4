package dev.coset.cli;

import dev.coset.data.Dataset;
import dev.coset.data.InputException;
import dev.coset.data.MissingCells;
import dev.coset.data.Split;
import dev.coset.store.Configuration;
import dev.coset.store.RunStore;
import dev.coset.store.Study;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "fit",
    mixinStandardHelpOptions = true,
    description = "Sample the posterior of a Bayesian neural network given a CSV file.",
    footer = {
      "",
      "Text columns are one-hot encoded. The run folder holds everything: predict, score and resume"
          + " need nothing else. At its end it holds report.html.",
      "",
      "Examples:",
      "  coset fit houses.csv --target price --out houses-run",
      "  coset fit izmailov.csv --target y --hidden 3 --preset paper --chains 256 --out run"
    })
final class FitCommand implements Callable<Integer> {
  @Parameters(paramLabel = "DATA.csv", description = "A CSV file with a header.")
  Path csv = Path.of("");

  @Option(
      names = "--target",
      required = true,
      paramLabel = "COL",
      description = "The column to predict.")
  String target = "";

  @Option(names = "--out", required = true, paramLabel = "RUN", description = "Folder of the run.")
  Path out = Path.of("");

  @Option(
      names = "--missing",
      defaultValue = "error",
      description =
          "Missing cells: error, drop their rows, or take the training mean. Default:"
              + " ${DEFAULT-VALUE}.")
  MissingCells missing = MissingCells.ERROR;

  static final class Test {
    @Option(
        names = "--test-fraction",
        paramLabel = "SHARE",
        description = "Share of rows kept for testing, 0 for none. Default: 0.2.")
    @Nullable Double fraction;

    @Option(
        names = "--split",
        paramLabel = "FILE",
        description =
            "JSON with row numbers from 0: {\"train\": [...], \"test\": [...]}, or such objects by"
                + " dataset name.")
    @Nullable Path file;
  }

  @ArgGroup(exclusive = true)
  @Nullable Test test;

  @Mixin ModelOptions model = new ModelOptions();
  @Mixin EngineOptions engine = new EngineOptions();
  @Mixin ReportOptions report = new ReportOptions();

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  boolean json;

  @Spec @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    var console = new Console(spec, json);
    Configuration configuration = model.configuration();
    var chosenEngine = engine.engine();
    Dataset data = Dataset.fromCsv(csv, target, missing);
    data.warnings().forEach(console::warn);
    Study study = study(data, configuration);
    study.scaling().warnings().forEach(console::warn);
    try (var run = RunStore.create(out, study, csv.getFileName().toString())) {
      return RunSummary.sampleAndSummarise(run, chosenEngine, engine.threads, report, console);
    }
  }

  private Study study(Dataset data, Configuration configuration) {
    try {
      return Study.of(data, split(data), configuration);
    } catch (InputException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw new InputException(String.valueOf(e.getMessage()), e);
    }
  }

  private Split split(Dataset data) {
    if (test != null && test.file != null) {
      String name = csv.getFileName().toString().replaceFirst("\\.csv$", "");
      return Split.fromJson(test.file, name, data);
    }
    double fraction = test == null || test.fraction == null ? 0.2 : test.fraction;
    return Split.shuffled(data.rows(), fraction, model.seed);
  }
}
