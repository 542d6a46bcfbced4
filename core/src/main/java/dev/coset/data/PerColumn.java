package dev.coset.data;

import dev.coset.parallel.Parallel;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/** What is computed of each column on its own, by a few threads. */
final class PerColumn {
  /** More would hold copies of as many columns at once. */
  private static final int MOST_THREADS = 4;

  private PerColumn() {}

  /** Returns what a function makes of columns {@code 0 .. count - 1}, in their order. */
  static <T> List<T> list(int count, IntFunction<T> of) {
    @SuppressWarnings("unchecked")
    T[] results = (T[]) new Object[count];
    Parallel.tasks(threads(), count, column -> results[column] = of.apply(column));
    return Arrays.asList(results);
  }

  private static int threads() {
    return Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors());
  }
}
