package dev.coset.fit;

import dev.coset.sampler.SamplerMonitor;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/** Watches the engine for a listener, phase after phase. */
final class FitMonitor implements SamplerMonitor {
  private final FitListener listener;
  private volatile Counts counts = new Counts();

  FitMonitor(FitListener listener) {
    this.listener = listener;
  }

  /** What an engine has done in a phase. */
  static final class Counts {
    final LongAdder transitions = new LongAdder();
    final LongAdder gradients = new LongAdder();
    final LongAdder divergences = new LongAdder();
  }

  FitListener listener() {
    return listener;
  }

  /** Does the work of a phase, which counts what the engine does meanwhile. */
  <T> T during(FitPhase phase, Counts ofPhase, Supplier<T> work) {
    counts = ofPhase;
    listener.begins(phase);
    try {
      return work.get();
    } finally {
      listener.ends(phase);
      counts = new Counts();
    }
  }

  @Override
  public void transition(boolean warmup, int steps, boolean diverged) {
    Counts now = counts;
    now.transitions.increment();
    now.gradients.add(steps);
    if (diverged && !warmup) {
      now.divergences.increment();
    }
  }

  @Override
  public boolean stopped() {
    return listener.stopped();
  }
}
