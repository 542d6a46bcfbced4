package dev.coset.cli;

import dev.coset.data.EncodedRows;
import dev.coset.data.Encoding;
import dev.coset.data.InputException;
import dev.coset.data.NpzWriter;
import dev.coset.data.Reading;
import dev.coset.data.Table;
import dev.coset.data.TargetColumn;
import dev.coset.data.TargetKind;
import dev.coset.distribution.Predictive;
import dev.coset.predictive.Predictor;
import dev.coset.store.FittedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "predict",
    mixinStandardHelpOptions = true,
    description = "Predict new rows, in the units of the data.",
    footer = {
      "",
      "Columns are found by name, in any order; others are ignored. For a number, each row has the"
          + " mean, median, standard deviation, its parts noise (aleatoric) and model uncertainty"
          + " (epistemic), and quantiles. For classes, each row has the most probable class, the"
          + " probability of each, and the entropy in nats with its parts noise (aleatoric,"
          + " expected entropy) and model uncertainty (epistemic, mutual information). The last"
          + " column is the distance outside the training range in standard deviations of a"
          + " feature, 0 inside.",
      "",
      "Examples:",
      "  coset predict houses-run new.csv -o predictions.csv",
      "  coset predict houses-run new.csv --quantiles 0.05,0.95",
      "  coset predict houses-run new.npz -o predictions.npz"
    })
final class PredictCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      paramLabel = "RUN",
      description = "Folder of the run, or file of a compressed one.")
  Path folder = Path.of("");

  @Parameters(
      index = "1",
      paramLabel = "NEW.csv",
      description = "Rows to predict, as CSV, Parquet or NumPy's .npz.")
  Path csv = Path.of("");

  @Option(
      names = {"-o", "--output"},
      paramLabel = "OUT.csv",
      description =
          "File to write. A name that ends in .npz gets one NumPy array per column. Default:"
              + " standard output.")
  @Nullable Path output;

  @Option(
      names = "--quantiles",
      paramLabel = "P",
      split = ",",
      defaultValue = "0.05,0.25,0.5,0.75,0.95",
      description = "Probabilities of the quantiles. Default: ${DEFAULT-VALUE}.")
  double[] quantiles = {};

  @Option(
      names = "--with-inputs",
      description = "Also copy the columns of NEW.csv, after the predictions.")
  boolean withInputs;

  @Option(
      names = "--components",
      description =
          "Also write each row's predictive mixture: weights, locations and scales of its"
              + " components (log_locations and log_scales for a log target), and freedoms, their"
              + " degrees of freedom, where some are Student's t. Needs a numeric target and an"
              + " output named .npz.")
  boolean components;

  @Mixin NewDataOptions options = new NewDataOptions();
  @Mixin WeightOptions weights = new WeightOptions();

  @Spec @Nullable CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    for (double p : quantiles) {
      if (!(p > 0 && p < 1)) {
        throw new InputException(
            "--quantiles takes numbers between 0 and 1, but one was " + p + ".");
      }
    }
    var console = new Console(spec, false);
    try (var run = weights.model(folder, options.threads.number, console)) {
      if (components
          && (output == null
              || !NpzWriter.isNamedSo(output)
              || !hasComponents(run.scaling().target().kind()))) {
        throw new InputException(
            "--components needs a numeric target and a NumPy output: name one with -o OUT.npz, or"
                + " leave out --components.");
      }
      Path named = output;
      if (named != null) {
        OutputFile.refuseUnusable(named, folder);
        OutputFile.write(named, to -> write(run, PredictionFile.to(to, named), console));
      } else {
        print(run, console);
      }
    }
    return 0;
  }

  /** Whether predictions of such a target are mixtures of components. */
  private static boolean hasComponents(TargetKind target) {
    return switch (target) {
      case TargetKind.Number _ -> true;
      case TargetKind.Classes _ -> false;
    };
  }

  /** Written aside first, so that an error in the last row leaves nothing half-written. */
  private void print(FittedModel run, Console console) throws IOException {
    Path aside = Files.createTempFile("coset-predict", ".csv");
    try {
      write(run, new PredictionFile.OfText(aside), console);
      try (var csv = Files.newBufferedReader(aside)) {
        csv.transferTo(console.out());
      }
    } finally {
      Files.delete(aside);
    }
  }

  private void write(FittedModel run, PredictionFile file, Console console) throws IOException {
    var predictor = Predictor.of(run);
    Encoding encoding = run.encoding();
    try (file) {
      var predictions = Predictions.of(encoding, quantiles);
      var outside = predictor.outsideRows();
      Consumer<EncodedRows> rows =
          table -> {
            outside.add(table.features());
            write(predictor, table, predictions, file);
          };
      Reading reading =
          encoding.read(
              Table.read(csv),
              options.unknownLevel,
              options.missing,
              TargetColumn.IGNORED,
              NewDataOptions.CHUNK,
              withInputs,
              header -> file.header(header(encoding, predictions, header)),
              rows);
      options.tell(reading, outside, run, console);
    }
  }

  private List<String> header(Encoding encoding, Predictions predictions, List<String> file) {
    List<String> names = new ArrayList<>();
    names.add("row");
    if (encoding.id() != null && file.contains(encoding.id())) {
      names.add(encoding.id());
    }
    names.addAll(predictions.header());
    names.add("extrapolation");
    if (withInputs) {
      names.addAll(file);
    }
    return names;
  }

  private void write(
      Predictor predictor, EncodedRows table, Predictions predictions, PredictionFile file) {
    Predictive predictive = predictor.at(table.features(), options.threads.number);
    double[] extrapolation = predictor.extrapolation(table.features());
    List<List<Object>> predicted = predictions.rows(predictive, options.threads.number);
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < predicted.size(); i++) {
      List<Object> cells = new ArrayList<>();
      cells.add(table.rowNumbers()[i]);
      if (!table.ids().isEmpty()) {
        cells.add(table.ids().get(i));
      }
      cells.addAll(predicted.get(i));
      cells.add(extrapolation[i]);
      if (withInputs) {
        cells.addAll(table.inputs().get(i));
      }
      rows.add(cells);
      if (components) {
        file.components(predictive.number(i));
      }
    }
    file.rows(rows, options.threads.number);
  }
}
