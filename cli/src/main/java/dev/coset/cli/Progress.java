package dev.coset.cli;

import dev.coset.diagnostics.ChainConvergence;
import dev.coset.sampler.SamplerMonitor;
import dev.coset.store.RunStore;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.LongAdder;

/** What a run has done so far. */
final class Progress implements SamplerMonitor, AutoCloseable {
  private static final double ROUGH_AFTER = 10; // seconds

  private final RunStore run;
  private final ChainConvergence convergence;
  private final LongAdder transitions = new LongAdder();
  private final LongAdder gradients = new LongAdder();
  private final LongAdder divergences = new LongAdder();
  private final long total;
  private final long began = System.nanoTime();
  private final int before; // chains that were there
  private final int missing;
  private final int fewest; // of them, where the run may be content sooner
  private final Forecast forecast;
  private final ProgressLine line;
  private boolean roughlySaid;
  private boolean said;
  private volatile boolean stopped;

  /**
   * @param atOnce how many chains run at one time, where that is known
   * @param said whether it is said already how long it will take
   */
  Progress(
      RunStore run,
      ChainConvergence convergence,
      OptionalInt atOnce,
      boolean said,
      PrintWriter err) {
    this.run = run;
    this.convergence = convergence;
    this.said = said;
    var plan = run.study().configuration().plan();
    this.before = run.size();
    this.missing = (int) plan.missingFrom(run.stored()).count();
    this.fewest = CostEstimate.fewest(run);
    this.total = missing * plan.sampler().transitions();
    this.forecast = new Forecast(plan, atOnce);
    this.line = new ProgressLine(err, "Sampling", total, transitions::sum, this::text, this::news);
  }

  @Override
  public void transition(boolean warmup, int steps, boolean diverged) {
    transitions.increment();
    gradients.add(steps);
    if (diverged && !warmup) {
      divergences.increment();
    }
  }

  @Override
  public boolean stopped() {
    return stopped;
  }

  void stop() {
    stopped = true;
  }

  private double look() {
    double seconds = (System.nanoTime() - began) * 1e-9;
    forecast.observe(seconds, transitions.sum(), gradients.sum(), run.size() - before);
    return seconds;
  }

  /** How long it will take, once that is known, and roughly before where it is long in coming. */
  private Optional<String> news() {
    double seconds = look();
    var range = said ? Optional.<Forecast.Range>empty() : forecast.of(missing);
    if (range.isEmpty()) {
      return Optional.empty();
    }
    if (range.get().close()) {
      said = true;
      return Optional.of(
          Texts.format(
              "Sampling takes about %s%s.",
              fewest < missing
                  ? forecast.of(fewest).map(r -> Texts.duration(r.low()) + " to ").orElse("")
                  : "",
              Texts.duration(range.get().high())));
    }
    if (seconds < ROUGH_AFTER || roughlySaid) {
      return Optional.empty();
    }
    roughlySaid = true;
    return Optional.of(
        Texts.format(
            "Sampling takes some %s to %s; soon more is known.",
            Texts.duration(range.get().low()), Texts.duration(range.get().high())));
  }

  private String text() {
    double seconds = look();
    String left =
        forecast
            .of(missing)
            .filter(Forecast.Range::close)
            .map(range -> Texts.duration(range.high() - seconds))
            .orElse("?");
    return Texts.format(
        "%d/%d chains, %d functions, %s gradients/s, %d divergences, %s left",
        run.size(),
        run.study().configuration().plan().chains(),
        convergence.functions(),
        Texts.count(gradients.sum() / seconds),
        divergences.sum(),
        left);
  }

  @Override
  public void close() {
    line.close();
  }
}
