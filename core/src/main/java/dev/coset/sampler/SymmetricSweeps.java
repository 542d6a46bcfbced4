package dev.coset.sampler;

import org.apache.commons.rng.UniformRandomProvider;

/**
 * The order of batches: all in a random order, then the same backwards, then a new order. What a
 * sweep's first pass errs by, because its order is no palindrome, the second takes back.
 *
 * <p>Reference: D. Paulin, P. Whalley, N. Chada, B. Leimkuhler (2024), Sampling from Bayesian
 * neural network posteriors with symmetric minibatch splitting Langevin dynamics.
 */
final class SymmetricSweeps {
  private final int[] order;
  private int taken; // of the two passes

  SymmetricSweeps(int batches) {
    this.order = new int[batches];
    for (int b = 0; b < batches; b++) {
      order[b] = b;
    }
  }

  /** The next batch. */
  int next(UniformRandomProvider random) {
    int n = order.length;
    if (taken == 2 * n) {
      taken = 0;
    }
    if (taken == 0) {
      shuffle(random);
    }
    int at = taken++;
    return order[at < n ? at : 2 * n - 1 - at];
  }

  /** Begins a new sweep. */
  void restart() {
    taken = 0;
  }

  private void shuffle(UniformRandomProvider random) {
    for (int i = order.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swapped = order[i];
      order[i] = order[j];
      order[j] = swapped;
    }
  }
}
