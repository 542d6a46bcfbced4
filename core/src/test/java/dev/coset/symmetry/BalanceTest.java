package dev.coset.symmetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.network.Activation;
import dev.coset.network.Network;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BalanceTest {
  private static final Network NETWORK = Network.of(3, new int[] {4, 5}, 2, Activation.RELU);

  @Test
  void whatGoesInIsAsLongAsWhatGoesOut() {
    Representative balanced = balanced(Clouds.normals(Clouds.rng(1), NETWORK.parameters()));
    for (int l = 1; l <= 2; l++) {
      for (int i = 0; i < NETWORK.width(l); i++) {
        assertThat(in(balanced.theta(), l, i))
            .isCloseTo(out(balanced.theta(), l, i), within(1e-12));
      }
    }
  }

  /** {@code relu(w x) v} with a bias b: the factor is the fourth root of v^2 / (w^2 + b^2). */
  @Test
  void oneNeuronIsTheClosedForm() {
    Network one = Network.of(1, new int[] {1}, 1, Activation.RELU);
    Representative balanced = new Representative(one, new double[] {3, 4, 80, 7}, 0);
    Balance.apply(one, balanced);
    assertThat(balanced.theta()).containsExactly(new double[] {12, 16, 20, 7}, within(1e-12));
    assertThat(balanced.move().scale(1, 0)).isCloseTo(4, within(1e-12));
  }

  @Test
  void allThatDiffersByScalesOnlyBecomesTheSame() {
    double[] theta = Clouds.normals(Clouds.rng(2), NETWORK.parameters());
    double[] rescaled = theta;
    for (int i = 0; i < 4; i++) {
      rescaled = new NeuronSymmetry.Rescaling(1, i, 0.3 + i).apply(NETWORK, rescaled);
      rescaled = new NeuronSymmetry.Rescaling(2, i, 2.5 - 0.5 * i).apply(NETWORK, rescaled);
    }
    assertThat(balanced(rescaled).theta()).containsExactly(balanced(theta).theta(), within(1e-12));
  }

  /** Nothing goes into one neuron and nothing out of another: no scale would balance them. */
  @Test
  void aDeadNeuronStaysAsItIs() {
    double[] theta = Clouds.normals(Clouds.rng(3), NETWORK.parameters());
    theta[NETWORK.bias(1, 1)] = 0;
    for (int j = 0; j < 3; j++) {
      theta[NETWORK.weight(1, 1, j)] = 0;
    }
    for (int k = 0; k < 2; k++) {
      theta[NETWORK.weight(3, k, 2)] = 0;
    }
    Representative balanced = balanced(theta);
    assertThat(balanced.move().scale(1, 1)).isEqualTo(1);
    assertThat(balanced.move().scale(2, 2)).isEqualTo(1);
    assertThat(Arrays.stream(balanced.theta()).allMatch(Double::isFinite)).isTrue();
  }

  private static Representative balanced(double[] theta) {
    Representative representative = new Representative(NETWORK, theta, 0);
    Balance.apply(NETWORK, representative);
    return representative;
  }

  private static double in(double[] theta, int l, int i) {
    return Math.hypot(
        theta[NETWORK.bias(l, i)],
        Math.sqrt(
            IntStream.range(0, NETWORK.width(l - 1))
                .mapToDouble(j -> Math.pow(theta[NETWORK.weight(l, i, j)], 2))
                .sum()));
  }

  private static double out(double[] theta, int l, int i) {
    return Math.sqrt(
        IntStream.range(0, NETWORK.width(l + 1))
            .mapToDouble(k -> Math.pow(theta[NETWORK.weight(l + 1, k, i)], 2))
            .sum());
  }
}
