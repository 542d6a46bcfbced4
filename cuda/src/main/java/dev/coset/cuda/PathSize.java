package dev.coset.cuda;

import dev.coset.sampler.Mclmc;
import dev.coset.sampler.Sampler;

/**
 * The phases of MCLMC's warm-up, and the path that its last one keeps, as {@code MclmcWarmup} has
 * them.
 *
 * @param rows parameters of the path
 * @param length points of it
 * @param every steps from one of them to the next
 */
record PathSize(int firstEnd, int widthEnd, int every, int rows, int length) {
  private static final int MOST_PARAMETERS = 100;
  private static final int MOST_TIMES = 1000;

  /** None for NUTS. */
  PathSize(Sampler sampler, int dimension) {
    this(
        (int) (0.8 * sampler.warmup()),
        (int) ((0.8 + 0.1) * sampler.warmup()),
        sampler instanceof Mclmc.Settings ? dimension : 0,
        sampler.warmup());
  }

  private PathSize(int firstEnd, int widthEnd, int dimension, int steps) {
    this(
        firstEnd,
        widthEnd,
        Math.max(1, (steps - widthEnd + MOST_TIMES - 1) / MOST_TIMES),
        Math.min(dimension, MOST_PARAMETERS),
        dimension == 0
            ? 0
            : (steps - widthEnd) / Math.max(1, (steps - widthEnd + MOST_TIMES - 1) / MOST_TIMES));
  }

  /** From one row to the next: with room for its autocorrelations. */
  int stride() {
    return length + length / 2 + 2;
  }
}
