package dev.coset.cli;

import dev.coset.message.Printable;
import dev.coset.sensitivity.CorrelatedColumns;
import dev.coset.sensitivity.Sensitivity;
import dev.coset.sensitivity.Sensitivity.Index;
import dev.coset.sensitivity.Sensitivity.OfColumn;
import dev.coset.store.Mixture;
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
    name = "explain",
    mixinStandardHelpOptions = true,
    description = "Measure how much each column matters to the predictions, with its uncertainty.",
    footer = {
      "",
      "Shares are of the variance of the predicted mean (or of the class probabilities). 'alone' is"
          + " the share that a column explains by itself; 'in all' includes its interactions with"
          + " other columns (first-order and total Sobol indices). Columns are treated as"
          + " independent, with their values in training rows. Pairs with an absolute correlation"
          + " above 0.7 are named, because their separate shares are not reliable. Intervals hold"
          + " 90%% of the draws: they show model uncertainty.",
      "",
      "Examples:",
      "  coset explain houses-run",
      "  coset explain houses-run --json"
    })
final class ExplainCommand implements Callable<Integer> {
  private static final int LONGEST_NAME = 30;

  @Parameters(paramLabel = "RUN", description = "Folder of the run.")
  Path folder = Path.of("");

  @Mixin ThreadOptions threads = new ThreadOptions();
  @Mixin WeightOptions weights = new WeightOptions();

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  boolean json;

  @Spec @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    var console = new Console(spec, json);
    try (var run = weights.read(folder, threads.number, console)) {
      run.requireDraws();
      var sensitivity = Sensitivity.of(run, threads.number);
      console.print(fields(sensitivity), text(sensitivity, run));
    }
    return 0;
  }

  private static Map<String, Object> fields(Sensitivity sensitivity) {
    List<Map<String, Object>> columns =
        sensitivity.columns().stream()
            .map(
                c -> {
                  Map<String, Object> fields = new LinkedHashMap<>();
                  fields.put("column", c.column().name());
                  fields.put("first", fields(c.first()));
                  fields.put("total", fields(c.total()));
                  return fields;
                })
            .toList();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("columns", columns);
    fields.put("of_columns", sensitivity.all());
    fields.put("draws", sensitivity.draws());
    fields.put("columns_treated_as_independent", true);
    fields.put(
        "correlated_columns",
        sensitivity.correlated().stream().map(ExplainCommand::fields).toList());
    return fields;
  }

  private static Map<String, Object> fields(CorrelatedColumns pair) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("first", pair.first());
    fields.put("second", pair.second());
    fields.put("correlation", pair.correlation());
    return fields;
  }

  private static Map<String, Object> fields(Index index) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("mean", index.mean());
    fields.put("low", index.low());
    fields.put("high", index.high());
    return fields;
  }

  private static String text(Sensitivity sensitivity, Mixture run) {
    int longest =
        sensitivity.columns().stream()
            .mapToInt(c -> Math.min(LONGEST_NAME, c.column().name().length()))
            .max()
            .orElse(0);
    int width = Math.max(8, longest + 2);
    var text = new StringBuilder();
    text.append(
        Texts.format(
            "Shares of the variance of the predicted %s, with the range of 90%% of the draws%n%n",
            Printable.line(run.study().data().encoding().target().name())));
    text.append(Texts.format("%-" + width + "s%-25s%s%n", "column", "alone", "in all"));
    for (OfColumn c : sensitivity.columns()) {
      String name = Printable.line(c.column().name());
      String shown =
          name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME - 3) + "...";
      text.append(
          Texts.format("%-" + width + "s%-25s%s%n", shown, text(c.first()), text(c.total())));
    }
    if (sensitivity.columns().size() < sensitivity.all()) {
      text.append(
          Texts.format(
              "(of %d columns, the %d along which functions are steepest)%n",
              sensitivity.all(), sensitivity.columns().size()));
    }
    return text.append('\n')
        .append(CorrelatedColumns.sentence(sensitivity.correlated()))
        .toString();
  }

  private static String text(Index index) {
    return Texts.format(
        "%.1f%% (%.1f to %.1f)", 100 * index.mean(), 100 * index.low(), 100 * index.high());
  }
}
