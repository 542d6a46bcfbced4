package dev.coset.comparison;

import dev.coset.parallel.StoppedException;
import dev.coset.sampler.SamplerMonitor;

/** Watches methods at work, and may stop them: then {@link StoppedException} is thrown. */
public interface MethodMonitor extends SamplerMonitor {
  /** Watches nothing and lets everything run to its end. */
  MethodMonitor NONE = new MethodMonitor() {};

  /**
   * A method begins.
   *
   * @param parts how often {@link #transition} or {@link #trained} will be called
   */
  default void begins(String method, long parts) {}

  /** A network has been trained; called by one thread at a time. */
  default void trained() {}
}
