package dev.coset.cli;

import dev.coset.posterior.LogDensity;
import dev.coset.store.RunStore;

/** How long a run will take, from the time of a few gradients. */
final class CostEstimate {
  /** Leapfrog steps of a transition, as seen with networks of the paper's kind. */
  private static final double STEPS_PER_TRANSITION = 300;

  private static final long TIMING_NANOS = 200_000_000;

  private CostEstimate() {}

  static String of(RunStore run, int threads) {
    var plan = run.study().configuration().plan();
    long missing = plan.missingFrom(run.stored()).count();
    double seconds = secondsPerGradient(run.study().posterior().density());
    double gradients =
        missing * (plan.sampler().warmup() + plan.sampler().draws()) * STEPS_PER_TRANSITION;
    return "%d chains to run on %d threads; a gradient takes %s, so expect about %s."
        .formatted(
            missing,
            threads,
            Texts.shortTime(seconds),
            Texts.duration(gradients * seconds / Math.min(threads, missing)));
  }

  private static double secondsPerGradient(LogDensity density) {
    double[] q = new double[density.dimension()];
    double[] gradient = new double[density.dimension()];
    for (int j = 0; j < q.length; j++) {
      q[j] = 0.1 * (j % 7 - 3);
    }
    double best = Double.POSITIVE_INFINITY;
    long end = System.nanoTime() + TIMING_NANOS;
    do {
      int repeats = best == Double.POSITIVE_INFINITY ? 1 : (int) Math.clamp(1e-3 / best, 1, 1e6);
      long began = System.nanoTime();
      for (int i = 0; i < repeats; i++) {
        density.valueAndGradient(q, gradient);
      }
      best = Math.min(best, (System.nanoTime() - began) * 1e-9 / repeats);
    } while (System.nanoTime() < end);
    return best;
  }
}
