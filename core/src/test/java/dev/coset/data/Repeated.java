package dev.coset.data;

import java.util.stream.IntStream;
import org.apache.commons.rng.simple.RandomSource;

/** Rows given as often as their weights say, which weighted rows must equal. */
public final class Repeated {
  private Repeated() {}

  /** Whole weights from 1 to 3, or from 0. */
  public static double[] weights(int rows, int least, long seed) {
    var random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    return IntStream.range(0, rows).mapToDouble(row -> least + random.nextInt(4 - least)).toArray();
  }

  /** Each row's number as often as its weight says. */
  public static int[] rows(double[] weights) {
    return IntStream.range(0, weights.length)
        .flatMap(row -> IntStream.generate(() -> row).limit((long) weights[row]))
        .toArray();
  }

  /** The same points with weights. */
  public static Points weighted(Points points, double[] weights) {
    return new Points(points.x(), points.y().weighted(weights));
  }

  /** The same points, each as often as its weight says. */
  public static Points repeated(Points points, double[] weights) {
    return points.select(rows(weights));
  }
}
