package dev.coset.fit;

import dev.coset.chains.EngineSession;
import dev.coset.fit.FitMonitor.Counts;
import dev.coset.model.Choice;
import dev.coset.model.Choice.Budget;
import dev.coset.selection.Selection;
import dev.coset.store.FoldScores;
import dev.coset.store.MixtureRun;
import java.util.Optional;
import java.util.OptionalInt;

/** Chooses the models of a run by cross-validation, within a time where there is one. */
final class Choosing implements FitPhase {
  /** Of the time for sampling: while the last chains run, other threads have no work. */
  private static final double BUSY = 0.92;

  private final MixtureRun run;
  private final Selection selection;
  private final int threads;
  private final double guess;
  private final Chains chains;
  private final Counts counts = new Counts();
  private final long began = System.nanoTime();

  /**
   * @param scores what the candidates have scored so far; takes up all else
   */
  Choosing(MixtureRun run, FoldScores scores, int threads) {
    this.run = run;
    this.selection = new Selection(run.study(), run.choice(), scores);
    this.threads = threads;
    double[] ofCandidates =
        MachineSpeed.slowness(
            run.choice().candidates().stream()
                .map(candidate -> run.study().with(candidate.configuration()).posterior())
                .toList());
    this.guess = ofCandidates[ofCandidates.length - 1]; // the largest takes most of the time
    double expected = TimeLimit.COMPILING + selection.expectedSeconds(ofCandidates) / threads;
    this.chains =
        new Chains(
            run.choice().candidates().size(),
            0,
            0,
            OptionalInt.of(threads),
            Optional.of(TimeRange.of(expected)));
  }

  /**
   * Keeps the choice in the run.
   *
   * @param time that the whole fit may take, where there is such a limit
   * @return how slow this machine is: see {@link MachineSpeed#slowness}
   */
  double decide(EngineSession session, FitMonitor monitor, Optional<TimeLimit> time) {
    return monitor.during(
        this,
        counts,
        () -> {
          Choice choice =
              selection.decide(
                  session, () -> time.map(this::left).orElseGet(() -> run.choice().budget()));
          double slowness = slowness();
          run.decide(choice);
          return slowness;
        });
  }

  /**
   * How long this machine takes for what takes a second on a reference core: as gradients did,
   * which were timed at their best, or longer where choosing did.
   */
  private double slowness() {
    double seconds = seconds();
    boolean shown = seconds > 2 * TimeLimit.COMPILING; // before, the compiler's work is most of it
    return shown
        ? Math.max(guess, (seconds - TimeLimit.COMPILING) * threads / selection.seconds())
        : guess;
  }

  /** What is left of the user's time. */
  private Budget left(TimeLimit time) {
    return run.choice()
        .budget()
        .withSampling(Math.max(1, BUSY * time.left()) * threads / slowness());
  }

  private double seconds() {
    return (System.nanoTime() - began) * 1e-9;
  }

  @Override
  public Kind kind() {
    return Kind.CHOOSING;
  }

  @Override
  public Chains chains() {
    return chains;
  }

  @Override
  public long transitions() {
    return selection.transitions();
  }

  @Override
  public State state() {
    double seconds = seconds();
    long done = Math.min(counts.transitions.sum(), transitions());
    return new State(
        seconds,
        done,
        counts.gradients.sum(),
        counts.divergences.sum(),
        0,
        0,
        0,
        done == 0 ? Optional.empty() : Optional.of(TimeRange.of(seconds * transitions() / done)),
        Optional.empty());
  }
}
