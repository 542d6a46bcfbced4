package dev.coset.benchmarks;

/**
 * The time of a piece of work on a machine that is not ours alone: the least of many repetitions.
 */
final class Fastest {
  /** Long enough for the clock, short enough to fall between two interruptions. */
  private static final long BATCH_NANOS = 50_000;

  private Fastest() {}

  /**
   * Repeats the work for some seconds, while the compiler gets to it and beyond; returns
   * nanoseconds.
   */
  static double nanos(double seconds, Runnable work) {
    double best = Double.POSITIVE_INFINITY;
    int batch = 1;
    long end = System.nanoTime() + (long) (seconds * 1e9);
    do {
      long start = System.nanoTime();
      for (int i = 0; i < batch; i++) {
        work.run();
      }
      double nanos = System.nanoTime() - start;
      best = Math.min(best, nanos / batch);
      if (nanos < BATCH_NANOS) {
        batch *= 2;
      }
    } while (System.nanoTime() < end);
    return best;
  }
}
