package dev.coset.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Jacobian and Hessian products against differences of what the sampler uses. */
class PlainNetworkTest {
  private static final int POINTS = 12;

  static List<Network> networks() {
    return List.of(
        new Network(new int[] {3, 5, 4, 1}, Activation.TANH),
        new Network(new int[] {3, 5, 4, 3}, Activation.TANH),
        new Network(new int[] {3, 5, 4, 2}, Activation.RELU),
        new Network(new int[] {2, 2}, Activation.TANH));
  }

  private static double[] normals(int count, long seed) {
    return ZigguratSampler.NormalizedGaussian.of(RandomSource.XO_SHI_RO_256_PP.create(seed))
        .samples(count)
        .toArray();
  }

  private static double[][] inputs(Network network) {
    double[][] x = new double[network.inputs()][];
    Arrays.setAll(x, j -> normals(POINTS, 100 + j));
    return x;
  }

  @ParameterizedTest
  @MethodSource("networks")
  void theJacobianIsTheDerivativeOfEveryOutput(Network network) {
    int parameters = network.parameters();
    double[] theta = normals(parameters, 3);
    double[][] x = inputs(network);
    var batch = GradientCase.over(network, Precision.DOUBLE, x, new double[0][]);
    var plain = new PlainNetwork(network);
    double[][] outputs = new double[network.outputs()][POINTS];
    double[][] above = new double[network.outputs()][POINTS];
    double[][] below = new double[network.outputs()][POINTS];
    batch.outputs(theta, outputs);
    for (int p = 0; p < POINTS; p++) {
      double[] rows = new double[network.outputs() * parameters + 2];
      Arrays.fill(rows, 7);
      double[] f = plain.forward(theta, x, p);
      for (int i = 0; i < f.length; i++) {
        assertThat(f[i]).isCloseTo(outputs[i][p], within(1e-12));
      }
      plain.jacobian(theta, rows, 1);
      assertThat(rows[0]).isEqualTo(7);
      assertThat(rows[rows.length - 1]).isEqualTo(7);
      for (int k = 0; k < parameters; k++) {
        double[] moved = theta.clone();
        moved[k] += 1e-6;
        batch.outputs(moved, above);
        moved[k] -= 2e-6;
        batch.outputs(moved, below);
        for (int i = 0; i < f.length; i++) {
          assertThat(rows[1 + i * parameters + k])
              .isCloseTo((above[i][p] - below[i][p]) / 2e-6, within(1e-7));
        }
      }
    }
  }
}
