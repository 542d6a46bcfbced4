package dev.coset.posterior;

import dev.coset.distribution.Predictive;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Draws with weights. Those of negligible weight are dropped, so that they cost nothing. Immutable
 * by convention: the arrays are shared, not copied.
 *
 * @param weights of the draws, which sum to 1; null where all are equal
 */
public record WeightedDraws(Draws draws, double @Nullable [] weights) {
  /** A weight below this part of all is none. */
  private static final double NEGLIGIBLE = 1e-12;

  /** Equally weighted draws. */
  public static WeightedDraws alike(Draws draws) {
    return new WeightedDraws(draws, null);
  }

  /**
   * Draws with weights, whatever these sum to.
   *
   * @param weights none negative, one positive
   */
  public static WeightedDraws of(Draws draws, double[] weights) {
    double all = Arrays.stream(weights).sum();
    if (weights.length != draws.count() || !(all > 0 && all < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "%d weights that sum to %s do not go with %d draws."
              .formatted(weights.length, all, draws.count()));
    }
    int[] kept =
        IntStream.range(0, weights.length).filter(g -> weights[g] > NEGLIGIBLE * all).toArray();
    double sum = Arrays.stream(kept).mapToDouble(g -> weights[g]).sum();
    return new WeightedDraws(
        draws.select(Arrays.stream(kept)),
        Arrays.stream(kept).mapToDouble(g -> weights[g] / sum).toArray());
  }

  /** At most so many of them, evenly picked. */
  public WeightedDraws evenly(int most) {
    if (draws.count() <= most) {
      return this;
    }
    return weights == null
        ? alike(draws.evenly(most))
        : of(
            draws.evenly(most),
            Arrays.stream(Draws.evenly(draws.count(), most))
                .mapToDouble(g -> weights[g])
                .toArray());
  }

  /**
   * At most so many equally weighted draws that stand for these: of different weights, a draw is
   * there about as often as its weight says.
   */
  public Draws resampled(int most) {
    if (weights == null) {
      return draws.evenly(most);
    }
    int count = Math.min(draws.count(), most);
    int[] which = new int[count];
    double below = 0; // weight of all draws before g
    int g = 0;
    for (int i = 0; i < count; i++) {
      double at = (i + 0.5) / count;
      while (g < weights.length - 1 && below + weights[g] < at) {
        below += weights[g++];
      }
      which[i] = g;
    }
    return draws.select(Arrays.stream(which));
  }

  /** What they predict at inputs (feature, point). */
  public Predictive predictive(Posterior posterior, double[][] x, int threads) {
    if (weights == null) {
      return posterior.predictive(draws, x, threads);
    }
    var values = OutputValues.of(posterior, draws, x, threads);
    return posterior.likelihood().predictive(values.weighted(weights));
  }
}
