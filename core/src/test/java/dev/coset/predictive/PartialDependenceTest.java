package dev.coset.predictive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.data.Points;
import dev.coset.distribution.Mixtures;
import dev.coset.network.Activation;
import dev.coset.network.Network;
import dev.coset.network.Precision;
import dev.coset.posterior.DrawSchema;
import dev.coset.posterior.Draws;
import dev.coset.posterior.OutputValues;
import dev.coset.posterior.Posterior;
import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PartialDependenceTest {
  private static final double[][] VALUES = {{-1}, {0}, {2}};

  private final ZigguratSampler.NormalizedGaussian normal =
      ZigguratSampler.NormalizedGaussian.of(Mixtures.random(11));
  private final double[][] rows = new double[3][20]; // (feature, row)

  PartialDependenceTest() {
    for (double[] feature : rows) {
      Arrays.setAll(feature, i -> normal.sample());
    }
  }

  private Draws draws(Network network) {
    Draws draws = Draws.ofSize(7, network.parameters() + 1, DrawSchema.NONE);
    Arrays.setAll(draws.values(), i -> normal.sample());
    return draws;
  }

  private static Posterior posterior(Network network) {
    return Normals.posterior(network, Precision.DOUBLE);
  }

  @Test
  void ofALinearFunctionIsALineWithTheFeaturesSlope() {
    Network linear = Network.of(3, new int[0], 1, Activation.TANH);
    Draws draws = draws(linear);
    OutputValues dependence =
        new PartialDependence(posterior(linear), draws, rows, 2).of(new int[] {1}, VALUES);
    double other0 = DoubleStream.of(rows[0]).average().orElseThrow();
    double other2 = DoubleStream.of(rows[2]).average().orElseThrow();
    for (int g = 0; g < draws.count(); g++) {
      double[] q = draws.draw(g);
      double rest =
          q[linear.bias(1, 0)]
              + q[linear.weight(1, 0, 0)] * other0
              + q[linear.weight(1, 0, 2)] * other2;
      for (int v = 0; v < VALUES.length; v++) {
        assertThat(dependence.output(0)[g][v])
            .isCloseTo(rest + q[linear.weight(1, 0, 1)] * VALUES[v][0], within(1e-12));
      }
      assertThat(dependence.nuisance(0)[g]).isEqualTo(StrictMath.exp(q[q.length - 1]));
    }
  }

  /** The mean over rows of single rows is the mean over draws of the dependence. */
  @Test
  void singleRowsHaveTheDependenceAsTheirMean() {
    Network network = Network.of(3, new int[] {4}, 1, Activation.TANH);
    Draws draws = draws(network);
    var dependence = new PartialDependence(posterior(network), draws, rows, 1);
    double[][] single = dependence.individual(new int[] {1}, VALUES)[0];
    double[][] byDraw = dependence.of(new int[] {1}, VALUES).output(0);
    for (int v = 0; v < VALUES.length; v++) {
      int value = v;
      assertThat(Arrays.stream(single).mapToDouble(row -> row[value]).average().orElseThrow())
          .isCloseTo(
              Arrays.stream(byDraw).mapToDouble(f -> f[value]).average().orElseThrow(),
              within(1e-12));
    }
    double[][] first = {{rows[0][0], rows[0][0]}, {-1, 2}, {rows[2][0], rows[2][0]}};
    double[][] there = OutputValues.of(posterior(network), draws, first, 1).output(0);
    assertThat(single[0][2] - single[0][0])
        .isCloseTo(
            Arrays.stream(there).mapToDouble(f -> f[1] - f[0]).average().orElseThrow(),
            within(1e-12));
  }

  @Test
  void overOneRowIsTheFunctionThere() {
    Network network = Network.of(3, new int[] {4}, 1, Activation.TANH);
    Draws draws = draws(network);
    double[][] row = {{0.3}, {9}, {9}};
    double[][] both = {{-1, 0.5}, {2, -2}};
    OutputValues dependence =
        new PartialDependence(posterior(network), draws, row, 1).of(new int[] {1, 2}, both);
    for (int g = 0; g < draws.count(); g++) {
      for (int v = 0; v < both.length; v++) {
        double[] x = {0.3, both[v][0], both[v][1]};
        assertThat(dependence.output(0)[g][v])
            .isCloseTo(network.output(draws.draw(g), x)[0], within(1e-12));
      }
    }
  }

  static Stream<Network> networks() {
    return Stream.of(Activation.values())
        .flatMap(
            activation ->
                Stream.of(new int[0], new int[] {1}, new int[] {5}, new int[] {4, 3})
                    .map(hidden -> Network.of(3, hidden, 1, activation)));
  }

  @ParameterizedTest
  @MethodSource("networks")
  void isTheMeanOfTheWholeNetworkOverRows(Network network) {
    Draws draws = draws(network);
    OutputValues dependence =
        new PartialDependence(posterior(network), draws, rows, 2).of(new int[] {2}, VALUES);
    for (int g = 0; g < draws.count(); g++) {
      for (int v = 0; v < VALUES.length; v++) {
        double mean = 0;
        for (int row = 0; row < 20; row++) {
          double[] x = {rows[0][row], rows[1][row], VALUES[v][0]};
          mean += network.output(draws.draw(g), x)[0] / 20;
        }
        assertThat(dependence.output(0)[g][v]).isCloseTo(mean, within(1e-12));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("networks")
  void slopesAreRootMeanSquaresOfDifferences(Network network) {
    Draws draws = draws(network);
    double[][] slopes = new PartialDependence(posterior(network), draws, rows, 2).slopes();
    double h = 1e-6; // no kink of these rows lies so near
    for (int g = 0; g < draws.count(); g++) {
      for (int j = 0; j < rows.length; j++) {
        double squares = 0;
        for (int row = 0; row < 20; row++) {
          double[] x = {rows[0][row], rows[1][row], rows[2][row]};
          x[j] += h;
          double above = network.output(draws.draw(g), x)[0];
          x[j] -= 2 * h;
          double below = network.output(draws.draw(g), x)[0];
          squares += (above - below) * (above - below) / (4 * h * h) / 20;
        }
        assertThat(slopes[g][j]).isCloseTo(Math.sqrt(squares), within(1e-7));
      }
    }
  }

  @Test
  void theLppdOfAllDrawsIsThatOfThePredictive() {
    Network network = Network.of(3, new int[] {2}, 1, Activation.TANH);
    Draws draws = draws(network);
    double[] y = new double[20];
    Arrays.setAll(y, i -> 3 * normal.sample());
    Posterior posterior = posterior(network);
    double[] lppd = LppdByDraws.of(posterior.logLikelihood(draws, new Points(rows, y), 1), null);
    for (int n = 1; n <= draws.count(); n++) {
      var first = draws.select(IntStream.range(0, n));
      Scores scores = Scores.of(posterior.predictive(first, rows, 1), y);
      assertThat(lppd[n - 1]).isCloseTo(scores.lppd(), within(1e-12));
    }
  }
}
