package dev.coset.cli;

import dev.coset.chains.Engine;
import dev.coset.diagnostics.ChainConvergence;
import dev.coset.posterior.DrawSchema;
import dev.coset.posterior.Draws;
import dev.coset.predictive.Scores;
import dev.coset.predictive.Scoring;
import dev.coset.store.RunStore;
import dev.coset.store.Study;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What is said at the end of sampling: where the run lies, how it went, how well it predicts. */
final class RunSummary {
  private RunSummary() {}

  /** Samples what is missing and prints the summary; returns the exit code. */
  static int sampleAndSummarise(
      RunStore run, Engine engine, int threads, ReportOptions report, Console console) {
    long began = System.nanoTime();
    var sampling = new Sampling(run, console.err());
    boolean complete = sampling.sample(engine);
    if (complete && run.draws().count() == 0) {
      console.fail(
          "All %d chains failed: %s".formatted(run.outcomes().size(), run.failure().orElse("")));
      return 1;
    }
    if (complete) {
      sampling.warnOfFailures();
      double seconds = (System.nanoTime() - began) * 1e-9;
      Optional<Scores> scores = Scoring.ofTestRows(run, threads);
      Optional<Path> file = report.write(run, scores, threads, console);
      print(run, sampling.convergence(), seconds, scores, file, console);
    }
    return Sampling.exitCode(complete);
  }

  private static void print(
      RunStore run,
      ChainConvergence convergence,
      double seconds,
      Optional<Scores> scores,
      Optional<Path> report,
      Console console) {
    Draws draws = run.draws();
    long gradients = run.gradients();
    long diverged = draws.total(DrawSchema.DIVERGING);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("run", run.folder().toString());
    fields.put("chains", run.outcomes().size());
    fields.put("draws", draws.count());
    fields.put("divergences", diverged);
    fields.put("gradients", gradients);
    fields.put("seconds", seconds);
    var text = new StringBuilder();
    text.append(
        Texts.format(
            "%d draws from %d chains in %s: %s gradients, %d divergent draws.%n",
            draws.count(),
            run.outcomes().size(),
            Texts.duration(seconds),
            Texts.count(gradients),
            diverged));
    Study study = run.study();
    scores.ifPresent(
        s -> {
          fields.putAll(ScoreTable.fields(s, study.scaling().target().deviation()));
          text.append(ScoreTable.text(s, study.scaling().target().deviation())).append('\n');
        });
    convergence
        .state()
        .ifPresent(
            state -> {
              fields.putAll(ConvergenceText.fields(state));
              text.append(ConvergenceText.text(state, study.configuration().until())).append('\n');
            });
    text.append("run         ").append(run.folder());
    report.ifPresent(
        file -> {
          fields.put("report", file.toString());
          text.append("\nreport      ").append(file);
        });
    console.print(fields, text.toString());
  }
}
