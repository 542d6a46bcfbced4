package dev.coset.distribution;

import org.apache.commons.numbers.gamma.Erfc;
import org.hipparchus.special.Erf;

/**
 * A distribution that is symmetric about 0, on a scale of 1: components of a mixture are shifted
 * and stretched copies of one.
 */
public sealed interface Shape permits Shape.Normal, StudentShape {
  /** The standard normal distribution. */
  Shape NORMAL = new Normal();

  /** Half the logarithm of two pi. */
  double HALF_LOG_TWO_PI = StrictMath.log(2 * Math.PI) / 2;

  /**
   * Student's t distribution.
   *
   * @param freedom its degrees of freedom, above 1; the normal distribution where infinite
   */
  static Shape student(double freedom) {
    return freedom == Double.POSITIVE_INFINITY ? NORMAL : new StudentShape(freedom);
  }

  /** The degrees of freedom; infinite for the normal distribution. */
  double freedom();

  /** The logarithm of the density at 0. */
  double logHeight();

  /** How much lower the logarithm of the density is at z than at 0. */
  double drop(double z);

  /** {@code P(Z > z)} for a z that is not negative, to rounding. */
  double tail(double z);

  /** The same with an absolute error of 1e-13, faster where it is asked for often. */
  double quickTail(double z);

  /** The z with {@code P(Z <= z) = p}. */
  double quantile(double p);

  /**
   * The root of the mean square of Z, whose heavy tails are cut off at bounds.
   *
   * @param below the lower bound is so far below 0
   * @param above the upper bound is so far above 0
   */
  double deviation(double below, double above);

  /** The standard normal distribution, whose tails need no bounds. */
  final class Normal implements Shape {
    private static final double SQRT_TWO = Math.sqrt(2);

    private Normal() {}

    @Override
    public double freedom() {
      return Double.POSITIVE_INFINITY;
    }

    @Override
    public double logHeight() {
      return -HALF_LOG_TWO_PI;
    }

    @Override
    public double drop(double z) {
      return z * z / 2;
    }

    @Override
    public double tail(double z) {
      return 0.5 * Erfc.value(z / SQRT_TWO);
    }

    @Override
    public double quickTail(double z) {
      return tail(z);
    }

    @Override
    public double quantile(double p) {
      return SQRT_TWO * Erf.erfInv(2 * p - 1);
    }

    @Override
    public double deviation(double below, double above) {
      return 1;
    }
  }
}
