package dev.coset.predictive;

import java.util.stream.IntStream;

/** Shares {@code 0 .. count - 1} out as one range per thread of the common pool. */
final class Ranges {

  @FunctionalInterface
  interface Body {
    /** Does {@code from .. to - 1}. */
    void run(int from, int to);
  }

  private Ranges() {}

  static void forEach(int threads, int count, Body body) {
    if (threads < 1) {
      throw new IllegalArgumentException(
          "The number of threads is %d; give at least 1.".formatted(threads));
    }
    int parts = Math.min(threads, count);
    if (parts <= 1) {
      body.run(0, count);
      return;
    }
    IntStream.range(0, parts)
        .parallel()
        .forEach(part -> body.run(bound(count, parts, part), bound(count, parts, part + 1)));
  }

  private static int bound(int count, int parts, int part) {
    return (int) ((long) count * part / parts);
  }
}
