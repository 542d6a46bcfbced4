package dev.coset.optimisation;

import dev.coset.posterior.LogDensity;

/**
 * Maximises a log density from a start. A function of density, start and settings alone, bit for
 * bit.
 */
public interface Optimiser {

  /** Goes up from {@code start} until it is done or told to stop. */
  Ascent climb(LogDensity density, double[] start, Watch watch);

  /** Sees every iterate, and may end the climb. */
  @FunctionalInterface
  interface Watch {
    Watch NONE = (iteration, q) -> true;

    /**
     * Whether to go on.
     *
     * @param iteration from 1
     * @param q the iterate; not to be kept or changed
     */
    boolean goOn(int iteration, double[] q);
  }

  /** Why a climb ended. */
  enum End {
    /** The gradient is as small as was asked. */
    CONVERGED,
    /**
     * The density does not rise by more than rounding any more, though its gradient is not yet 0.
     */
    FLAT,
    /** All iterations were used. */
    LIMIT,
    /** The watch said so. */
    STOPPED,
    /** The density or its gradient became infinite or undefined; the last finite point is kept. */
    DIVERGED
  }

  /**
   * What a climb came to.
   *
   * @param q the last iterate
   * @param value the log density there
   * @param slope the largest entry of its gradient, by absolute value
   * @param gradients how often density and gradient were evaluated
   */
  record Ascent(double[] q, double value, double slope, int iterations, long gradients, End end) {}
}
