package dev.coset.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PlainGradientTest {

  static Stream<Network> networks() {
    return Stream.of(
        Network.of(1, new int[] {3}, 1, Activation.TANH),
        Network.of(5, new int[] {16, 16, 16}, 1, Activation.TANH),
        Network.of(3, new int[] {4, 7}, 2, Activation.RELU),
        Network.of(2, new int[] {}, 3, Activation.TANH),
        Network.of(2, new int[] {5}, 2, Activation.TANH));
  }

  private static double[] normalish(UniformRandomProvider random, int n) {
    double[] values = new double[n];
    for (int i = 0; i < n; i++) {
      values[i] = 2 * random.nextDouble() - 1;
    }
    return values;
  }

  private static double[][] table(UniformRandomProvider random, int rows, int columns) {
    double[][] values = new double[rows][];
    for (int i = 0; i < rows; i++) {
      values[i] = normalish(random, columns);
    }
    return values;
  }

  @ParameterizedTest
  @MethodSource("networks")
  void theGradientIsTheLimitOfDifferences(Network network) {
    for (OutputKernel kernel : GradientCase.kernels(network)) {
      GradientCase c = GradientCase.random(network, kernel, 13, 1);
      var plain = new PlainGradient(network, c);
      double[] gradient = new double[c.theta().length + kernel.shapes()];
      double[] ignored = new double[gradient.length];
      plain.valueAndGradient(c.theta(), kernel, c.shape(), gradient);
      double scale = Math.max(1, Arrays.stream(gradient).map(Math::abs).max().orElseThrow());
      int parameters = c.theta().length;
      for (int j = 0; j < gradient.length; j++) {
        double h = 1e-5;
        double[] up = c.theta().clone();
        double[] down = c.theta().clone();
        double[] upShape = c.shape().clone();
        double[] downShape = c.shape().clone();
        if (j < parameters) {
          up[j] += h;
          down[j] -= h;
        } else {
          upShape[j - parameters] += h;
          downShape[j - parameters] -= h;
        }
        double difference =
            (plain.valueAndGradient(up, kernel, upShape, ignored)
                    - plain.valueAndGradient(down, kernel, downShape, ignored))
                / (2 * h);
        // Truncation is of order h^2, rounding of order 1e-16 * value / h.
        assertThat(gradient[j]).as("%s", kernel).isCloseTo(difference, within(1e-8 * scale));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("networks")
  void outputsAreThoseOfTheNetwork(Network network) {
    var random = RandomSource.XO_SHI_RO_256_PP.create(2L);
    double[][] x = table(random, network.inputs(), 9);
    double[] theta = normalish(random, network.parameters());
    double[][] outputs = new double[network.outputs()][9];
    new PlainGradient(network, x, new double[0][], new double[9]).outputs(theta, outputs);
    for (int p = 0; p < 9; p++) {
      double[] point = new double[network.inputs()];
      for (int j = 0; j < point.length; j++) {
        point[j] = x[j][p];
      }
      double[] expected = network.output(theta, point);
      for (int i = 0; i < expected.length; i++) {
        assertThat(outputs[i][p]).isCloseTo(expected[i], within(1e-13));
      }
    }
  }
}
