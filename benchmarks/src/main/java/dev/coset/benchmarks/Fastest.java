package dev.coset.benchmarks;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * The time of a piece of work on a machine that is not ours alone: the least of many repetitions.
 * Short work falls between two interruptions and goes by the wall clock; long work goes by the
 * thread's clock, which stands while others run but is coarse.
 */
final class Fastest {
  /** How long one measurement goes on. */
  static final double SECONDS = Double.parseDouble(System.getProperty("seconds", "5"));

  private static final long SHORT_NANOS = 100_000;
  private static final long LONG_NANOS = 5_000_000;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

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
      long wall = System.nanoTime();
      long thread = THREADS.getCurrentThreadCpuTime();
      for (int i = 0; i < batch; i++) {
        work.run();
      }
      double nanos = System.nanoTime() - wall;
      if (batch == 1 && nanos > LONG_NANOS) {
        nanos = THREADS.getCurrentThreadCpuTime() - thread;
      }
      best = Math.min(best, nanos / batch);
      if (nanos < SHORT_NANOS) {
        batch *= 2;
      }
    } while (System.nanoTime() < end);
    return best;
  }
}
