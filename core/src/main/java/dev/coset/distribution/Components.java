package dev.coset.distribution;

import dev.coset.vectormath.Elementary;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * All of a mixture but its means: standard deviations and weights, with what every evaluation needs
 * of them. Where the noise of a draw does not depend on the input, the mixtures at all inputs share
 * one. The arrays are padded with weight zero to whole blocks of {@link #BLOCK}, so that the hot
 * loops have a constant length and compile to SIMD whatever the number of components.
 */
final class Components {
  static final int BLOCK = 256;

  /** Standard deviations and means are held within it, so that arithmetic on them stays finite. */
  static final double LARGEST = 1e300;

  private static final double SQRT_TWO_PI = Math.sqrt(2 * Math.PI);
  private static final double LOG_SQRT_TWO_PI = Elementary.log(SQRT_TWO_PI);

  final int count;
  final boolean uniform;
  final double[] sds; // (component), padded as all below
  final double[] inverseSds;
  final double[] weights;
  final double[] heights; // of the weighted density at its mean
  final double smallestSd;
  final double largestSd;
  final double rootMeanVariance;
  private volatile double @Nullable [] logHeights;

  private Components(double[] sds, double[] weights, boolean uniform) {
    this.count = sds.length;
    this.uniform = uniform;
    int padded = padded(count);
    this.sds = Arrays.copyOf(sds, padded);
    this.weights = Arrays.copyOf(weights, padded);
    this.inverseSds = new double[padded];
    this.heights = new double[padded];
    double smallest = Double.POSITIVE_INFINITY;
    double largest = 0;
    for (int g = 0; g < count; g++) {
      if (!(sds[g] > 0 && sds[g] < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "The standard deviation of component %d is %s; give a positive number."
                .formatted(g, sds[g]));
      }
      inverseSds[g] = 1 / sds[g];
      heights[g] = weights[g] / (sds[g] * SQRT_TWO_PI);
      smallest = Math.min(smallest, sds[g]);
      largest = Math.max(largest, sds[g]);
    }
    this.smallestSd = smallest;
    this.largestSd = largest;
    this.rootMeanVariance = rootMeanSquare(g -> sds[g]);
  }

  /** The logarithms of the heights, made when they are asked for: quantiles need none. */
  double[] logHeights() {
    double[] known = logHeights;
    if (known == null) {
      known = new double[sds.length];
      for (int g = 0; g < count; g++) {
        known[g] = Elementary.log(weights[g]) - Elementary.log(sds[g]) - LOG_SQRT_TWO_PI;
      }
      logHeights = known;
    }
    return known;
  }

  static Components uniform(double[] sds) {
    if (sds.length == 0) {
      throw new IllegalArgumentException("A mixture needs at least one component.");
    }
    double[] weights = new double[sds.length];
    Arrays.fill(weights, 1.0 / sds.length);
    return new Components(sds, weights, true);
  }

  static Components weighted(double[] sds, double[] weights) {
    if (sds.length == 0 || weights.length != sds.length) {
      throw new IllegalArgumentException(
          "%d standard deviations and %d weights make no mixture; give one of each per component."
              .formatted(sds.length, weights.length));
    }
    double sum = 0;
    for (int g = 0; g < weights.length; g++) {
      if (!(weights[g] > 0)) {
        throw new IllegalArgumentException(
            "The weight of component %d is %s; leave it out or make it positive."
                .formatted(g, weights[g]));
      }
      sum += weights[g];
    }
    if (Math.abs(sum - 1) > 1e-9) {
      throw new IllegalArgumentException(
          "The weights sum to %s, not 1; normalise them.".formatted(sum));
    }
    double[] normalised = new double[weights.length];
    for (int g = 0; g < weights.length; g++) {
      normalised[g] = weights[g] / sum;
    }
    return new Components(sds, normalised, false);
  }

  /** The same weights with every standard deviation multiplied. */
  Components scaled(double scale) {
    double[] scaled = new double[count];
    for (int g = 0; g < count; g++) {
      scaled[g] = Math.clamp(sds[g] * scale, 1 / LARGEST, LARGEST);
    }
    return new Components(scaled, Arrays.copyOf(weights, count), uniform);
  }

  /**
   * The root of the weighted mean of squares of something of each component; taken in a power of
   * two as large as the largest, so that no square overflows.
   */
  double rootMeanSquare(IntToDoubleFunction of) {
    double largest = 0;
    for (int g = 0; g < count; g++) {
      largest = Math.max(largest, Math.abs(of.applyAsDouble(g)));
    }
    int exponent = Math.getExponent(largest);
    double power = Math.scalb(1.0, -exponent); // a product with it is rounded once, as by scalb
    double sum = 0;
    for (int g = 0; g < count; g++) {
      double value = of.applyAsDouble(g) * power;
      sum += weights[g] * value * value;
    }
    return Math.scalb(Math.sqrt(sum), exponent);
  }

  /** The same components in another order. */
  Components ordered(int[] order) {
    double[] orderedSds = new double[count];
    double[] orderedWeights = new double[count];
    for (int i = 0; i < count; i++) {
      orderedSds[i] = sds[order[i]];
      orderedWeights[i] = weights[order[i]];
    }
    return new Components(orderedSds, orderedWeights, uniform);
  }

  static int padded(int count) {
    return (count + BLOCK - 1) / BLOCK * BLOCK;
  }
}
