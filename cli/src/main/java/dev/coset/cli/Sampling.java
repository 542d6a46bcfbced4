package dev.coset.cli;

import dev.coset.chains.ChainOutcome;
import dev.coset.chains.Engine;
import dev.coset.diagnostics.ChainConvergence;
import dev.coset.diagnostics.NoveltyLooks;
import dev.coset.model.Configuration.Until;
import dev.coset.sampler.SamplerMonitor;
import dev.coset.store.MissingChains;
import dev.coset.store.RunStore;
import java.io.PrintWriter;
import java.nio.file.Path;

/** Samples what a run lacks, with progress on stderr; Ctrl-C stops it with nothing lost. */
final class Sampling {
  private static final int CTRL_C = 130;

  private final RunStore run;
  private final String model;
  private final Path folder;
  private final PrintWriter err;
  private final ChainConvergence convergence;

  /**
   * @param model what it is called among others; empty for a run of one
   * @param folder of the whole run
   */
  Sampling(RunStore run, String model, Path folder, PrintWriter err) {
    this.run = run;
    this.model = model;
    this.folder = folder;
    this.err = err;
    this.convergence = ChainConvergence.of(run.study());
  }

  static NoveltyLooks looks(Until until) {
    return NoveltyLooks.of(until, 1 - ChainConvergence.CONFIDENCE);
  }

  /** The fewest chains with which one look can get the unseen mass below a limit. */
  static int fewestChains(double limit) {
    return NoveltyLooks.fewestChains(limit, 1 - ChainConvergence.CONFIDENCE);
  }

  /** Whether further chains bring anything new. */
  ChainConvergence convergence() {
    return convergence;
  }

  /**
   * Returns whether the run is complete; when stopped it has said how to go on.
   *
   * @param estimate how long it will take; empty where sampling is to show that itself
   */
  boolean sample(Engine engine, String estimate) {
    if (run.complete()) {
      MissingChains.sample(run, engine, SamplerMonitor.NONE, convergence);
      return true;
    }
    String what = model.isEmpty() ? "" : model + ": ";
    boolean known = !estimate.isEmpty();
    err.println(what + (known ? estimate : CostEstimate.chains(run, engine.atOnce()) + "."));
    var progress = new Progress(run, convergence, engine.atOnce(), known, err);
    try (var signal = new StopOnSignal(progress::stop)) {
      sample(engine, progress);
    }
    return run.complete();
  }

  private void sample(Engine engine, Progress progress) {
    try (progress) {
      MissingChains.sample(run, engine, progress, convergence);
    } finally {
      if (progress.stopped()) {
        run.close();
        err.printf(
            "Stopped with %d of %d chains kept. Go on with: coset resume %s%n",
            run.outcomes().size(), run.study().configuration().plan().chains(), folder);
        err.flush();
      }
    }
  }

  static int exitCode(boolean complete) {
    return complete ? 0 : CTRL_C;
  }

  /** Warns how many chains failed, and why most of them did. */
  void warnOfFailures(Console console) {
    long failed = run.outcomes().stream().filter(ChainOutcome.Failed.class::isInstance).count();
    run.failure()
        .ifPresent(
            reason ->
                console.warn(
                    "%d of %d chains failed: %s".formatted(failed, run.outcomes().size(), reason)));
  }
}
