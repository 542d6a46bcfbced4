package dev.coset.distribution;

import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;

/** Mixtures to test with, from the ordinary to the nasty. */
public final class Mixtures {
  private Mixtures() {}

  public static UniformRandomProvider random(long seed) {
    return RandomSource.XO_SHI_RO_256_PP.create(seed);
  }

  /** Means spread about like the noise, as a posterior gives them. */
  public static GaussianMixture posterior(int size, long seed) {
    UniformRandomProvider random = random(seed);
    var normal = ZigguratSampler.NormalizedGaussian.of(random);
    double[] means = new double[size];
    double[] sds = new double[size];
    for (int g = 0; g < size; g++) {
      means[g] = 0.5 + 0.4 * normal.sample() + (g % 5 == 0 ? 0.7 : 0);
      sds[g] = 0.3 * Math.exp(0.1 * normal.sample());
    }
    return GaussianMixture.of(means, sds);
  }

  /** Uneven weights, means spread by some standard deviations. */
  public static GaussianMixture weighted(int size, double spread, double logSdSpread, long seed) {
    UniformRandomProvider random = random(seed);
    var normal = ZigguratSampler.NormalizedGaussian.of(random);
    double[] means = new double[size];
    double[] sds = new double[size];
    double[] weights = new double[size];
    double sum = 0;
    for (int g = 0; g < size; g++) {
      means[g] = spread * normal.sample();
      sds[g] = Math.exp(logSdSpread * normal.sample());
      weights[g] = Math.exp(3 * normal.sample());
      sum += weights[g];
    }
    for (int g = 0; g < size; g++) {
      weights[g] /= sum;
    }
    return GaussianMixture.of(means, sds, weights);
  }

  static Stream<GaussianMixture> all() {
    return Stream.of(
        GaussianMixture.of(new double[] {-2}, new double[] {0.01}),
        GaussianMixture.of(new double[] {0, 1}, new double[] {1, 1}),
        posterior(3, 1),
        posterior(255, 2),
        posterior(256, 3),
        posterior(257, 4),
        posterior(1274, 5),
        weighted(7, 1, 0.5, 6),
        weighted(40, 10, 1, 7),
        // well separated
        GaussianMixture.of(new double[] {0, 30, 1000}, new double[] {1, 1, 1}),
        GaussianMixture.of(
            new double[] {0, 100}, new double[] {1, 1}, new double[] {1 - 1e-12, 1e-12}),
        // standard deviations over six orders of magnitude
        GaussianMixture.of(new double[] {0, 0.1, -0.3, 2}, new double[] {1, 1e-3, 1e-6, 1e-2}),
        GaussianMixture.of(
            new double[] {5, 5, 5}, new double[] {1e-3, 1, 1e3}, new double[] {0.1, 0.2, 0.7}),
        weighted(30, 1, 3, 8));
  }

  /** Mixtures whose components overlap, so that quadrature with a fixed step does. */
  static Stream<GaussianMixture> smooth() {
    return Stream.of(
        GaussianMixture.of(new double[] {-2}, new double[] {0.01}),
        GaussianMixture.of(new double[] {0, 1}, new double[] {1, 2}),
        posterior(3, 1),
        posterior(100, 2),
        weighted(7, 1, 0.3, 6),
        weighted(40, 3, 0.3, 7));
  }

  public static double[] sample(GaussianMixture mixture, int count, UniformRandomProvider random) {
    var normal = ZigguratSampler.NormalizedGaussian.of(random);
    double[] y = new double[count];
    for (int i = 0; i < count; i++) {
      double u = random.nextDouble();
      int g = 0;
      while (g < mixture.size() - 1 && u >= mixture.weight(g)) {
        u -= mixture.weight(g++);
      }
      y[i] = mixture.mean(g) + mixture.sd(g) * normal.sample();
    }
    return y;
  }

  /**
   * The integral over where the mixture lives, by trapezoids, exact to rounding for its density.
   */
  public static double integral(
      GaussianMixture mixture, java.util.function.DoubleUnaryOperator function) {
    double smallest = Double.POSITIVE_INFINITY;
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (int g = 0; g < mixture.size(); g++) {
      smallest = Math.min(smallest, mixture.sd(g));
      low = Math.min(low, mixture.mean(g) - 10 * mixture.sd(g));
      high = Math.max(high, mixture.mean(g) + 10 * mixture.sd(g));
    }
    double step = smallest / 16;
    double sum = 0;
    for (int k = 0; low + k * step < high; k++) {
      sum += function.applyAsDouble(low + k * step);
    }
    return sum * step;
  }
}
