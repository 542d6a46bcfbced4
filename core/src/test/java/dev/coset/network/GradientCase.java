package dev.coset.network;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Random inputs, targets and parameters at which activations neither vanish nor saturate.
 *
 * @param x (input, point)
 * @param y (target, point)
 * @param weights (point)
 * @param shape of the kernel
 */
record GradientCase(double[][] x, double[][] y, double[] theta, double[] weights, double[] shape) {

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
