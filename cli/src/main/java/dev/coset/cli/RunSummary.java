package dev.coset.cli;

import dev.coset.chains.Engine;
import dev.coset.diagnostics.ChainConvergence;
import dev.coset.diagnostics.Finding;
import dev.coset.diagnostics.Finding.Severity;
import dev.coset.diagnostics.Verdict;
import dev.coset.model.Study;
import dev.coset.posterior.DrawSchema;
import dev.coset.predictive.TestRows;
import dev.coset.selection.Work;
import dev.coset.store.Mixture;
import dev.coset.store.RunStore;
import dev.coset.weights.Weighing;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** What is said at the end of sampling: where the run lies, how it went, how well it predicts. */
final class RunSummary {
  private static final int MOST_FINDINGS = 3;

  private RunSummary() {}

  /**
   * Samples what is missing and prints the summary; returns the exit code.
   *
   * @param began when the command did, by {@link System#nanoTime}
   * @param slowness of this machine, where it has shown: see {@link CostEstimate#slowness}
   */
  static int sampleAndSummarise(
      Mixture mixture,
      long began,
      OptionalDouble slowness,
      Engine engine,
      int threads,
      ReportOptions report,
      Console console) {
    mixture.unboundWarning().ifPresent(console::warn);
    Optional<ChainConvergence> convergence = Optional.empty();
    for (Mixture.Part part : mixture.parts()) {
      var sampling = new Sampling(part.run(), part.name(), mixture.folder(), console.err());
      String estimate = slowness.isEmpty() ? "" : estimate(part.run(), slowness, engine);
      if (!sampling.sample(engine, estimate)) {
        return Sampling.exitCode(false);
      }
      if (part.run().draws().count() == 0) {
        console.fail(
            "All %d chains failed: %s"
                .formatted(part.run().outcomes().size(), part.run().failure().orElse("")));
        return 1;
      }
      sampling.warnOfFailures(console);
      convergence = convergence.or(() -> Optional.of(sampling.convergence()));
    }
    double seconds = (System.nanoTime() - began) * 1e-9;
    Mixture weighed = Weighing.weighed(mixture, threads);
    weighed.parts().forEach(part -> part.run().weigh(part.chains()));
    Optional<TestRows> test = TestRows.of(weighed, threads);
    Optional<Path> file = report.write(weighed, test, threads, console);
    print(weighed, convergence.orElseThrow(), seconds, test, file, threads, console);
    return Sampling.exitCode(true);
  }

  private static String estimate(RunStore run, OptionalDouble slowness, Engine engine) {
    Study study = run.study();
    double seconds = Work.seconds(study) / study.configuration().plan().chains();
    return CostEstimate.of(run, engine.atOnce(), seconds * slowness.orElseThrow());
  }

  private static void print(
      Mixture mixture,
      ChainConvergence convergence,
      double seconds,
      Optional<TestRows> test,
      Optional<Path> report,
      int threads,
      Console console) {
    List<RunStore> runs = mixture.parts().stream().map(Mixture.Part::run).toList();
    int draws = runs.stream().mapToInt(run -> run.draws().count()).sum();
    int chains = runs.stream().mapToInt(run -> run.outcomes().size()).sum();
    long gradients = runs.stream().mapToLong(RunStore::gradients).sum();
    long diverged = runs.stream().mapToLong(run -> run.draws().total(DrawSchema.DIVERGING)).sum();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("run", mixture.folder().toString());
    fields.put("chains", chains);
    fields.put("draws", draws);
    fields.put("divergences", diverged);
    fields.put("gradients", gradients);
    fields.put("seconds", seconds);
    mixture.choice().ifPresent(choice -> fields.put("models", ChosenFit.fields(choice)));
    var text = new StringBuilder();
    text.append(
        Texts.format(
            "%d draws from %d chains in %s: %s gradients, %d divergent draws.%n",
            draws, chains, Texts.duration(seconds), Texts.count(gradients), diverged));
    Study study = mixture.study();
    test.map(TestRows::scores)
        .ifPresent(
            s -> {
              fields.putAll(ScoreTable.fields(s, ScoredTarget.of(study)));
              text.append(ScoreTable.text(s, ScoredTarget.of(study))).append('\n');
            });
    Verdict verdict = Verdict.of(mixture, convergence, test, threads);
    verdict
        .baselines()
        .ifPresent(
            simple -> {
              fields.put("baselines", BaselineText.fields(simple));
              text.append(BaselineText.text(simple)).append('\n');
            });
    convergence
        .state()
        .ifPresent(
            state -> {
              fields.putAll(ConvergenceText.fields(state));
              text.append(ConvergenceText.text(state, study.configuration().until())).append('\n');
            });
    fields.put("verdict", verdict.headline());
    text.append("verdict     ").append(verdict.headline()).append('\n');
    List<Finding> told =
        verdict.findings().stream().filter(f -> f.severity() != Severity.OK).toList();
    told.stream()
        .limit(MOST_FINDINGS)
        .forEach(f -> text.append("            ").append(f.sentence()).append('\n'));
    if (told.size() > MOST_FINDINGS) {
      text.append(
          Texts.format(
              "            And %d more, which 'coset diagnose' and the report tell.%n",
              told.size() - MOST_FINDINGS));
    }
    verdict
        .further()
        .ifPresent(further -> text.append("more time   ").append(further).append('\n'));
    text.append("run         ").append(mixture.folder());
    report.ifPresent(
        file -> {
          fields.put("report", file.toString());
          text.append("\nreport      ").append(file);
        });
    console.print(fields, text.toString());
  }
}
