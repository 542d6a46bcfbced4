package dev.coset.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
        Network.of(2, new int[] {}, 3, Activation.TANH));
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
    var random = RandomSource.XO_SHI_RO_256_PP.create(1L);
    double[][] x = table(random, network.inputs(), 13);
    double[][] y = table(random, network.outputs(), 13);
    double[] theta = normalish(random, network.parameters());
    var plain = new PlainGradient(network, x, y);
    double[] gradient = new double[theta.length];
    double[] ignored = new double[theta.length];
    plain.squaredError(theta, gradient);
    for (int j = 0; j < theta.length; j++) {
      double h = 1e-5;
      double[] up = theta.clone();
      double[] down = theta.clone();
      up[j] += h;
      down[j] -= h;
      double difference =
          (plain.squaredError(up, ignored) - plain.squaredError(down, ignored)) / (2 * h);
      // Truncation is of order h^2, rounding of order 1e-16 * value / h.
      assertThat(gradient[j]).isCloseTo(difference, within(1e-8));
    }
  }

  @ParameterizedTest
  @MethodSource("networks")
  void outputsAreThoseOfTheNetwork(Network network) {
    var random = RandomSource.XO_SHI_RO_256_PP.create(2L);
    double[][] x = table(random, network.inputs(), 9);
    double[] theta = normalish(random, network.parameters());
    double[][] outputs = new double[network.outputs()][9];
    new PlainGradient(network, x, new double[0][]).outputs(theta, outputs);
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
