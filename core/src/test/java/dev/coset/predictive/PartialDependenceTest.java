package dev.coset.predictive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.network.Activation;
import dev.coset.network.Network;
import dev.coset.network.Precision;
import dev.coset.posterior.Draws;
import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.junit.jupiter.api.Test;

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
    Draws draws = Draws.ofSize(7, network.parameters() + 1);
    Arrays.setAll(draws.values(), i -> normal.sample());
    return draws;
  }

  @Test
  void ofALinearFunctionIsALineWithTheFeaturesSlope() {
    Network linear = Network.of(3, new int[0], 1, Activation.TANH);
    Draws draws = draws(linear);
    FunctionValues dependence =
        PartialDependence.of(linear, Precision.DOUBLE, draws, rows, new int[] {1}, VALUES, 2);
    double other0 = DoubleStream.of(rows[0]).average().orElseThrow();
    double other2 = DoubleStream.of(rows[2]).average().orElseThrow();
    for (int g = 0; g < draws.count(); g++) {
      double[] q = draws.draw(g);
      double rest =
          q[linear.bias(1, 0)]
              + q[linear.weight(1, 0, 0)] * other0
              + q[linear.weight(1, 0, 2)] * other2;
      for (int v = 0; v < VALUES.length; v++) {
        assertThat(dependence.f()[g][v])
            .isCloseTo(rest + q[linear.weight(1, 0, 1)] * VALUES[v][0], within(1e-12));
      }
      assertThat(dependence.sigma()[g]).isEqualTo(StrictMath.exp(q[q.length - 1]));
    }
  }

  @Test
  void overOneRowIsTheFunctionThere() {
    Network network = Network.of(3, new int[] {4}, 1, Activation.TANH);
    Draws draws = draws(network);
    double[][] row = {{0.3}, {9}, {9}};
    double[][] both = {{-1, 0.5}, {2, -2}};
    FunctionValues dependence =
        PartialDependence.of(network, Precision.DOUBLE, draws, row, new int[] {1, 2}, both, 1);
    for (int g = 0; g < draws.count(); g++) {
      for (int v = 0; v < both.length; v++) {
        double[] x = {0.3, both[v][0], both[v][1]};
        assertThat(dependence.f()[g][v])
            .isCloseTo(network.output(draws.draw(g), x)[0], within(1e-12));
      }
    }
  }

  @Test
  void theLppdOfAllDrawsIsThatOfThePredictive() {
    Network network = Network.of(3, new int[] {2}, 1, Activation.TANH);
    Draws draws = draws(network);
    double[] y = new double[20];
    Arrays.setAll(y, i -> 3 * normal.sample());
    var values = FunctionValues.of(network, Precision.DOUBLE, draws, rows, 1);
    double[] lppd = values.lppdByDraws(y);
    for (int n = 1; n <= draws.count(); n++) {
      var first = draws.select(IntStream.range(0, n));
      Scores scores = Scores.of(Predictive.of(network, Precision.DOUBLE, first, rows, 1), y);
      assertThat(lppd[n - 1]).isCloseTo(scores.lppd(), within(1e-12));
    }
  }
}
