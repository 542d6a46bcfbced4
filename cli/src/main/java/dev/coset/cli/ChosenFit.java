package dev.coset.cli;

import dev.coset.chains.Engine;
import dev.coset.sampler.SamplerMonitor;
import dev.coset.selection.Selection;
import dev.coset.store.Choice;
import dev.coset.store.Choice.Budget;
import dev.coset.store.FoldScores;
import dev.coset.store.MixtureRun;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Fits the model that the data choose: candidates are tried, then those that are kept sampled. */
final class ChosenFit {
  /** Seconds until the kernels of all models are compiled. */
  private static final double COMPILING = 3;

  private ChosenFit() {}

  /**
   * Goes on with a run of several models to its end; returns the exit code.
   *
   * @param chains each model that predicts gets at least so many
   * @param time seconds that the whole may take, where the user said so
   */
  static int run(
      MixtureRun run,
      int chains,
      OptionalDouble time,
      Engine engine,
      int threads,
      ReportOptions report,
      Console console) {
    long began = System.nanoTime();
    OptionalDouble slowness = OptionalDouble.empty();
    if (!run.choice().decided()) {
      slowness = choose(run, began, time, threads, console);
      if (slowness.isEmpty()) {
        return Sampling.exitCode(false);
      }
    }
    try (var mixture = run.mixture(chains)) {
      return RunSummary.sampleAndSummarise(
          mixture, began, slowness, engine, threads, report, console);
    }
  }

  /** Returns how slow this machine is; nothing where it was stopped, and has said so. */
  private static OptionalDouble choose(
      MixtureRun run, long began, OptionalDouble time, int threads, Console console) {
    try (FoldScores scores = run.scores()) {
      var selection = new Selection(run.study(), run.choice(), scores);
      return choose(selection, run, began, time, threads, console);
    }
  }

  private static OptionalDouble choose(
      Selection selection,
      MixtureRun run,
      long began,
      OptionalDouble time,
      int threads,
      Console console) {
    double guess = CostEstimate.slowness(run.study().posterior());
    console.note(
        Texts.format(
            "Choosing among %d models by short chains: about %s.",
            run.choice().candidates().size(),
            Texts.duration(COMPILING + selection.expectedSeconds() * guess / threads)));
    var progress = new MethodProgress(console.err());
    long chose = System.nanoTime();
    double slowness;
    try (progress;
        var signal = new StopOnSignal(progress::stop)) {
      progress.begins("Choosing the model", selection.transitions());
      Choice choice =
          selection.decide(
              threads,
              progress,
              () ->
                  time.isEmpty()
                      ? run.choice().budget()
                      : left(
                          run.choice().budget(),
                          time.getAsDouble() - secondsSince(began),
                          slowness(selection, guess, chose, threads),
                          threads));
      slowness = slowness(selection, guess, chose, threads);
      run.decide(choice);
    } catch (SamplerMonitor.StoppedException stopped) {
      console.note(
          "Stopped while choosing the model. Go on with: coset resume %s".formatted(run.folder()));
      return OptionalDouble.empty();
    }
    console.note(text(run.choice()));
    return OptionalDouble.of(slowness);
  }

  /** How long this machine took for what takes a second on a core as they are common. */
  private static double slowness(Selection selection, double guess, long chose, int threads) {
    double seconds = secondsSince(chose);
    boolean shown = seconds > 2 * COMPILING; // before, the compiler's work is most of it
    return shown ? (seconds - COMPILING) * threads / selection.seconds() : guess;
  }

  /** What is left of the user's time once the model is chosen. */
  private static Budget left(Budget budget, double seconds, double slowness, int threads) {
    return budget.withSampling(Math.max(1, seconds) * threads / slowness);
  }

  private static double secondsSince(long began) {
    return (System.nanoTime() - began) * 1e-9;
  }

  /** What was tried, the best first. */
  static String text(Choice choice) {
    int width = choice.candidates().stream().mapToInt(c -> c.name().length()).max().orElseThrow();
    String name = "%-" + width + "s";
    var text = new StringBuilder();
    text.append(
        Texts.format(
            name + " %8s %8s %8s  (%s)%n", "model", "LPPD", "+-", "weight", choice.judgedBy()));
    choice.candidates().stream()
        .sorted((a, b) -> Double.compare(b.score(), a.score()))
        .forEach(
            c ->
                text.append(
                    Texts.format(
                        name + " %8.3f %8.3f %8s%n",
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
}
