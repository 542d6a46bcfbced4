package dev.coset.cli;

import dev.coset.fit.Fit;
import dev.coset.fit.FitStopped;
import java.nio.file.Path;
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
    Fit fit = model.in(data.fit()).threads(engine.threads).engine(engine.engine());
    try (var progress = new FitProgress(console)) {
      var scored =
          new FoldTable(fit.listener(progress).crossValidate(folds, out, FoldTable.Fold::of));
      console.print(scored.fields(), scored.text());
      return 0;
    } catch (FitStopped stopped) {
      console.note(MethodProgress.stopped(out));
      return RunSummary.CTRL_C;
    }
  }
}
