package dev.coset.distribution;

import dev.coset.vectormath.Elementary;
import org.apache.commons.numbers.gamma.Erfc;

/**
 * The CDF of a mixture with full relative accuracy in both tails and where it is flat between
 * components, by the library's erfc: ten times slower than {@link MixtureScan}, and used where that
 * does not do.
 */
final class MixtureTails {
  private static final double SQRT_HALF = Math.sqrt(0.5);
  private static final double LOG_SQRT_TWO_PI = StrictMath.log(2 * Math.PI) / 2;

  private MixtureTails() {}

  /** {@code F(y)}. */
  static double below(GaussianMixture mixture, double y) {
    double sum = 0;
    for (int g = 0; g < mixture.size(); g++) {
      sum += mixture.weight(g) * normalTail((mixture.mean(g) - y) / mixture.sd(g));
    }
    return Math.min(sum, 1);
  }

  /** {@code 1 - F(y)}. */
  static double above(GaussianMixture mixture, double y) {
    double sum = 0;
    for (int g = 0; g < mixture.size(); g++) {
      sum += mixture.weight(g) * normalTail((y - mixture.mean(g)) / mixture.sd(g));
    }
    return Math.min(sum, 1);
  }

  /**
   * A number with the sign of {@code F(y) - p}, and equal to it but where that underflows. Written
   * as {@code A - B + (W - p)}, where W is the weight of the components with means up to y, B what
   * of them lies above y, and A what of the others lies below: so between separated components,
   * where {@code W = p} may hold exactly, the two tails decide.
   */
  static double excess(GaussianMixture mixture, double y, double p) {
    double lower = 0; // A
    double upper = 0; // B
    double weightUpTo = 0;
    double weightBeyond = 0;
    int upTo = 0;
    for (int g = 0; g < mixture.size(); g++) {
      double z = (y - mixture.mean(g)) / mixture.sd(g);
      if (z >= 0) {
        upper += mixture.weight(g) * normalTail(z);
        weightUpTo += mixture.weight(g);
        upTo++;
      } else {
        lower += mixture.weight(g) * normalTail(-z);
        weightBeyond += mixture.weight(g);
      }
    }
    double step;
    if (mixture.components().uniform) {
      step = Math.fma(-p, mixture.size(), upTo) / mixture.size();
    } else {
      step = p <= 0.5 ? weightUpTo - p : (1 - p) - weightBeyond;
    }
    if (step == 0 && lower == 0 && upper == 0) {
      return largestLogTail(mixture, y, -1) - largestLogTail(mixture, y, 1);
    }
    return lower - upper + step;
  }

  /** {@code P(Z > t)} for a standard normal. */
  private static double normalTail(double t) {
    return 0.5 * Erfc.value(t * SQRT_HALF);
  }

  /**
   * The log of the largest tail that reaches y from components on one side, where all of them
   * underflow.
   */
  private static double largestLogTail(GaussianMixture mixture, double y, int side) {
    double largest = Double.NEGATIVE_INFINITY;
    for (int g = 0; g < mixture.size(); g++) {
      double t = side * (y - mixture.mean(g)) / mixture.sd(g);
      if (t > 0) {
        double logTail = -t * t / 2 - Elementary.log(t) - LOG_SQRT_TWO_PI;
        largest = Math.max(largest, Elementary.log(mixture.weight(g)) + logTail);
      }
    }
    return largest;
  }
}
