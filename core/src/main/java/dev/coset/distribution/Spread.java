package dev.coset.distribution;

import static dev.coset.distribution.Components.BLOCK;

import dev.coset.vectormath.Elementary;
import java.util.Arrays;
import org.apache.commons.numbers.gamma.Erf;

/**
 * How far apart two draws from a mixture are: {@code E|Y - Y'| / 2}. In closed form it is a sum
 * over all pairs of components. It is also the integral of {@code F (1 - F)}, and for that the
 * trapezoid rule converges like {@code exp(-pi^2 s^2 / h^2)} in its step h, since a product of two
 * distribution functions has no detail finer than {@code s / sqrt 2}: some 40 passes over the
 * components where their means spread about like their noise. Where they spread farther, a
 * component matters only near its mean, so similar components are put into one block, and blocks
 * that are all 0 or all 1 are not evaluated.
 */
final class Spread {
  /** In standard deviations of the narrowest component: {@code exp(-pi^2 / 0.6^2) = 1e-12}. */
  private static final double STEP = 0.6;

  /** In standard deviations; beyond, a component's part of F is 0 or 1 but for 1e-12. */
  private static final double MARGIN = 7;

  /** From so many passes on, sorting costs less than it saves. */
  private static final int SORTING_PAYS = 60;

  private static final int INDEX_BITS = 20;

  /** A pair by erf and exp of the library costs about as much as ten components of a pass. */
  private static final int COST_OF_PAIR = 10;

  private Spread() {}

  /** The cheaper of the two. */
  static double of(GaussianMixture mixture) {
    double pairs = mixture.size() * (mixture.size() - 1.0) / 2 + 1;
    return passes(mixture) * mixture.means().length < pairs * COST_OF_PAIR
        ? byTrapezoids(mixture)
        : byPairs(mixture);
  }

  /** In closed form. */
  static double byPairs(GaussianMixture mixture) {
    double diagonal = 0;
    double pairs = 0;
    for (int g = 0; g < mixture.size(); g++) {
      diagonal += mixture.weight(g) * mixture.weight(g) * mixture.sd(g) / Math.sqrt(Math.PI);
      double sum = 0;
      for (int h = 0; h < g; h++) {
        double variance = mixture.sd(g) * mixture.sd(g) + mixture.sd(h) * mixture.sd(h);
        sum += mixture.weight(h) * meanOfAbsolute(mixture.mean(g) - mixture.mean(h), variance);
      }
      pairs += mixture.weight(g) * sum;
    }
    return diagonal + pairs;
  }

  /** {@code E|X|} for {@code X ~ Normal(mean, variance)}. */
  private static double meanOfAbsolute(double mean, double variance) {
    double t2 = mean * mean / (2 * variance);
    return mean * Erf.value(mean / Math.sqrt(2 * variance))
        + Math.sqrt(2 * variance / Math.PI) * Elementary.exp(-t2);
  }

  /** As the integral of {@code F (1 - F)}. */
  static double byTrapezoids(GaussianMixture mixture) {
    boolean sort =
        passes(mixture) > SORTING_PAYS
            && mixture.size() > BLOCK
            && mixture.size() < 1 << INDEX_BITS;
    GaussianMixture ordered = sort ? likeByLike(mixture) : mixture;
    MixtureScan scan = new MixtureScan(ordered);
    int blocks = ordered.means().length / BLOCK;
    double[][] reach = new double[blocks][]; // (block)
    double[] weight = new double[blocks];
    for (int b = 0; b < blocks; b++) {
      reach[b] = reach(ordered, b * BLOCK, (b + 1) * BLOCK);
      for (int g = b * BLOCK; g < (b + 1) * BLOCK; g++) {
        weight[b] += ordered.weight(g);
      }
    }
    double[] range = reach(ordered, 0, ordered.size());
    double step = STEP * ordered.components().smallestSd;
    double sum = 0;
    for (int k = 0; range[0] + k * step < range[1]; k++) {
      double y = range[0] + k * step;
      double cdf = 0;
      for (int b = 0; b < blocks; b++) {
        if (y > reach[b][1]) {
          cdf += weight[b];
        } else if (y > reach[b][0]) {
          cdf += scan.cdfOfBlock(b, y);
        }
      }
      sum += cdf * (1 - cdf);
    }
    return sum * step;
  }

  private static double passes(GaussianMixture mixture) {
    double[] range = reach(mixture, 0, mixture.size());
    return (range[1] - range[0]) / (STEP * mixture.components().smallestSd) + 1;
  }

  /** Where the components from one to before another are neither 0 nor 1. */
  private static double[] reach(GaussianMixture mixture, int from, int to) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (int g = from; g < Math.min(to, mixture.size()); g++) {
      low = Math.min(low, mixture.mean(g) - MARGIN * mixture.sd(g));
      high = Math.max(high, mixture.mean(g) + MARGIN * mixture.sd(g));
    }
    return new double[] {low, high};
  }

  /** The same mixture with its components by the octave of their width, and then by their mean. */
  private static GaussianMixture likeByLike(GaussianMixture mixture) {
    long[] keys = new long[mixture.size()]; // octave, mean, component: sorts faster than objects
    for (int g = 0; g < keys.length; g++) {
      long octave = Math.getExponent(mixture.sd(g));
      int mean = Float.floatToIntBits((float) mixture.mean(g));
      long rising = (mean ^ ((mean >> 31) & 0x7fffffff)) - (long) Integer.MIN_VALUE;
      keys[g] = octave << 52 | rising << INDEX_BITS | g;
    }
    Arrays.sort(keys);
    int[] order = new int[keys.length];
    double[] means = new double[mixture.means().length];
    for (int i = 0; i < order.length; i++) {
      order[i] = (int) (keys[i] & ((1 << INDEX_BITS) - 1));
      means[i] = mixture.mean(order[i]);
    }
    return new GaussianMixture(means, mixture.components().ordered(order));
  }
}
