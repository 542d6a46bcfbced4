package dev.coset.benchmarks;

import dev.coset.network.Activation;
import dev.coset.network.Network;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * A network of the paper over a number of points, with random inputs, targets and parameters.
 *
 * @param x (feature, point)
 * @param y (output, point)
 */
record GradientCase(String name, Network network, double[][] x, double[][] y, double[] theta) {

  /** f1 and f2 at the sizes of the paper's datasets. */
  static final List<Size> PAPER =
      List.of(new Size(120, 1), new Size(320, 1), new Size(824, 8), new Size(1202, 5));

  /** f2 where the data do not fit the cache. */
  static final List<Size> LARGE = List.of(new Size(36_000, 9), new Size(1_000_000, 9));

  record Size(int points, int features) {}

  static GradientCase f1(Size size) {
    return of("f1", size, 3);
  }

  static GradientCase f2(Size size) {
    return of("f2", size, 16, 16, 16);
  }

  private static GradientCase of(String name, Size size, int... hidden) {
    Network network = Network.of(size.features(), hidden, 1, Activation.TANH);
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(1L);
    var normal = ZigguratSampler.NormalizedGaussian.of(random);
    double[][] x = new double[size.features()][];
    for (int j = 0; j < x.length; j++) {
      x[j] = normal.samples(size.points()).toArray();
    }
    double[][] y = {normal.samples(size.points()).toArray()};
    double[] theta = normal.samples(network.parameters()).toArray();
    return new GradientCase(
        "%s %dx%d".formatted(name, size.points(), size.features()), network, x, y, theta);
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
