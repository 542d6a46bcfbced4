package dev.coset.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The fast gradients are those of the plain one, up to rounding. */
class BatchGradientTest {
  private static final int[][] WIDTHS = {
    {1, 1},
    {3, 2},
    {1, 1, 1},
    {1, 3, 1},
    {2, 3, 1},
    {3, 7, 1},
    {4, 3, 1},
    {5, 3, 1},
    {8, 3, 1},
    {13, 3, 1},
    {5, 4, 1},
    {2, 5, 3},
    {1, 16, 16, 16, 1},
    {9, 16, 16, 16, 1},
    {3, 7, 6, 5, 2},
    {4, 128, 2},
    {6, 3, 17, 4},
  };

  static List<Arguments> cases() {
    List<Arguments> cases = new ArrayList<>();
    for (Precision precision : Precision.values()) {
      for (Activation activation : Activation.values()) {
        for (int[] widths : WIDTHS) {
          for (int points : new int[] {1, 17, 530}) {
            cases.add(Arguments.of(precision, new Network(widths, activation), points));
          }
        }
        cases.add(Arguments.of(precision, Network.of(2, new int[] {5, 4}, 1, activation), 100_000));
      }
    }
    return cases;
  }

  @ParameterizedTest(name = "{0} {1}, {2} points")
  @MethodSource("cases")
  void agreeWithThePlainGradient(Precision precision, Network network, int points) {
    GradientCase c = GradientCase.random(network, points, 5);
    BatchGradient plain = new PlainGradient(network, c);
    BatchGradient fast = GradientCase.over(network, precision, c.x(), c.y());
    double bound = relativeError(precision, network, points);

    double[] expected = new double[network.parameters()];
    double[] gradient = new double[network.parameters()];
    double value = plain.valueAndGradient(c.theta(), OutputKernel.SQUARED_ERROR, expected);
    double change = Math.sqrt(-2 * value * points); // at most, if each residual changes by one
    assertThat(fast.valueAndGradient(c.theta(), OutputKernel.SQUARED_ERROR, gradient))
        .isCloseTo(value, within(bound * Math.max(-value, change)));
    assertClose(gradient, expected, bound);

    OutputLoss loss = absoluteLoss(c.y());
    value = plain.valueAndGradient(c.theta(), loss, expected);
    assertThat(fast.valueAndGradient(c.theta(), loss, gradient))
        .isCloseTo(value, within(bound * value));
    assertClose(gradient, expected, bound);

    double[][] expectedOutputs = new double[network.outputs()][points];
    double[][] outputs = new double[network.outputs()][points];
    plain.outputs(c.theta(), expectedOutputs);
    fast.outputs(c.theta(), outputs);
    for (int i = 0; i < outputs.length; i++) {
      assertClose(outputs[i], expectedOutputs[i], bound);
    }
  }

  /** Levels are added as rows, neurons across lanes, whatever their numbers. */
  @ParameterizedTest
  @EnumSource(Precision.class)
  void levelsOfColumnsAgreeWithThePlainGradient(Precision precision) {
    int[][] hidden = {{}, {3}, {8}, {16, 5}, {21, 4}, {40}};
    int[][] levels = {{40}, {3, 30, 2}, {17, 16}};
    for (Activation activation : Activation.values()) {
      for (int[] layers : hidden) {
        for (int[] of : levels) {
          for (int numbers : new int[] {0, 1, 6}) {
            for (int points : new int[] {1, 530, 1100}) {
              int inputs = numbers + Arrays.stream(of).sum();
              Network network = Network.of(inputs, layers, 2, activation);
              agreeWithThePlainGradient(precision, network, points, of);
            }
          }
        }
      }
    }
  }

  private static void agreeWithThePlainGradient(
      Precision precision, Network network, int points, int[] levels) {
    GradientCase c =
        GradientCase.random(network, OutputKernel.HETEROSCEDASTIC, points, 5).oneHot(6, levels);
    BatchGradient plain = new PlainGradient(network, c);
    BatchGradient fast = c.batch(network, precision);
    double bound = 2 * relativeError(precision, network, points); // a point has few levels of many
    double[] expected = new double[network.parameters()];
    double[] gradient = new double[network.parameters()];
    double value = plain.valueAndGradient(c.theta(), OutputKernel.HETEROSCEDASTIC, expected);
    assertThat(fast.valueAndGradient(c.theta(), OutputKernel.HETEROSCEDASTIC, gradient))
        .isCloseTo(value, within(bound * points * Math.max(1, Math.abs(value / points))));
    assertClose(gradient, expected, bound);
    double[][] expectedOutputs = new double[2][points];
    double[][] outputs = new double[2][points];
    plain.outputs(c.theta(), expectedOutputs);
    fast.outputs(c.theta(), outputs);
    for (int i = 0; i < outputs.length; i++) {
      assertClose(outputs[i], expectedOutputs[i], bound);
    }
  }

  /** Where a point has two levels of a column, all its inputs are numbers. */
  @ParameterizedTest
  @EnumSource(Precision.class)
  void inputsThatAreNoLevelsAreNumbers(Precision precision) {
    Network network = Network.of(45, new int[] {5}, 1, Activation.TANH);
    GradientCase c = GradientCase.random(network, 20, 5).oneHot(6, 40);
    c.x()[7][3] = c.oneHots().getFirst().high()[2];
    c.x()[9][3] = c.oneHots().getFirst().high()[4];
    double[] gradient = new double[network.parameters()];
    double[] expected = new double[network.parameters()];
    double value =
        c.batch(network, precision)
            .valueAndGradient(c.theta(), OutputKernel.SQUARED_ERROR, gradient);
    assertThat(
            GradientCase.over(network, precision, c.x(), c.y())
                .valueAndGradient(c.theta(), OutputKernel.SQUARED_ERROR, expected))
        .isEqualTo(value);
    assertThat(gradient).isEqualTo(expected);
  }

  /**
   * Roundings along the longest path through the network and back, and over the points of a lane.
   */
  private static double relativeError(Precision precision, Network network, int points) {
    int tanh = 20;
    int roundings = Math.min(points, 1000) / 8 + 16;
    for (int width : network.widths()) {
      roundings += 2 * (width + tanh);
    }
    return roundings * (precision == Precision.SINGLE ? 0x1p-24 : 0x1p-53);
  }

  private static void assertClose(double[] actual, double[] expected, double bound) {
    double scale =
        Math.max(
            1,
            Arrays.stream(expected).map(Math::abs).max().orElseThrow()); // terms are of order one
    int worst = 0;
    for (int k = 0; k < expected.length; k++) {
      if (!(Math.abs(actual[k] - expected[k]) <= Math.abs(actual[worst] - expected[worst]))) {
        worst = k;
      }
    }
    assertThat(actual[worst])
        .as("entry %d", worst)
        .isCloseTo(expected[worst], within(bound * scale));
  }

  /**
   * A loss with smooth derivatives that uses the number of its points: {@code sum sqrt(1 + (f -
   * y)^2)}.
   */
  private static OutputLoss absoluteLoss(double[][] y) {
    return (first, points, outputs) -> {
      double sum = 0;
      for (int i = 0; i < outputs.length; i++) {
        for (int p = 0; p < points; p++) {
          double difference = outputs[i][p] - y[i][first + p];
          double root = Math.sqrt(1 + difference * difference);
          sum += root;
          outputs[i][p] = difference / root;
        }
      }
      return sum;
    };
  }

  @Test
  void theSquaredErrorIsALossLikeAnother() {
    Network network = Network.of(2, new int[] {6, 5}, 2, Activation.TANH);
    GradientCase c = GradientCase.random(network, 300, 6);
    BatchGradient batch = GradientCase.over(network, Precision.DOUBLE, c.x(), c.y());
    OutputLoss loss =
        (first, points, outputs) -> {
          double sum = 0;
          for (int i = 0; i < outputs.length; i++) {
            for (int p = 0; p < points; p++) {
              outputs[i][p] = c.y()[i][first + p] - outputs[i][p];
              sum -= outputs[i][p] * outputs[i][p] / 2;
            }
          }
          return sum;
        };
    double[] hot = new double[network.parameters()];
    double[] general = new double[network.parameters()];
    double value = batch.valueAndGradient(c.theta(), OutputKernel.SQUARED_ERROR, hot);
    assertThat(batch.valueAndGradient(c.theta(), loss, general))
        .isCloseTo(value, within(-1e-13 * value));
    assertThat(general).isEqualTo(hot);
  }

  @ParameterizedTest
  @EnumSource(Precision.class)
  void whatFillsUpABlockCountsForNothing(Precision precision) {
    Network network = Network.of(3, new int[] {5, 4}, 1, Activation.TANH);
    GradientCase c = GradientCase.random(network, 1, 7);
    double[][] y = {{precision == Precision.SINGLE ? (float) c.y()[0][0] : c.y()[0][0]}};
    BatchGradient batch = GradientCase.over(network, precision, c.x(), y);
    double[][] outputs = new double[1][1];
    batch.outputs(c.theta(), outputs);
    double residual = y[0][0] - outputs[0][0];
    double[] gradient = new double[network.parameters()];
    double value = batch.valueAndGradient(c.theta(), OutputKernel.SQUARED_ERROR, gradient);
    if (precision == Precision.SINGLE) {
      float rounded = (float) residual;
      assertThat(value).isEqualTo(-0.5 * (rounded * rounded));
      assertThat(gradient[network.bias(3, 0)]).isEqualTo(rounded);
    } else {
      assertThat(value).isEqualTo(-0.5 * (residual * residual));
      assertThat(gradient[network.bias(3, 0)]).isEqualTo(residual);
    }
  }

  @ParameterizedTest
  @EnumSource(Precision.class)
  void aParameterBeyondAllBoundsGivesNoNumber(Precision precision) {
    for (Activation activation : Activation.values()) {
      for (int[] hidden : new int[][] {{3}, {16, 16, 16}}) {
        Network network = Network.of(1, hidden, 1, activation);
        GradientCase c = GradientCase.random(network, 40, 8);
        BatchGradient batch = GradientCase.over(network, precision, c.x(), c.y());
        double[] gradient = new double[network.parameters()];
        for (int k = 0; k < network.parameters(); k++) {
          double[] theta = c.theta().clone();
          theta[k] = Double.NaN;
          assertThat(batch.valueAndGradient(theta, OutputKernel.SQUARED_ERROR, gradient)).isNaN();
        }
        double[] theta = c.theta().clone();
        for (double infinite :
            new double[] {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e300}) {
          theta[network.bias(network.layers(), 0)] = infinite;
          assertThat(batch.valueAndGradient(theta, OutputKernel.SQUARED_ERROR, gradient))
              .isIn(Double.NEGATIVE_INFINITY, Double.NaN);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Precision.class)
  void saturatedNeuronsAreFinite(Precision precision) {
    Network network = Network.of(1, new int[] {3}, 1, Activation.TANH);
    GradientCase c = GradientCase.random(network, 40, 9);
    double[] theta = c.theta().clone();
    for (int i = 0; i < 3; i++) {
      theta[network.weight(1, i, 0)] *= 1e6;
      theta[network.bias(1, i)] = i % 2 == 0 ? 1e30 : -1e30;
    }
    BatchGradient batch = GradientCase.over(network, precision, c.x(), c.y());
    BatchGradient plain = new PlainGradient(network, c);
    double[] gradient = new double[network.parameters()];
    double[] expected = new double[network.parameters()];
    double value = plain.valueAndGradient(theta, OutputKernel.SQUARED_ERROR, expected);
    double bound = relativeError(precision, network, 40);
    assertThat(batch.valueAndGradient(theta, OutputKernel.SQUARED_ERROR, gradient))
        .isCloseTo(value, within(-bound * value));
    assertClose(gradient, expected, bound);
  }

  /** Some arguments of tanh lie beyond the limit of its formula, some below, in every layer. */
  @ParameterizedTest
  @EnumSource(Precision.class)
  void largeWeightsAgreeWithThePlainGradient(Precision precision) {
    for (int[] widths : new int[][] {{1, 3, 1}, {5, 3, 1}, {9, 3, 1}, {3, 16, 16, 1}}) {
      Network network = new Network(widths, Activation.TANH);
      GradientCase c = GradientCase.random(network, 200, 9);
      double scale = precision == Precision.SINGLE ? 30 : 300;
      double[] theta = Arrays.stream(c.theta()).map(w -> scale * w).toArray();
      double[][] outputs = new double[1][200];
      double[][] expected = new double[1][200];
      GradientCase.over(network, precision, c.x(), c.y()).outputs(theta, outputs);
      new PlainGradient(network, c).outputs(theta, expected);
      double bound = relativeError(precision, network, 1) * scale * network.parameters();
      assertClose(outputs[0], expected[0], bound);
    }
  }
}
