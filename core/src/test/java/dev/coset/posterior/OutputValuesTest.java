package dev.coset.posterior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.coset.data.Points;
import dev.coset.network.Activation;
import dev.coset.network.Network;
import dev.coset.network.Precision;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Each draw has the outputs of its own network, and its weight. */
class OutputValuesTest {
  private static final int DRAWS = 5;
  private static final Posterior POSTERIOR = Posteriors.of("normal", 0);
  private static final double[][] X = POSTERIOR.data().x(); // (feature, point)

  private static OutputValues values(int threads) {
    double[][] q = Posteriors.draws(DRAWS, POSTERIOR.dimension());
    return OutputValues.of(POSTERIOR, Draws.independent(q), X, threads);
  }

  @Test
  void aDrawsOutputsAreThoseOfTheNetworkWhateverTheThreads() {
    double[][] q = Posteriors.draws(DRAWS, POSTERIOR.dimension());
    for (int threads = 1; threads <= 3; threads++) {
      OutputValues values = values(threads);
      assertThat(values.draws()).isEqualTo(DRAWS);
      assertThat(values.points()).isEqualTo(Posteriors.POINTS);
      for (int g = 0; g < DRAWS; g++) {
        for (int i = 0; i < Posteriors.POINTS; i++) {
          double[] expected = POSTERIOR.network().output(q[g], new double[] {X[0][i], X[1][i]});
          for (int k = 0; k < expected.length; k++) {
            assertThat(values.output(k)[g][i]).isCloseTo(expected[k], within(1e-13));
          }
        }
      }
    }
  }

  @Test
  void drawsWithoutWeightAreLeftOut() {
    OutputValues all = values(1);
    OutputValues some = all.weighted(new double[] {0, 0.75, 0, 0.25, 0});
    assertThat(some.outputs()).isDeepEqualTo(new double[][][] {all.outputs()[1], all.outputs()[3]});
    assertThat(some.nuisance())
        .isDeepEqualTo(new double[][] {all.nuisance()[1], all.nuisance()[3]});
    assertThat(some.weights()).containsExactly(0.75, 0.25);
  }

  @Test
  void drawsCountAlikeUntilTheyAreWeighted() {
    OutputValues values = values(1);
    assertThat(values.weights()).containsOnly(1.0 / DRAWS);
    assertThat(values.countAlike()).isTrue();
    assertThat(values.weighted(new double[] {0.5, 0, 0.5, 0, 0}).countAlike()).isTrue();
    assertThat(values.weighted(new double[] {0.5, 0, 0.25, 0.25, 0}).countAlike()).isFalse();
  }

  @Test
  void withoutDrawsThereIsNoPoint() {
    assertThat(new OutputValues(new double[0][][], new double[0][]).points()).isZero();
  }

  /** A row so far out that single precision overflows is predicted in double precision. */
  @Test
  void whereSinglePrecisionOverflowsDoubleIsUsed() {
    var network = Network.of(1, new int[] {2, 2}, 1, Activation.RELU);
    double[] q = new double[network.parameters() + 1];
    Arrays.fill(q, 1e5);
    var posterior =
        new Posterior(
            network,
            new Prior(1),
            Likelihood.named("normal"),
            Precision.SINGLE,
            new Points(new double[][] {{1}}, new double[] {1}));
    double[] x = {1, 1e30};
    double[] values =
        OutputValues.of(posterior, Draws.independent(new double[][] {q}), new double[][] {x}, 1)
            .outputs()[0][0];
    assertThat(values[1]).isCloseTo(network.output(q, new double[] {1e30})[0], within(1e33));
    assertThat(values[1]).isGreaterThan(Float.MAX_VALUE);
  }

  @Test
  void whatIsNoPredictionIsRefused() {
    double[][][] outputs = {{{1, 2}}, {{3, Double.NaN}}};
    assertThatThrownBy(() -> new OutputValues(outputs, new double[2][0]))
        .hasMessageContaining("Draw 1 predicts NaN at point 1");
    assertThatThrownBy(() -> new OutputValues(new double[1][1][1], new double[2][0]))
        .hasMessageContaining("give one of each per draw");
    Draws shorter = Draws.independent(Posteriors.draws(1, POSTERIOR.dimension() - 1));
    assertThatThrownBy(() -> OutputValues.of(POSTERIOR, shorter, X, 1))
        .hasMessageContaining("do not fit the network");
  }
}
