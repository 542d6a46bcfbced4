package dev.coset.diagnostics;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Some of many, at even distances. */
final class EvenPick {
  private EvenPick() {}

  /** All of {@code 0 .. count - 1}, or {@code most} of them. */
  static int[] of(int count, int most) {
    int picked = Math.min(count, most);
    return IntStream.range(0, picked).map(i -> (int) ((long) i * count / picked)).toArray();
  }

  /**
   * @param x (feature, point)
   * @return (feature, picked point)
   */
  static double[][] columns(double[][] x, int[] points) {
    return Arrays.stream(x)
        .map(feature -> Arrays.stream(points).mapToDouble(i -> feature[i]).toArray())
        .toArray(double[][]::new);
  }
}
