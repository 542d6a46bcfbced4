package dev.coset.cli;

import dev.coset.comparison.ChosenModels;
import dev.coset.comparison.ManyChains;
import dev.coset.comparison.Method;
import dev.coset.comparison.Workbench;
import dev.coset.data.Folds;
import dev.coset.data.InputException;
import dev.coset.data.RawTable;
import dev.coset.data.Split;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import dev.coset.predictive.Scores;
import dev.coset.sampler.SamplerMonitor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
          + " each time. Scores are means over parts, with their standard error. Beside"
          + " the model stand a constant, a linear model and the nearest training rows, fitted to"
          + " the same parts.",
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
    List<FoldTable.Fold> results = new ArrayList<>();
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
        results.add(FoldTable.Fold.of(scores, study, engine.threads));
        progress.close();
      }
    } catch (SamplerMonitor.StoppedException stopped) {
      console.note(MethodProgress.stopped(out));
      return Sampling.exitCode(false);
    }
    var scored = new FoldTable(results);
    console.print(scored.fields(), scored.text());
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
}
