package dev.coset.distribution;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Quantiles of a mixture as roots of {@code F(y) - p}: Halley's steps inside a bracket that every
 * evaluation, for whichever p, narrows; bisection where a step leaves it. Two or three fast passes
 * per quantile do for a mixture without gaps. Where the density is so low that the rounding of F
 * shows in y (far tails, gaps between components), the root is found again with {@link
 * MixtureTails}.
 */
final class Quantiles {
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);
  private static final int MOST_STEPS = 100;

  /** Bound on the error of a fast pass in F. */
  private static final double ROUNDING = 2e-15;

  /** Error allowed, in standard deviations of the components around. */
  private static final double TOLERANCE = 1e-10;

  /** A step shorter than this, in the smallest standard deviation, leaves an error of its cube. */
  private static final double LAST_STEP = 1e-4;

  private final GaussianMixture mixture;
  private final MixtureScan scan;
  private final double mean;
  private final double sd;
  private final double smallestMean;
  private final double largestMean;
  private int evaluations;
  private double[] seenY = new double[16]; // (evaluation)
  private double[] seenCdf = new double[16];

  Quantiles(GaussianMixture mixture) {
    this.mixture = mixture;
    this.scan = new MixtureScan(mixture);
    this.mean = mixture.mean();
    this.sd = mixture.sd();
    double smallest = mixture.mean(0);
    double largest = smallest;
    for (int g = 1; g < mixture.size(); g++) {
      smallest = Math.min(smallest, mixture.mean(g));
      largest = Math.max(largest, mixture.mean(g));
    }
    this.smallestMean = smallest;
    this.largestMean = largest;
  }

  double[] of(double[] probabilities) {
    double[] quantiles = new double[probabilities.length];
    for (int i = 0; i < quantiles.length; i++) {
      quantiles[i] = of(probabilities[i]);
    }
    return quantiles;
  }

  private double of(double p) {
    if (!(p > 0 && p < 1)) {
      throw new IllegalArgumentException(
          "A quantile needs a probability between 0 and 1, not %s.".formatted(p));
    }
    // Left of every component's own p-quantile F is below p, right of all of them above.
    double z = NORMAL.inverseCumulativeProbability(p);
    Components components = mixture.components();
    double low = smallestMean + z * (z < 0 ? components.largestSd : components.smallestSd);
    double high = largestMean + z * (z < 0 ? components.smallestSd : components.largestSd);
    for (int i = 0; i < evaluations; i++) {
      if (seenCdf[i] < p - ROUNDING) {
        low = Math.max(low, seenY[i]);
      } else if (seenCdf[i] > p + ROUNDING) {
        high = Math.min(high, seenY[i]);
      }
    }
    double y = mean + z * sd;
    for (int step = 0; step < MOST_STEPS && low < high; step++) {
      if (!(y > low && y < high) || mustBisect(step)) {
        y = low + (high - low) / 2;
      }
      scan.at(y);
      remember(y, scan.cdf());
      double excess = scan.cdf() - p;
      if (excess < -ROUNDING) {
        low = y;
      } else if (excess > ROUNDING) {
        high = y;
      }
      double newton = -excess / scan.density();
      double halley = newton / (1 + newton * scan.slope() / (2 * scan.density()));
      if (!Double.isFinite(halley)) { // of means that lie further apart than a number can tell
        halley = newton;
      }
      if (roundingShows(y)) {
        if (Math.abs(excess) < 1000 * ROUNDING) {
          break;
        }
      } else if (Math.abs(newton) < LAST_STEP * components.smallestSd) {
        return y + halley;
      }
      y += halley;
    }
    return exactly(p, low, high);
  }

  /** Whether the rounding of the last pass, at y, moves the quantile by more than may be. */
  private boolean roundingShows(double y) {
    double sd = ROUNDING / (TOLERANCE * scan.density());
    return sd > mixture.components().smallestSd && sd > scan.localSd(y);
  }

  /** Newton's steps on the exact excess inside the bracket. */
  private double exactly(double p, double low, double high) {
    double tolerance = 0.1 * TOLERANCE * mixture.components().smallestSd;
    double y = low + (high - low) / 2;
    for (int step = 0; step < 2 * MOST_STEPS && y > low && y < high; step++) {
      double excess = MixtureTails.excess(mixture, y, p);
      double newton = -excess / mixture.density(y);
      if (excess < 0) {
        low = y;
      } else {
        high = y;
      }
      double next = y + newton;
      if (!(next > low && next < high) || mustBisect(step)) {
        next = low + (high - low) / 2;
      } else if (Math.abs(newton) < tolerance) {
        return next;
      }
      y = next;
    }
    return y;
  }

  private static boolean mustBisect(int step) {
    return step >= 6 && step % 2 == 0;
  }

  private void remember(double y, double cdf) {
    if (evaluations == seenY.length) {
      seenY = Arrays.copyOf(seenY, 2 * evaluations);
      seenCdf = Arrays.copyOf(seenCdf, 2 * evaluations);
    }
    seenY[evaluations] = y;
    seenCdf[evaluations++] = cdf;
  }
}
