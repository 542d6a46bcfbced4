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
    description = "Fit several times, each time on all rows but one fold, and score that fold.",
    footer = {
      "",
      "Folds are random and of nearly equal size. They are stratified by class, and keep groups"
          + " whole with --test-group. The encoding of columns is learned from the training folds"
          + " each time. Scores are means over folds with standard errors. For comparison, the"
          + " table also scores a constant, a linear model and nearest neighbours on the same"
          + " folds.",
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
      description = "Number of folds. Default: ${DEFAULT-VALUE}.")
  int folds;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder for the run of each fold. After Ctrl-C the same command resumes.")
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
