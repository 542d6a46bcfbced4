package dev.coset.cli;

import dev.coset.diagnostics.ChainConvergence;
import dev.coset.sampler.SamplerMonitor;
import dev.coset.store.RunStore;
import java.io.PrintWriter;
import java.util.concurrent.atomic.LongAdder;

/** What a run has done so far. */
final class Progress implements SamplerMonitor, AutoCloseable {
  private final RunStore run;
  private final ChainConvergence convergence;
  private final LongAdder transitions = new LongAdder();
  private final LongAdder gradients = new LongAdder();
  private final LongAdder divergences = new LongAdder();
  private final long total;
  private final long began = System.nanoTime();
  private final ProgressLine line;
  private volatile boolean stopped;

  Progress(RunStore run, ChainConvergence convergence, PrintWriter err) {
    this.run = run;
    this.convergence = convergence;
    var plan = run.study().configuration().plan();
    long missing = plan.missingFrom(run.stored()).count();
    this.total = missing * plan.sampler().transitions();
    this.line = new ProgressLine(err, "Sampling", total, transitions::sum, this::text);
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

  private String text() {
    double seconds = (System.nanoTime() - began) * 1e-9;
    long done = transitions.sum();
    String left = done == 0 ? "?" : Texts.duration(seconds * (total - done) / done);
    return Texts.format(
        "%d/%d chains, %d functions, %s gradients/s, %d divergences, %s left",
        run.stored().cardinality(),
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
