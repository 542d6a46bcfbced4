package dev.coset.cli;

import dev.coset.chains.Engine;
import dev.coset.model.Choice;
import dev.coset.model.Choice.Budget;
import dev.coset.sampler.SamplerMonitor;
import dev.coset.selection.Selection;
import dev.coset.store.FoldScores;
import dev.coset.store.MixtureRun;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Fits the model that the data choose: candidates are tried, then those that are kept sampled. */
final class ChosenFit {
  /** Of the time for sampling: while the last chain of a model runs, other threads wait for it. */
  private static final double BUSY = 0.92;

  private ChosenFit() {}

  /**
   * Goes on with a run of several models to its end; returns the exit code.
   *
   * @param chains each model that predicts gets at least so many
   * @param time that the whole may take, where the user said so
   * @param began when it did, by {@link System#nanoTime}
   */
  static int run(
      MixtureRun run,
      int chains,
      Optional<TimeLimit> time,
      long began,
      Engine engine,
      int threads,
      ReportOptions report,
      Console console) {
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
      MixtureRun run, long began, Optional<TimeLimit> time, int threads, Console console) {
    try (FoldScores scores = run.scores()) {
      var selection = new Selection(run.study(), run.choice(), scores);
      return choose(selection, run, began, time, threads, console);
    }
  }

  private static OptionalDouble choose(
      Selection selection,
      MixtureRun run,
      long began,
      Optional<TimeLimit> time,
      int threads,
      Console console) {
    double[] ofCandidates =
        CostEstimate.slowness(
            run.choice().candidates().stream()
                .map(candidate -> run.study().with(candidate.configuration()).posterior())
                .toList());
    double guess = ofCandidates[ofCandidates.length - 1]; // the largest takes most of the time
    console.note(
        Texts.format(
            "Choosing among %d models by short chains: about %s.",
            run.choice().candidates().size(),
            Texts.duration(
                TimeLimit.COMPILING + selection.expectedSeconds(ofCandidates) / threads)));
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
                          time.get().left(),
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

  /**
   * How long this machine takes for what takes a second on a core as they are common: as gradients
   * did, which were timed at their best, or longer where choosing did.
   */
  private static double slowness(Selection selection, double guess, long chose, int threads) {
    double seconds = secondsSince(chose);
    boolean shown = seconds > 2 * TimeLimit.COMPILING; // before, the compiler's work is most of it
    return shown
        ? Math.max(guess, (seconds - TimeLimit.COMPILING) * threads / selection.seconds())
        : guess;
  }

  /** What is left of the user's time once the model is chosen. */
  private static Budget left(Budget budget, double seconds, double slowness, int threads) {
    return budget.withSampling(Math.max(1, BUSY * seconds) * threads / slowness);
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
