package dev.coset.cli;

import dev.coset.comparison.ChosenModels;
import dev.coset.comparison.ManyChains;
import dev.coset.comparison.Method;
import dev.coset.comparison.Workbench;
import dev.coset.data.Folds;
import dev.coset.data.InputException;
import dev.coset.data.RawTable;
import dev.coset.data.Split;
import dev.coset.predictive.Scores;
import dev.coset.sampler.SamplerMonitor;
import dev.coset.store.Configuration;
import dev.coset.store.Study;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "cross-validate",
    mixinStandardHelpOptions = true,
    description = "Fit several times, each time without a part of the rows, and score that part.",
    footer = {
      "",
      "Parts are random and as equal as can be, of every class where the target has classes, and of"
          + " whole groups with --test-group. What columns become is learnt from the other parts"
          + " each time. Scores are means over parts, with their standard error.",
      "",
      "Examples:",
      "  coset cross-validate houses.csv --target price --folds 5",
      "  coset cross-validate visits.csv --target cost --test-group patient --out folds"
    })
final class CrossValidateCommand implements Callable<Integer> {
  @Mixin DataOptions data = new DataOptions();

  @Option(
      names = "--folds",
      paramLabel = "K",
      defaultValue = "5",
      description = "Parts. Default: ${DEFAULT-VALUE}.")
  int folds;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Folder that keeps a run for each part, so that nothing is lost on Ctrl-C and the same"
              + " command goes on.")
  @Nullable Path out;

  @Mixin ModelOptions model = new ModelOptions();
  @Mixin EngineOptions engine = new EngineOptions();

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  boolean json;

  @Spec @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    var console = new Console(spec, json);
    data.refuseSplits();
    model.refuseTime();
    if (model.configuration().until() != null) {
      throw new InputException(
          "Cross-validation needs a fixed number of chains: give --chains instead of --until.");
    }
    var chosenEngine = engine.engine();
    RawTable table = data.table(model);
    Configuration configuration = model.configuration(table.target());
    List<Split> splits =
        UserInput.checked(() -> Folds.of(table, folds, configuration.plan().seed()));
    var progress = new MethodProgress(console.err());
    var bench = Workbench.on(chosenEngine, engine.threads).watchedBy(progress);
    var at = out == null ? bench : bench.in(out);
    List<Map<String, Object>> results = new ArrayList<>();
    try (progress;
        var signal = new StopOnSignal(progress::stop)) {
      for (Split split : splits) {
        Study asked =
            UserInput.checked(() -> Study.of(table.fit(split.train()), split, configuration));
        Study study =
            model.auto()
                ? model.scaled(asked, model.budget(asked), engine.threads)
                : model.sized(asked);
        if (results.isEmpty()) {
          DataOptions.tell(study, console);
        }
        Scores scores = method("fold-" + (results.size() + 1), study).run(study, at).scores();
        results.add(ScoreTable.fields(scores, study.scaling().target().deviation()));
        progress.close();
      }
    } catch (SamplerMonitor.StoppedException stopped) {
      console.note(MethodProgress.stopped(out));
      return Sampling.exitCode(false);
    }
    print(results, console);
    return 0;
  }

  private Method method(String name, Study study) {
    return model.auto()
        ? new ChosenModels(
            name,
            model.likelihoods(study),
            model.otherPriors(),
            model.budget(study),
            model.weights())
        : new ManyChains(name, model.weights());
  }

  private static void print(List<Map<String, Object>> results, Console console) {
    Map<String, Object> fields = new LinkedHashMap<>();
    var text = new StringBuilder();
    text.append(Texts.format("%d folds%n", results.size()));
    List<Map<String, Double>> numbers =
        results.stream().map(CrossValidateCommand::numbers).toList();
    for (String name : numbers.getFirst().keySet()) {
      double[] values =
          numbers.stream().mapToDouble(fold -> fold.getOrDefault(name, Double.NaN)).toArray();
      double mean = mean(values);
      double error = error(values, mean);
      fields.put(name, Map.of("mean", mean, "se", error));
      text.append(Texts.format("%-22s %12.5g +- %.3g%n", name, mean, error));
    }
    fields.put("folds", results);
    console.print(fields, text.toString().stripTrailing());
  }

  /** Scores that are one number; an error over points says nothing of one over folds. */
  private static Map<String, Double> numbers(Map<String, Object> scores) {
    Map<String, Double> numbers = new LinkedHashMap<>();
    scores.forEach(
        (name, value) -> {
          if (value instanceof Double number && !name.equals("lppd_se")) {
            numbers.put(name, number);
          } else if (value instanceof Map<?, ?> levels) {
            levels.forEach((level, share) -> numbers.put(name + "_" + level, (Double) share));
          }
        });
    return numbers;
  }

  private static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }

  /** Of the mean: folds share training rows, so that it is a little too small. */
  private static double error(double[] values, double mean) {
    double squares = 0;
    for (double value : values) {
      squares += (value - mean) * (value - mean);
    }
    return Math.sqrt(squares / (values.length - 1) / values.length);
  }
}
