package dev.coset.cli;

import dev.coset.diagnostics.ChainConvergence;
import dev.coset.sampler.SamplerMonitor;
import dev.coset.store.RunStore;
import java.io.PrintWriter;
import java.util.concurrent.atomic.LongAdder;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/**
 * What a run has done so far: a bar on a terminal, else a line now and then. The launcher says
 * which it is.
 */
final class Progress implements SamplerMonitor, AutoCloseable {
  private static final boolean TERMINAL = Boolean.getBoolean("coset.terminal");
  private static final long LINE_EVERY_MILLIS = 30_000;
  private static final int BAR_EVERY_MILLIS = 200;

  private final RunStore run;
  private final ChainConvergence convergence;
  private final PrintWriter err;
  private final LongAdder transitions = new LongAdder();
  private final LongAdder gradients = new LongAdder();
  private final LongAdder divergences = new LongAdder();
  private final long total;
  private final long began = System.nanoTime();
  private final @Nullable ProgressBar bar;
  private final Thread painter;
  private volatile boolean stopped;
  private volatile boolean closed;

  Progress(RunStore run, ChainConvergence convergence, PrintWriter err) {
    this.run = run;
    this.convergence = convergence;
    this.err = err;
    var plan = run.study().configuration().plan();
    long missing = plan.missingFrom(run.stored()).count();
    this.total = missing * (plan.sampler().warmup() + plan.sampler().draws());
    this.bar = TERMINAL ? bar(total) : null;
    this.painter = Thread.ofPlatform().daemon().name("progress").start(this::paint);
  }

  private static ProgressBar bar(long total) {
    return new ProgressBarBuilder()
        .setTaskName("Sampling")
        .setInitialMax(total)
        .setStyle(ProgressBarStyle.UNICODE_BLOCK)
        .setUpdateIntervalMillis(BAR_EVERY_MILLIS)
        .hideEta()
        .setConsumer(new ConsoleProgressBarConsumer(System.err))
        .build();
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

  private void paint() {
    long pause = bar == null ? LINE_EVERY_MILLIS : BAR_EVERY_MILLIS;
    try {
      while (!closed) {
        Thread.sleep(pause);
        if (bar != null) {
          bar.stepTo(Math.min(total, transitions.sum()));
          bar.setExtraMessage(text());
        } else {
          err.println(text());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
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
    closed = true;
    painter.interrupt();
    if (bar != null) {
      bar.stepTo(Math.min(total, transitions.sum()));
      bar.setExtraMessage(text());
      bar.close();
    }
  }
}
