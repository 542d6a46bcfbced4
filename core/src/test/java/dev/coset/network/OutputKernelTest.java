package dev.coset.network;

import static dev.coset.network.OutputKernel.HETEROSCEDASTIC;
import static dev.coset.network.OutputKernel.LOGISTIC;
import static dev.coset.network.OutputKernel.SOFTMAX;
import static dev.coset.network.OutputKernel.SQUARED_ERROR;
import static dev.coset.network.OutputKernel.STUDENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The fast kernels are the plain ones up to rounding, at the ends of their ranges too. */
class OutputKernelTest {
  private static final int[] POINTS = {1, 15, 16, 17, 63, 64, 65, 511, 512, 513, 1200};
  private static final int[][] HIDDEN = {{3}, {16, 16, 16}};

  static List<Arguments> cases() {
    List<Arguments> cases = new ArrayList<>();
    for (Precision precision : Precision.values()) {
      for (Activation activation : Activation.values()) {
        for (int[] hidden : HIDDEN) {
          for (int outputs : new int[] {1, 2, 3, 5, 10}) {
            Network network = Network.of(3, hidden, outputs, activation);
            for (OutputKernel kernel : GradientCase.kernels(network)) {
              cases.add(Arguments.of(precision, kernel, network));
            }
          }
        }
      }
    }
    return cases;
  }

  @ParameterizedTest(name = "{0} {1} {2}")
  @MethodSource("cases")
  void agreeWithThePlainGradient(Precision precision, OutputKernel kernel, Network network) {
    for (int points : POINTS) {
      GradientCase c = GradientCase.random(network, kernel, points, 5);
      BatchGradient plain = new PlainGradient(network, c);
      BatchGradient fast = c.batch(network, precision);
      double[] expected = new double[network.parameters() + kernel.shapes()];
      double[] gradient = new double[expected.length];
      double value = plain.valueAndGradient(c.theta(), kernel, c.shape(), expected);
      double bound = relativeError(precision, network) * sensitivity(network, plain, kernel, c);
      assertThat(fast.valueAndGradient(c.theta(), kernel, c.shape(), gradient))
          .as("%d points", points)
          .isCloseTo(value, within(bound));
      for (int k = 0; k < expected.length; k++) {
        assertThat(gradient[k])
            .as("%d points, entry %d", points, k)
            .isCloseTo(expected[k], within(bound));
      }
    }
  }

  /** Roundings along the longest path through the network, the kernel, and back. */
  private static double relativeError(Precision precision, Network network) {
    int roundings = 32 + 2 * 20;
    for (int width : network.widths()) {
      roundings += 2 * (width + 20);
    }
    return roundings * (precision == Precision.SINGLE ? 0x1p-24 : 0x1p-53);
  }

  /** How much the value and the derivatives change if every output changes by its own size. */
  private static double sensitivity(
      Network network, BatchGradient plain, OutputKernel kernel, GradientCase c) {
    int points = c.x()[0].length;
    double[][] outputs = new double[network.outputs()][points];
    plain.outputs(c.theta(), outputs);
    double[][] derivatives = Arrays.stream(outputs).map(double[]::clone).toArray(double[][]::new);
    double[] byShape = new double[kernel.shapes()];
    new PlainLoss(kernel, c.y(), c.weights(), c.shape(), byShape)
        .valueAndDerivative(0, points, derivatives);
    double sum = Arrays.stream(byShape).map(Math::abs).sum();
    for (int i = 0; i < outputs.length; i++) {
      for (int p = 0; p < points; p++) {
        sum += (1 + Math.abs(derivatives[i][p])) * (1 + Math.abs(outputs[i][p]));
      }
    }
    return sum;
  }

  /** A network without hidden layers and inputs but zero: its outputs are its biases. */
  private static BatchGradient constant(Precision precision, int outputs, double... y) {
    double[][] x = {new double[y.length]};
    return GradientCase.over(network(outputs), precision, x, new double[][] {y});
  }

  private static Network network(int outputs) {
    return Network.of(1, new int[] {}, outputs, Activation.TANH);
  }

  private static double value(BatchGradient batch, OutputKernel kernel, double... outputs) {
    double[] gradient = new double[2 * outputs.length + kernel.shapes()];
    return batch.valueAndGradient(theta(outputs), kernel, shape(kernel), gradient);
  }

  /** The derivatives by the outputs, summed over the points. */
  private static double[] derivatives(BatchGradient batch, OutputKernel kernel, double... outputs) {
    double[] gradient = new double[2 * outputs.length + kernel.shapes()];
    batch.valueAndGradient(theta(outputs), kernel, shape(kernel), gradient);
    return Arrays.copyOfRange(gradient, outputs.length, 2 * outputs.length);
  }

  private static double[] shape(OutputKernel kernel) {
    double[] shape = new double[kernel.shapes()];
    Arrays.fill(shape, 3);
    return shape;
  }

  private static double[] theta(double... biases) {
    double[] theta = new double[2 * biases.length];
    System.arraycopy(biases, 0, theta, biases.length, biases.length);
    return theta;
  }

  private static double epsilon(Precision precision) {
    return precision == Precision.SINGLE ? 0x1p-23 : 0x1p-52;
  }

  /** One point in a block of sixty-four. */
  @ParameterizedTest
  @EnumSource(Precision.class)
  void whatFillsUpABlockCountsForNothing(Precision precision) {
    BatchGradient normal = constant(precision, 2, 0.5);
    assertThat(value(normal, HETEROSCEDASTIC, 0.5, 0.25)).isEqualTo(-0.25);
    assertThat(derivatives(normal, HETEROSCEDASTIC, 0.5, 0.25)).containsExactly(0, -1);
    assertThat(value(normal, HETEROSCEDASTIC, 1.5, 0)).isEqualTo(-0.5);
    assertThat(derivatives(normal, HETEROSCEDASTIC, 1.5, 0)).containsExactly(-1, 0);
    assertThat(value(normal, STUDENT, 0.5, 0.25)).isEqualTo(-0.25);
    assertThat(derivatives(normal, STUDENT, 0.5, 0.25)).containsExactly(0, -1);
    BatchGradient two = constant(precision, 1, 1);
    assertThat(value(two, LOGISTIC, 1e4)).isZero();
    assertThat(derivatives(two, LOGISTIC, 1e4)).containsExactly(0);
    assertThat(derivatives(two, LOGISTIC, 0)).containsExactly(0.5);
    BatchGradient four = constant(precision, 4, 2);
    assertThat(value(four, SOFTMAX, 0, 0, 1e4, 0)).isZero();
    assertThat(derivatives(four, SOFTMAX, 0, 0, 1e4, 0)).containsExactly(0, 0, 0, 0);
    assertThat(derivatives(four, SOFTMAX, 7, 7, 7, 7)).containsExactly(-0.25, -0.25, 0.75, -0.25);
  }

  @ParameterizedTest
  @EnumSource(Precision.class)
  void twoClassesBySoftmaxAreOneLogitTheirDifference(Precision precision) {
    BatchGradient one = constant(precision, 1, 0, 1, 1, 0, 1);
    BatchGradient two = constant(precision, 2, 0, 1, 1, 0, 1);
    for (double z : new double[] {-50, -3.25, -0.5, 0, 1, 2.75, 40}) {
      double bound = 5 * 4 * epsilon(precision) * (1 + Math.abs(z));
      assertThat(value(two, SOFTMAX, 1.5, 1.5 + z))
          .isCloseTo(value(one, LOGISTIC, z), within(bound));
      double derivative = derivatives(one, LOGISTIC, z)[0];
      double[] both = derivatives(two, SOFTMAX, 1.5, 1.5 + z);
      assertThat(both[1]).isCloseTo(derivative, within(bound));
      assertThat(both[0]).isCloseTo(-derivative, within(bound));
    }
  }

  /** Exact, for the differences of these outputs are. */
  @ParameterizedTest
  @EnumSource(Precision.class)
  void softmaxDoesNotSeeWhatAllOutputsShare(Precision precision) {
    BatchGradient batch = constant(precision, 3, 0, 1, 2, 2, 1);
    double value = value(batch, SOFTMAX, -1, 0.5, 2);
    double[] derivatives = derivatives(batch, SOFTMAX, -1, 0.5, 2);
    for (double shift : new double[] {-1e4, -8, 1, 1e4}) {
      assertThat(value(batch, SOFTMAX, -1 + shift, 0.5 + shift, 2 + shift)).isEqualTo(value);
      assertThat(derivatives(batch, SOFTMAX, -1 + shift, 0.5 + shift, 2 + shift))
          .isEqualTo(derivatives);
    }
  }

  @ParameterizedTest
  @EnumSource(Precision.class)
  void extremeOutputsAreFiniteWhereTheDensityIs(Precision precision) {
    BatchGradient two = constant(precision, 1, 0, 1);
    for (double z : new double[] {-1e4, 1e4}) {
      assertThat(value(two, LOGISTIC, z)).isEqualTo(-1e4);
      assertThat(derivatives(two, LOGISTIC, z)).containsExactly(z > 0 ? -1 : 1);
    }
    BatchGradient three = constant(precision, 3, 0, 1, 2);
    assertThat(value(three, SOFTMAX, 1e4, 0, -1e4)).isEqualTo(-3e4);
    assertThat(derivatives(three, SOFTMAX, 1e4, 0, -1e4)).containsExactly(-2, 1, 1);
    BatchGradient normal = constant(precision, 2, 0.5);
    assertThat(value(normal, HETEROSCEDASTIC, 3, 1e4)).isEqualTo(-1e4);
    assertThat(derivatives(normal, HETEROSCEDASTIC, 3, 1e4)).containsExactly(0, -1);
  }

  /** A point with twice the weight is two points; one without weight is none. */
  @ParameterizedTest(name = "{0} {1} {2}")
  @MethodSource("cases")
  void aWeightIsANumberOfPoints(Precision precision, OutputKernel kernel, Network network) {
    int points = 100;
    GradientCase c = GradientCase.random(network, kernel, points, 6);
    double[] weights = IntStream.range(0, points).mapToDouble(p -> p % 3).toArray();
    int[] repeated =
        IntStream.range(0, points).flatMap(p -> IntStream.generate(() -> p).limit(p % 3)).toArray();
    var weighted =
        new GradientCase(c.x(), c.y(), c.theta(), weights, c.shape()).batch(network, precision);
    var twice = GradientCase.over(network, precision, rows(c.x(), repeated), rows(c.y(), repeated));
    double[] gradient = new double[network.parameters() + kernel.shapes()];
    double[] expected = new double[gradient.length];
    double value = twice.valueAndGradient(c.theta(), kernel, c.shape(), expected);
    double bound =
        relativeError(precision, network)
            * sensitivity(network, new PlainGradient(network, c), kernel, c);
    assertThat(weighted.valueAndGradient(c.theta(), kernel, c.shape(), gradient))
        .isCloseTo(value, within(2 * bound));
    for (int k = 0; k < expected.length; k++) {
      assertThat(gradient[k]).as("entry %d", k).isCloseTo(expected[k], within(2 * bound));
    }
  }

  private static double[][] rows(double[][] columns, int[] rows) {
    return Arrays.stream(columns)
        .map(column -> Arrays.stream(rows).mapToDouble(row -> column[row]).toArray())
        .toArray(double[][]::new);
  }

  /** Of ever more degrees of freedom, a Student t distribution is the normal one. */
  @ParameterizedTest
  @EnumSource(Precision.class)
  void withManyDegreesOfFreedomStudentIsNormal(Precision precision) {
    BatchGradient batch = constant(precision, 2, 0.5, -2, 3);
    double[] f = {0.25, 0.75};
    double n = 1e6;
    double[] gradient = new double[5];
    double value = batch.valueAndGradient(theta(f), STUDENT, new double[] {n}, gradient);
    assertThat(value).isCloseTo(value(batch, HETEROSCEDASTIC, f), within(3e-5));
    double[] normal = derivatives(batch, HETEROSCEDASTIC, f);
    assertThat(gradient[2]).isCloseTo(normal[0], within(3e-5));
    assertThat(gradient[3]).isCloseTo(normal[1], within(3e-5));
    assertThat(gradient[4]).isCloseTo(0, within(1e-5));
  }

  /** So that a sampler turns away. */
  @ParameterizedTest
  @EnumSource(Precision.class)
  void aPrecisionBeyondAllNumbersGivesNoFiniteValue(Precision precision) {
    BatchGradient batch = constant(precision, 2, 0.5);
    for (double logSigma : new double[] {-400, -1e4, Double.NEGATIVE_INFINITY}) {
      for (double mean : new double[] {0.5, 0.25, 1e30}) {
        assertThat(Double.isFinite(value(batch, HETEROSCEDASTIC, mean, logSigma))).isFalse();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Precision.class)
  void notANumberStaysOne(Precision precision) {
    for (int outputs : new int[] {1, 2, 3}) {
      for (OutputKernel kernel : GradientCase.kernels(network(outputs))) {
        double[][] y = new double[kernel.targets(outputs)][7];
        BatchGradient batch = GradientCase.over(network(outputs), precision, new double[1][7], y);
        for (int i = 0; i < outputs; i++) {
          double[] f = new double[outputs];
          f[i] = Double.NaN;
          assertThat(value(batch, kernel, f)).as("%s", kernel).isNaN();
          assertThat(derivatives(batch, kernel, f)[i]).as("%s", kernel).isNaN();
        }
      }
    }
  }

  @Test
  void aKernelIsForItsOwnOutputsAndTargetsOnly() {
    for (OutputKernel kernel : OutputKernel.values()) {
      int outputs = kernel == LOGISTIC ? 2 : kernel == SQUARED_ERROR ? 3 : 1;
      for (BatchGradient batch :
          List.of(
              constant(Precision.SINGLE, outputs, 0, 1),
              constant(Precision.DOUBLE, outputs, 0, 1),
              new PlainGradient(
                  network(outputs), new double[1][2], new double[1][2], new double[2]))) {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> value(batch, kernel, new double[outputs]))
            .withMessageContaining(kernel.name());
      }
    }
  }
}
