package dev.coset.network;

import dev.coset.data.DoubleTable;
import dev.coset.data.FloatTable;
import dev.coset.data.OneHot;
import dev.coset.parallel.Team;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;

/**
 * Random inputs, targets and parameters at which activations neither vanish nor saturate.
 *
 * @param x (input, point)
 * @param y (target, point)
 * @param weights (point)
 * @param shape of the kernel
 * @param oneHots of the inputs
 */
record GradientCase(
    double[][] x,
    double[][] y,
    double[] theta,
    double[] weights,
    double[] shape,
    List<OneHot> oneHots) {

  /** Its inputs are numbers. */
  GradientCase(double[][] x, double[][] y, double[] theta, double[] weights, double[] shape) {
    this(x, y, theta, weights, shape, List.of());
  }

  /** The fast version. */
  BatchGradient batch(Network network, Precision precision) {
    return over(network, precision, x, y, weights, oneHots);
  }

  /** The fast version over points that all weigh 1. */
  static BatchGradient over(Network network, Precision precision, double[][] x, double[][] y) {
    return over(network, precision, x, y, null, List.of());
  }

  private static BatchGradient over(
      Network network,
      Precision precision,
      double[][] x,
      double[][] y,
      double @Nullable [] weights,
      List<OneHot> oneHots) {
    return switch (precision) {
      case SINGLE -> BatchGradient.of(network, new FloatTable(x, y, weights, oneHots), new Team());
      case DOUBLE -> BatchGradient.of(network, new DoubleTable(x, y, weights, oneHots), new Team());
    };
  }

  /**
   * The same with inputs that are levels of columns; the inputs before them stay. Some points have
   * no level of a column, and some levels no point.
   *
   * @param levels of each column
   */
  GradientCase oneHot(long seed, int... levels) {
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed + 2000);
    double[][] inputs = x.clone();
    List<OneHot> groups = new ArrayList<>();
    int first = x.length - Arrays.stream(levels).sum();
    for (int count : levels) {
      var group =
          new OneHot(
              first,
              random.doubles(count, -0.5, 0).toArray(),
              random.doubles(count, 0.5, 2).toArray());
      int[] level = random.ints(x[0].length, 0, count + 1).map(k -> k == 1 ? 0 : k).toArray();
      for (int k = 0; k < count; k++) {
        double[] input = new double[level.length];
        for (int p = 0; p < level.length; p++) {
          input[p] = level[p] == k ? group.high()[k] : group.low()[k];
        }
        inputs[first + k] = input;
      }
      groups.add(group);
      first += count;
    }
    return new GradientCase(inputs, y, theta, weights, shape, groups);
  }

  static GradientCase random(Network network, int points, long seed) {
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    double[][] x = new double[network.inputs()][];
    double[][] y = new double[network.outputs()][];
    for (int j = 0; j < x.length; j++) {
      x[j] = random.doubles(points, -2, 2).toArray();
    }
    for (int i = 0; i < y.length; i++) {
      y[i] = random.doubles(points, -2, 2).toArray();
    }
    double[] theta = new double[network.parameters()];
    for (int l = 1; l <= network.layers(); l++) {
      double scale = 2 / Math.sqrt(network.width(l - 1));
      for (int k = network.weight(l, 0, 0); k < network.weight(l + 1, 0, 0); k++) {
        theta[k] = scale * random.nextDouble(-1, 1);
      }
    }
    double[] ones = new double[points];
    Arrays.fill(ones, 1);
    return new GradientCase(x, y, theta, ones, new double[0]);
  }

  /** With targets of this kernel, classes or numbers, a shape if it has one, and weights. */
  static GradientCase random(Network network, OutputKernel kernel, int points, long seed) {
    GradientCase c = random(network, points, seed);
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed + 1000);
    double[] weights = random.doubles(points, 0, 2).toArray();
    double[] shape = random.doubles(kernel.shapes(), 1, 9).toArray();
    if (kernel == OutputKernel.SQUARED_ERROR) {
      return new GradientCase(c.x(), c.y(), c.theta(), weights, shape);
    }
    double[] target = c.y()[0];
    if (kernel == OutputKernel.LOGISTIC || kernel == OutputKernel.SOFTMAX) {
      int classes = Math.max(2, network.outputs());
      for (int p = 0; p < points; p++) {
        target[p] = Math.floor((target[p] + 2) / 4 * classes);
      }
    }
    return new GradientCase(c.x(), new double[][] {target}, c.theta(), weights, shape);
  }

  static List<OutputKernel> kernels(Network network) {
    return Stream.of(OutputKernel.values()).filter(k -> k.fits(network.outputs())).toList();
  }
}
