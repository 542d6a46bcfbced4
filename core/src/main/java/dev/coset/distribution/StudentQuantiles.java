package dev.coset.distribution;

import dev.coset.vectormath.Elementary;
import java.util.Arrays;

/**
 * Quantiles of a mixture with heavy tails, by Newton's steps on the logarithm of the smaller tail,
 * which is concave where the tail is of a power; inside a bracket that every step narrows, by
 * bisection where a step leaves it. Every quantile starts at the same place, and what was evaluated
 * for one serves the others.
 *
 * <p>Holds work space: one per thread.
 */
final class StudentQuantiles {
  private static final double TOLERANCE = 1e-13; // of a step to a quantile, in scales
  private static final int MOST_STEPS = 400;

  private final StudentMixture mixture;
  private final double start;
  private final double reach;
  private final double[] logHeights; // (component)
  private final double[] logDensities; // (component), through steps
  private final double densityAtStart;
  private double belowStart = Double.NaN; // until it is asked for
  private double aboveStart = Double.NaN;

  StudentQuantiles(StudentMixture mixture) {
    this.mixture = mixture;
    this.start = mixture.location();
    this.reach = mixture.scale() + mixture.locationSpread();
    this.logHeights = new double[mixture.size()];
    Arrays.setAll(logHeights, mixture::logHeight);
    this.logDensities = new double[logHeights.length];
    this.densityAtStart = density(start);
  }

  double[] of(double[] probabilities) {
    double[] quantiles = new double[probabilities.length];
    for (int i = 0; i < quantiles.length; i++) {
      int same = 0;
      while (probabilities[same] != probabilities[i] && same < i) {
        same++;
      }
      quantiles[i] = same < i ? quantiles[same] : of(probabilities[i]);
    }
    return quantiles;
  }

  private double of(double p) {
    if (!(p > 0 && p < 1)) {
      throw new IllegalArgumentException(
          "A quantile needs a probability between 0 and 1, not %s.".formatted(p));
    }
    boolean isLower = p <= 0.5;
    double tail = isLower ? p : 1 - p;
    double sign = isLower ? 1 : -1; // of the tail's slope
    double low = Double.NEGATIVE_INFINITY;
    double high = Double.POSITIVE_INFINITY;
    double jump = reach;
    double y = start;
    for (int step = 0; step < MOST_STEPS && low < high; step++) {
      double at = step == 0 ? tailAtStart(isLower) : tail(y, isLower);
      double excess = at > 0 ? Elementary.log(at / tail) : Double.NEGATIVE_INFINITY;
      if (sign * excess > 0) {
        high = y;
      } else {
        low = y;
      }
      double newton = -sign * excess * at / (step == 0 ? densityAtStart : density(y));
      double next = y + newton;
      if (Math.abs(newton) <= TOLERANCE * mixture.smallestScale()) {
        return next;
      }
      if (!(next > low && next < high) || step % 8 == 7) {
        if (low == Double.NEGATIVE_INFINITY || high == Double.POSITIVE_INFINITY) {
          next = y - sign * Math.signum(excess) * jump;
          jump *= 2;
        } else {
          next = low + (high - low) / 2;
        }
      }
      if (next == y || !Double.isFinite(next)) {
        return Finite.nearest(next);
      }
      y = next;
    }
    return y;
  }

  private double tailAtStart(boolean isLower) {
    if (isLower) {
      return Double.isNaN(belowStart) ? belowStart = tail(start, true) : belowStart;
    }
    return Double.isNaN(aboveStart) ? aboveStart = tail(start, false) : aboveStart;
  }

  private double tail(double y, boolean isLower) {
    return isLower ? mixture.below(y, true) : mixture.above(y, true);
  }

  /** As {@link StudentMixture#density}, to the bit. */
  private double density(double y) {
    double largest = Double.NEGATIVE_INFINITY;
    for (int g = 0; g < logDensities.length; g++) {
      double z = (y - mixture.location(g)) * mixture.inverseScale(g);
      logDensities[g] = logHeights[g] - mixture.shape(g).drop(z);
      largest = Math.max(largest, logDensities[g]);
    }
    if (largest == Double.NEGATIVE_INFINITY) {
      return 0;
    }
    double sum = 0;
    for (double each : logDensities) {
      sum += Elementary.exp(each - largest);
    }
    return Elementary.exp(largest + Elementary.log(sum));
  }
}
