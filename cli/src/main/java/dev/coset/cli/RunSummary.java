package dev.coset.cli;

import dev.coset.diagnostics.Assessment;
import dev.coset.diagnostics.Finding;
import dev.coset.diagnostics.Finding.Severity;
import dev.coset.diagnostics.Verdict;
import dev.coset.fit.FitListener;
import dev.coset.fit.FitStopped;
import dev.coset.fit.FittedRun;
import dev.coset.fit.NoChainFinished;
import dev.coset.model.Study;
import dev.coset.predictive.TestRows;
import dev.coset.store.Mixture;
import dev.coset.store.RunStore;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Summarises a fit when it ends: where the run is, how sampling went, how well it predicts. */
final class RunSummary {
  static final int CTRL_C = 130;

  private static final int MOST_FINDINGS = 3;

  private RunSummary() {}

  /** Fits and prints the summary; returns the exit code. */
  static int of(
      Function<FitListener, FittedRun> fit, ReportOptions report, int threads, Console console) {
    // On a signal the program ends once the progress is closed, so all must be said before.
    try (var progress = new FitProgress(console)) {
      return of(fit, progress, report, threads, console);
    }
  }

  private static int of(
      Function<FitListener, FittedRun> fit,
      FitProgress progress,
      ReportOptions report,
      int threads,
      Console console) {
    try (FittedRun fitted = fit.apply(progress)) {
      Optional<Path> file = report.write(fitted, threads, console);
      print(fitted, file, console);
      return 0;
    } catch (FitStopped stopped) {
      return stopped(stopped, console);
    } catch (NoChainFinished failed) {
      console.fail(String.valueOf(failed.getMessage()));
      return 1;
    }
  }

  /** Says how to resume a fit that was stopped; returns the exit code. */
  static int stopped(FitStopped stopped, Console console) {
    console.note(
        stopped.getMessage()
            + stopped.folder().map(folder -> " Resume with: coset resume " + folder).orElse(""));
    console.err().flush();
    return CTRL_C;
  }

  private static void print(FittedRun fitted, Optional<Path> report, Console console) {
    Mixture mixture = fitted.run();
    Assessment assessment = fitted.assessment();
    double seconds = fitted.seconds();
    List<RunStore> runs = mixture.parts().stream().map(Mixture.Part::run).toList();
    int draws = runs.stream().mapToInt(RunStore::drawCount).sum();
    int chains = runs.stream().mapToInt(run -> run.outcomes().size()).sum();
    long gradients = runs.stream().mapToLong(RunStore::gradients).sum();
    long diverged = runs.stream().mapToLong(run -> run.divergences()).sum();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("run", mixture.folder().toString());
    fields.put("chains", chains);
    fields.put("draws", draws);
    fields.put("divergences", diverged);
    fields.put("gradients", gradients);
    fields.put("seconds", seconds);
    mixture.choice().ifPresent(choice -> fields.put("models", ChoiceText.fields(choice)));
    var text = new StringBuilder();
    text.append(
        Texts.format(
            "%d draws from %d chains%s: %s gradients, %d divergent draws.%n",
            draws,
            chains,
            fitted.wasComplete() ? "" : " in " + Texts.duration(seconds),
            Texts.count(gradients),
            diverged));
    Study study = mixture.study();
    assessment
        .test()
        .map(TestRows::scores)
        .ifPresent(
            s -> {
              fields.putAll(ScoreTable.fields(s, ScoredTarget.of(study)));
              text.append(ScoreTable.text(s, ScoredTarget.of(study))).append('\n');
            });
    Verdict verdict = assessment.verdict();
    verdict
        .baselines()
        .ifPresent(
            simple -> {
              fields.put("baselines", BaselineText.fields(simple));
              text.append(BaselineText.text(simple)).append('\n');
            });
    assessment
        .convergence()
        .state()
        .ifPresent(
            state -> {
              fields.putAll(ConvergenceText.fields(state));
              if (runs.size() == 1) { // of several models the verdict speaks for the mixture
                text.append(
                        ConvergenceText.text(
                            state, study.configuration().until(), console.dialect()))
                    .append('\n');
              }
            });
    fields.put("verdict", verdict.headline());
    text.append("verdict     ").append(verdict.headline()).append('\n');
    List<Finding> told =
        verdict.findings().stream().filter(f -> f.severity() != Severity.OK).toList();
    told.stream()
        .limit(MOST_FINDINGS)
        .forEach(
            f ->
                text.append("            ").append(f.message().in(console.dialect())).append('\n'));
    if (told.size() > MOST_FINDINGS) {
      text.append(
          Texts.format(
              "            %d more: see 'coset diagnose' or the report.%n",
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
