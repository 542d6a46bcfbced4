package dev.coset.symmetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.network.Activation;
import dev.coset.network.Network;
import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What it decides by itself, without the exact steps that follow in {@link Aligner}. */
class GraduatedAssignmentTest {

  static Stream<Network> networks() {
    return Stream.of(Activation.values())
        .flatMap(
            activation ->
                Stream.of(
                    Network.of(2, new int[] {4}, 3, activation),
                    Network.of(2, new int[] {5, 4}, 3, activation),
                    Network.of(4, new int[] {3, 6, 5}, 1, activation)));
  }

  @ParameterizedTest
  @MethodSource("networks")
  void theReferenceIsFoundInItsOrbit(Network network) {
    UniformRandomProvider rng = Clouds.rng(1);
    for (int repeat = 0; repeat < 20; repeat++) {
      double[] reference = Clouds.normals(rng, network.parameters());
      double[] elsewhere = Clouds.isometry(network, rng).apply(reference);
      assertThat(assigned(network, reference, elsewhere)).isEqualTo(reference);
    }
  }

  /** Only ratios count: beta goes with the size of what is compared. */
  @ParameterizedTest
  @MethodSource("networks")
  void theUnitDoesNotMatter(Network network) {
    UniformRandomProvider rng = Clouds.rng(2);
    for (int repeat = 0; repeat < 20; repeat++) {
      double[] reference = Clouds.normals(rng, network.parameters());
      double[] theta = Clouds.normals(rng, network.parameters());
      double[] expected = assigned(network, reference, theta);
      for (double unit : new double[] {0x1p-20, 0x1p20}) {
        assertThat(assigned(network, times(unit, reference), theta)).isEqualTo(expected);
        assertThat(assigned(network, reference, times(unit, theta)))
            .isEqualTo(times(unit, expected));
      }
    }
  }

  /** Matching one layer after another loses some of these; evidence of all layers does not. */
  @Test
  void noisyDrawsOfADeepNetworkAreRecognised() {
    Network network = Network.of(5, new int[] {16, 16, 16}, 1, Activation.TANH);
    UniformRandomProvider rng = Clouds.rng(3);
    double[] reference = Clouds.normals(rng, network.parameters());
    for (int repeat = 0; repeat < 20; repeat++) {
      double[] noise = Clouds.normals(rng, reference.length);
      double[] theta = new double[reference.length];
      Arrays.setAll(theta, e -> reference[e] + 0.7 * noise[e]);
      double[] elsewhere = Move.random(network, rng).apply(theta);
      assertThat(assigned(network, reference, elsewhere)).isEqualTo(theta);
    }
  }

  @Test
  void nothingIsKnownOfZero() {
    Network network = Network.of(2, new int[] {3, 3}, 1, Activation.TANH);
    double[] zero = new double[network.parameters()];
    double[] theta = Clouds.normals(Clouds.rng(4), network.parameters());
    assertThat(assigned(network, zero, theta)).isEqualTo(theta);
  }

  private static double[] assigned(Network network, double[] reference, double[] theta) {
    LinearAssignment[] assignment = new LinearAssignment[network.layers()];
    for (int l = 1; l < network.layers(); l++) {
      assignment[l] = new LinearAssignment(network.width(l));
    }
    Representative representative = new Representative(network, theta, 0);
    new GraduatedAssignment(network, reference).apply(representative, assignment);
    return representative.theta();
  }

  private static double[] times(double unit, double[] values) {
    return Arrays.stream(values).map(v -> unit * v).toArray();
  }
}
