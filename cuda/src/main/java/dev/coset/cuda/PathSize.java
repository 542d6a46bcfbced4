package dev.coset.cuda;

import dev.coset.sampler.Mclmc;
import dev.coset.sampler.Sampler;
import dev.coset.sampler.Tuning;

/**
 * The phases of MCLMC's warm-up, and the path that its last one keeps, as {@code MclmcWarmup} has
 * them.
 *
 * @param rows parameters of the path
 * @param length points of it
 * @param every steps from one of them to the next
 */
record PathSize(int firstEnd, int widthEnd, int every, int rows, int length) {
  /** None for NUTS. */
  PathSize(Sampler sampler, int dimension) {
    this(
        (int) (Tuning.FIRST_SHARE * sampler.warmup()),
        (int) ((Tuning.FIRST_SHARE + Tuning.WIDTH_SHARE) * sampler.warmup()),
        sampler instanceof Mclmc.Settings ? dimension : 0,
        sampler.warmup());
  }

  private PathSize(int firstEnd, int widthEnd, int dimension, int steps) {
    this(
        firstEnd,
        widthEnd,
        Math.max(1, (steps - widthEnd + Tuning.MOST_TIMES - 1) / Tuning.MOST_TIMES),
        Math.min(dimension, Tuning.MOST_PARAMETERS),
        dimension == 0
            ? 0
            : (steps - widthEnd)
                / Math.max(1, (steps - widthEnd + Tuning.MOST_TIMES - 1) / Tuning.MOST_TIMES));
  }

  /** From one row to the next: with room for its autocorrelations. */
  int stride() {
    return length + length / 2 + 2;
  }
}
