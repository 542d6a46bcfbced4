package dev.coset.cli;

import dev.coset.chains.Engine;
import dev.coset.chains.MemoryNeed;
import dev.coset.data.InputException;
import dev.coset.data.Split;
import dev.coset.model.Choice;
import dev.coset.model.Choice.Budget;
import dev.coset.model.Configuration.Until;
import dev.coset.model.Study;
import dev.coset.selection.Ladder;
import dev.coset.selection.Work;
import dev.coset.store.Mixture;
import dev.coset.store.MixtureRun;
import dev.coset.store.RunStore;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
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
    description = "Sample the posterior of a Bayesian neural network given a CSV file.",
    footer = {
      "",
      "Numbers, text, dates, yes/no and missing cells are read as they come, and what is made of"
          + " each column is said; it is learnt from training rows alone. The run folder holds"
          + " everything: predict, score and resume need nothing else. At its end it holds"
          + " report.html.",
      "",
      "Examples:",
      "  coset fit houses.csv --target price --out houses-run",
      "  coset fit izmailov.csv --target y --hidden 3 --preset paper --chains 256 --out run"
    })
final class FitCommand implements Callable<Integer> {
  private static final int MOST_ROWS = 100_000;

  @Mixin DataOptions data = new DataOptions();

  @Option(names = "--out", required = true, paramLabel = "RUN", description = "Folder of the run.")
  Path out = Path.of("");

  @Option(
      names = "--max-rows",
      paramLabel = "N",
      description =
          "Train on at most N rows, evenly picked. Default: 100000; all rows with --chains,"
              + " --warmup or --draws.")
  int maxRows;

  @Mixin ModelOptions model = new ModelOptions();
  @Mixin EngineOptions engine = new EngineOptions();
  @Mixin ReportOptions report = new ReportOptions();

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  boolean json;

  @Spec @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    long began = System.nanoTime();
    var console = new Console(spec, json);
    var chosenEngine = engine.engine();
    OptionalDouble seconds = model.time();
    Study study = fewer(data.study(model), mostRows(), console);
    Optional<TimeLimit> time = Optional.empty();
    Budget budget = model.budget(study);
    if (seconds.isPresent()) {
      double slowness = CostEstimate.slowness(study.posterior());
      TimeLimit limit =
          TimeLimit.of(seconds.getAsDouble(), began, study, !report.none, engine.threads, slowness);
      budget =
          limit.budget(
              model.auto() ? Work.shortestChoice(study) : Work.shortest(study),
              engine.threads,
              slowness);
      time = Optional.of(limit);
    }
    if (model.auto()) {
      return choose(study, budget, time, began, chosenEngine, console);
    }
    study = ModelOptions.sized(study, budget);
    study = study.with(study.configuration().stopped(stop(study, budget)));
    MemoryNeed.requireFits(
        study.posterior(), study.configuration().plan(), chosenEngine.atOnce().orElse(1));
    try (var run = RunStore.create(out, study, data.source(model), model.weights())) {
      DataOptions.tell(study, console);
      return RunSummary.sampleAndSummarise(
          Mixture.of(run),
          System.nanoTime(),
          OptionalDouble.empty(),
          chosenEngine,
          engine.threads,
          report,
          console);
    }
  }

  /** As the user says, or as the work does. */
  private static @Nullable Until stop(Study study, Budget budget) {
    Until given = study.configuration().until();
    return given != null ? given : budget.until(study.configuration().plan());
  }

  private int mostRows() {
    if (maxRows < 0) {
      throw new InputException(
          "--max-rows takes a positive whole number, but was " + maxRows + ".");
    }
    return maxRows > 0 ? maxRows : model.sized() ? MOST_ROWS : Integer.MAX_VALUE;
  }

  /** The same study with at most so many training rows, evenly picked. */
  private static Study fewer(Study study, int most, Console console) {
    int[] train = study.split().train();
    if (train.length <= most) {
      return study;
    }
    int[] some = new int[most];
    Arrays.setAll(some, i -> train[(int) ((long) i * train.length / most)]);
    console.note(
        "%d of %d training rows are used, evenly picked. Give --max-rows to use more."
            .formatted(most, train.length));
    return Study.of(study.data(), new Split(some, study.split().test()), study.configuration());
  }

  private int choose(
      Study study,
      Budget budget,
      Optional<TimeLimit> time,
      long began,
      Engine chosenEngine,
      Console console) {
    Study scaled = model.scaled(study, budget, engine.threads);
    var candidates = Ladder.of(scaled, model.likelihoods(scaled), model.otherPriors(), budget);
    var choice = new Choice(candidates, model.otherPriors(), budget, "");
    try (var run = MixtureRun.create(out, scaled, data.source(model), choice, model.weights())) {
      DataOptions.tell(scaled, console);
      if (scaled.configuration().targetScale() != study.configuration().targetScale()) {
        console.note(
            "Models see the logarithm of the skewed target: it predicts held-out rows better.");
      }
      return ChosenFit.run(run, 0, time, began, chosenEngine, engine.threads, report, console);
    }
  }
}
