package dev.coset.experiments;

import dev.coset.comparison.MethodMonitor;
import java.util.concurrent.atomic.AtomicLong;

/** Counts transitions and trainings, and stops after some. */
final class Counter implements MethodMonitor {
  final AtomicLong transitions = new AtomicLong();
  final AtomicLong trainings = new AtomicLong();
  private final long most;

  Counter(long most) {
    this.most = most;
  }

  static Counter ofAll() {
    return new Counter(Long.MAX_VALUE);
  }

  @Override
  public void transition(boolean warmup, int steps, boolean diverged) {
    transitions.incrementAndGet();
  }

  @Override
  public void trained() {
    trainings.incrementAndGet();
  }

  @Override
  public boolean stopped() {
    return transitions.get() >= most;
  }
}
