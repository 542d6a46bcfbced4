package dev.coset.predictive;

import org.apache.commons.numbers.gamma.Erf;

/**
 * The continuous ranked probability score {@code E|Y - y| - E|Y - Y'| / 2} of a mixture of normals.
 * Both parts have closed forms (Grimit et al. 2006), but the second takes a sum over all pairs of
 * components. It is also the integral of {@code F (1 - F)}, and for that the trapezoid rule
 * converges like {@code exp(-pi^2 s^2 / h^2)} in its step h, since the product of two distribution
 * functions has no detail finer than {@code s / sqrt 2}: 25 to 100 passes over the components for
 * what the posterior of a network yields, and the same result to 1e-11 of the smallest s.
 */
final class Crps {
  /** In standard deviations of the narrowest component: {@code exp(-pi^2 / 0.6^2) = 1e-12}. */
  private static final double STEP = 0.6;

  /**
   * In standard deviations beyond the outermost components; further out F (1 - F) integrates to
   * less than 1e-13.
   */
  private static final double MARGIN = 7;

  /** A pair by erf and exp of the library costs about as much as ten components of a pass. */
  private static final int PASS_PER_PAIR = 10;

  private Crps() {}

  static double of(GaussianMixture mixture, double y) {
    MixtureScan scan = new MixtureScan(mixture);
    return of(mixture, scan, y);
  }

  /** As above; afterwards {@code scan.cdf()} is {@code F(y)}. */
  static double of(GaussianMixture mixture, MixtureScan scan, double y) {
    double[] range = range(mixture);
    double passes = (range[1] - range[0]) / (STEP * mixture.components().smallestSd) + 1;
    double pairs = mixture.size() * (mixture.size() - 1.0) / 2 + 1;
    double spread =
        passes * mixture.means().length < pairs * PASS_PER_PAIR
            ? spreadByTrapezoids(mixture, scan)
            : spreadByPairs(mixture);
    return scan.absoluteDeviation(y) - spread;
  }

  /** {@code E|Y - Y'| / 2} in closed form. */
  static double spreadByPairs(GaussianMixture mixture) {
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
        + Math.sqrt(2 * variance / Math.PI) * Math.exp(-t2);
  }

  /** {@code E|Y - Y'| / 2} as the integral of {@code F (1 - F)}. */
  static double spreadByTrapezoids(GaussianMixture mixture, MixtureScan scan) {
    double[] range = range(mixture);
    double step = STEP * mixture.components().smallestSd;
    double sum = 0;
    for (int k = 0; range[0] + k * step < range[1]; k++) {
      double cdf = scan.cdf(range[0] + k * step);
      sum += cdf * (1 - cdf);
    }
    return sum * step;
  }

  private static double[] range(GaussianMixture mixture) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (int g = 0; g < mixture.size(); g++) {
      low = Math.min(low, mixture.mean(g) - MARGIN * mixture.sd(g));
      high = Math.max(high, mixture.mean(g) + MARGIN * mixture.sd(g));
    }
    return new double[] {low, high};
  }
}
