package dev.coset.cli;

import dev.coset.chains.Engine;
import dev.coset.chains.MemoryNeed;
import dev.coset.selection.Ladder;
import dev.coset.selection.TargetScales;
import dev.coset.selection.Work;
import dev.coset.store.Choice.Budget;
import dev.coset.store.Mixture;
import dev.coset.store.MixtureRun;
import dev.coset.store.RunStore;
import dev.coset.store.Study;
import java.nio.file.Path;
import java.util.List;
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
  @Mixin DataOptions data = new DataOptions();

  @Option(names = "--out", required = true, paramLabel = "RUN", description = "Folder of the run.")
  Path out = Path.of("");

  @Mixin ModelOptions model = new ModelOptions();
  @Mixin EngineOptions engine = new EngineOptions();
  @Mixin ReportOptions report = new ReportOptions();

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  boolean json;

  @Spec @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    var console = new Console(spec, json);
    var chosenEngine = engine.engine();
    Study study = data.study(model);
    OptionalDouble time = model.time();
    Budget budget =
        time.isEmpty()
            ? Work.budget(study.split().train().length, model.sized())
            : Work.filling(
                time.getAsDouble() * engine.threads / CostEstimate.slowness(study.posterior()));
    if (model.auto()) {
      return choose(study, budget, time, chosenEngine, console);
    }
    var asked = study.configuration();
    study = study.with(asked.withPlan(Work.plan(budget, asked.plan(), study)));
    MemoryNeed.requireFits(
        study.posterior(), study.configuration().plan(), chosenEngine.atOnce().orElse(1));
    try (var run = RunStore.create(out, study, data.source(model))) {
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

  private int choose(
      Study study, Budget budget, OptionalDouble time, Engine chosenEngine, Console console) {
    boolean classes = study.scaling().target().areClasses();
    List<String> likelihoods =
        model.choosesLikelihood()
            ? Ladder.likelihoods(classes)
            : List.of(study.configuration().likelihood());
    Study scaled =
        model.choosesScale() && !classes
            ? TargetScales.choose(study, likelihoods, engine.threads)
            : study;
    var candidates = Ladder.of(scaled.configuration(), scaled.split().train().length, likelihoods);
    try (var run = MixtureRun.create(out, scaled, data.source(model), candidates, budget)) {
      DataOptions.tell(scaled, console);
      return ChosenFit.run(run, 0, time, chosenEngine, engine.threads, report, console);
    }
  }
}
