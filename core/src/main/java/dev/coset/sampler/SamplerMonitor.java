package dev.coset.sampler;

import dev.coset.parallel.StoppedException;
import java.util.function.BooleanSupplier;

/** Watches a sampler at work, from its own thread, and may stop it. */
public interface SamplerMonitor {
  /** Watches nothing and lets everything run to its end. */
  SamplerMonitor NONE = new SamplerMonitor() {};

  /** Called after each transition with its leapfrog steps; those of warm-up often diverge. */
  default void transition(boolean warmup, int steps, boolean diverged) {}

  /** Asked after each transition; once true, the sampler stops with {@link StoppedException}. */
  default boolean stopped() {
    return false;
  }

  /** This one, which now also stops the sampler when something else asks for it. */
  default SamplerMonitor or(BooleanSupplier stop) {
    SamplerMonitor monitor = this;
    return new SamplerMonitor() {
      @Override
      public void transition(boolean warmup, int steps, boolean diverged) {
        monitor.transition(warmup, steps, diverged);
      }

      @Override
      public boolean stopped() {
        return stop.getAsBoolean() || monitor.stopped();
      }
    };
  }

  /** This one and another: both watch, and either may stop the sampler. */
  default SamplerMonitor and(SamplerMonitor other) {
    SamplerMonitor monitor = this;
    return new SamplerMonitor() {
      @Override
      public void transition(boolean warmup, int steps, boolean diverged) {
        monitor.transition(warmup, steps, diverged);
        other.transition(warmup, steps, diverged);
      }

      @Override
      public boolean stopped() {
        return monitor.stopped() || other.stopped();
      }
    };
  }
}
