package dev.coset.cli;

import dev.coset.chains.Engine;
import dev.coset.sampler.SamplerMonitor;
import dev.coset.selection.Selection;
import dev.coset.store.Choice;
import dev.coset.store.MixtureRun;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Fits the model that the data choose: candidates are tried, then those that are kept sampled. */
final class ChosenFit {
  private ChosenFit() {}

  /**
   * Goes on with a run of several models to its end; returns the exit code.
   *
   * @param chains each model that predicts gets at least so many
   */
  static int run(
      MixtureRun run,
      int chains,
      Engine engine,
      int threads,
      ReportOptions report,
      Console console) {
    long began = System.nanoTime();
    if (!run.choice().decided()) {
      if (!choose(run, threads, console)) {
        return Sampling.exitCode(false);
      }
    }
    try (var mixture = run.mixture(chains)) {
      return RunSummary.sampleAndSummarise(mixture, began, engine, threads, report, console);
    }
  }

  /** Returns false where it was stopped, and has said so. */
  private static boolean choose(MixtureRun run, int threads, Console console) {
    var selection = new Selection(run.study(), run.choice());
    console.note(
        Texts.format(
            "Choosing among %d models by short chains.", run.choice().candidates().size()));
    var progress = new Choosing(selection.transitions());
    try (var line = progress.shownOn(console);
        var signal = new StopOnSignal(progress::stop)) {
      run.decide(selection.decide(threads, progress));
    } catch (SamplerMonitor.StoppedException stopped) {
      console.note(
          "Stopped while choosing the model. Go on with: coset resume %s".formatted(run.folder()));
      return false;
    }
    console.note(text(run.choice()));
    return true;
  }

  /** What was tried, the best first. */
  static String text(Choice choice) {
    var text = new StringBuilder();
    text.append(
        Texts.format(
            "%-28s %8s %8s %8s  (%s)%n", "model", "LPPD", "+-", "weight", choice.judgedBy()));
    choice.candidates().stream()
        .sorted((a, b) -> Double.compare(b.score(), a.score()))
        .forEach(
            c ->
                text.append(
                    Texts.format(
                        "%-28s %8.3f %8.3f %8s%n",
                        c.name(),
                        Math.max(c.score(), -999),
                        Math.min(c.error(), 999),
                        c.kept() ? Texts.format("%.2f", c.weight()) : "-")));
    return text.toString().stripTrailing();
  }

  static List<Map<String, Object>> fields(Choice choice) {
    return choice.candidates().stream()
        .map(
            c -> {
              Map<String, Object> fields = new LinkedHashMap<>();
              fields.put("model", c.name());
              fields.put("lppd", c.score());
              fields.put("lppd_se", c.error());
              fields.put("weight", c.weight());
              return fields;
            })
        .toList();
  }

  /** How far the choice has come. */
  private static final class Choosing implements SamplerMonitor {
    private final LongAdder done = new LongAdder();
    private final long total;
    private final long began = System.nanoTime();
    private volatile boolean stopped;

    Choosing(long total) {
      this.total = total;
    }

    ProgressLine shownOn(Console console) {
      return new ProgressLine(console.err(), "Choosing", total, done::sum, this::text);
    }

    private String text() {
      double seconds = (System.nanoTime() - began) * 1e-9;
      long sum = done.sum();
      return Texts.format(
          "choosing the model: %.0f%%, %s left",
          100.0 * sum / total, sum == 0 ? "?" : Texts.duration(seconds * (total - sum) / sum));
    }

    @Override
    public void transition(boolean warmup, int steps, boolean diverged) {
      done.increment();
    }

    @Override
    public boolean stopped() {
      return stopped;
    }

    void stop() {
      stopped = true;
    }
  }
}
