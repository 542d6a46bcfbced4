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

  /**
   * The negative log likelihood of one class, {@code log sum_k exp f_k - f_c}, each point's own.
   */
  private static final class Softmax implements OutputFunction {
    @Override
    public double valueAndDerivative(int point, double[] outputs, double[] derivative) {
      double sum = Arrays.stream(outputs).map(Math::exp).sum();
      Arrays.setAll(derivative, k -> Math.exp(outputs[k]) / sum);
      int own = point % outputs.length;
      derivative[own] -= 1;
      return Math.log(sum) - outputs[own];
    }

    @Override
    public void curvatureTimes(int point, double[] outputs, double[] direction, double[] product) {
      double sum = Arrays.stream(outputs).map(Math::exp).sum();
      double mean = 0;
      for (int k = 0; k < outputs.length; k++) {
        mean += Math.exp(outputs[k]) / sum * direction[k];
      }
      for (int k = 0; k < outputs.length; k++) {
        product[k] = Math.exp(outputs[k]) / sum * (direction[k] - mean);
      }
    }

    /** What the batch takes: the sum over points, with its derivative in place of the outputs. */
    OutputLoss asLoss() {
      return (first, count, outputs) -> {
        double value = 0;
        double[] f = new double[outputs.length];
        double[] derivative = new double[outputs.length];
        for (int p = 0; p < count; p++) {
          for (int k = 0; k < f.length; k++) {
            f[k] = outputs[k][p];
          }
          value += valueAndDerivative(first + p, f, derivative);
          for (int k = 0; k < f.length; k++) {
            outputs[k][p] = derivative[k];
          }
        }
        return value;
      };
    }
  }

  @ParameterizedTest
  @MethodSource("networks")
  void theJacobianIsTheDerivativeOfEveryOutput(Network network) {
    int parameters = network.parameters();
    double[] theta = normals(parameters, 3);
    double[][] x = inputs(network);
    var batch = BatchGradient.of(network, Precision.DOUBLE, x, new double[0][]);
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

  @ParameterizedTest
  @MethodSource("networks")
  void theHessianTimesAVectorIsTheDerivativeOfTheGradientAlongIt(Network network) {
    int parameters = network.parameters();
    double[] theta = normals(parameters, 4);
    double[][] x = inputs(network);
    var softmax = new Softmax();
    var batch = BatchGradient.of(network, Precision.DOUBLE, x, new double[0][]);
    var hessian = new HessianProduct(network, x, softmax, theta);
    double[] product = new double[parameters];
    double[] above = new double[parameters];
    double[] below = new double[parameters];
    for (int trial = 0; trial < 10; trial++) {
      double[] v = normals(parameters, 50 + trial);
      hessian.times(v, product);
      batch.valueAndGradient(plus(theta, 1e-6, v), softmax.asLoss(), above);
      batch.valueAndGradient(plus(theta, -1e-6, v), softmax.asLoss(), below);
      for (int k = 0; k < parameters; k++) {
        double difference = (above[k] - below[k]) / 2e-6;
        assertThat(product[k]).isCloseTo(difference, within(1e-6 * (1 + Math.abs(difference))));
      }
    }
    double[] gradient = new double[parameters];
    double value = batch.valueAndGradient(theta, softmax.asLoss(), above);
    assertThat(hessian.valueAndGradient(gradient)).isCloseTo(value, within(1e-12 * POINTS));
    assertThat(gradient).containsExactly(above, within(1e-11));
  }

  @ParameterizedTest
  @MethodSource("networks")
  void theHessianIsSymmetric(Network network) {
    int parameters = network.parameters();
    var hessian =
        new HessianProduct(network, inputs(network), new Softmax(), normals(parameters, 5));
    double[] u = normals(parameters, 6);
    double[] v = normals(parameters, 7);
    double[] hu = new double[parameters];
    double[] hv = new double[parameters];
    hessian.times(u, hu);
    hessian.times(v, hv);
    double vhu = 0;
    double uhv = 0;
    for (int k = 0; k < parameters; k++) {
      vhu += v[k] * hu[k];
      uhv += u[k] * hv[k];
    }
    assertThat(vhu).isCloseTo(uhv, within(1e-11 * (1 + Math.abs(uhv))));
  }

  private static double[] plus(double[] a, double s, double[] b) {
    double[] sum = a.clone();
    Arrays.setAll(sum, k -> a[k] + s * b[k]);
    return sum;
  }
}
