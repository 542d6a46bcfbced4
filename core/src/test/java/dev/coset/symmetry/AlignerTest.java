package dev.coset.symmetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.network.Activation;
import dev.coset.network.Network;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AlignerTest {

  static Stream<Network> networks() {
    return Stream.of(Activation.values())
        .flatMap(
            activation ->
                Stream.of(
                    Network.of(2, new int[] {4}, 2, activation),
                    Network.of(2, new int[] {3, 4}, 3, activation),
                    Network.of(5, new int[] {4, 2, 3}, 1, activation)));
  }

  @ParameterizedTest
  @MethodSource("networks")
  void similarityIsTheInnerProduct(Network network) {
    UniformRandomProvider rng = Clouds.rng(1);
    double[] theta = Clouds.normals(rng, network.parameters());
    double[] reference = Clouds.normals(rng, network.parameters());
    assertThat(new Aligner(network, reference).similarity(new Representative(network, theta, 0)))
        .isCloseTo(inner(theta, reference), within(1e-12));
  }

  /** The orbit of the reference is known by its member that lies nearest: the reference. */
  @ParameterizedTest
  @MethodSource("networks")
  void theReferenceIsFoundInItsOrbit(Network network) {
    UniformRandomProvider rng = Clouds.rng(2);
    for (int repeat = 0; repeat < 20; repeat++) {
      double[] reference = Clouds.normals(rng, network.parameters());
      double[] elsewhere = Clouds.isometry(network, rng).apply(reference);
      Aligner aligner = new Aligner(network, reference);
      assertThat(aligner.align(new Representative(network, elsewhere, 0)).theta())
          .isEqualTo(reference);
    }
  }

  /** Neither alignment nor going round the layers ends where one layer alone could do better. */
  @ParameterizedTest
  @MethodSource("networks")
  void noOtherOrderOfOneLayerIsNearer(Network network) {
    UniformRandomProvider rng = Clouds.rng(3);
    for (int repeat = 0; repeat < 10; repeat++) {
      double[] reference = Clouds.normals(rng, network.parameters());
      Aligner aligner = new Aligner(network, reference);
      var alternated = new Representative(network, Clouds.normals(rng, network.parameters()), 0);
      Representative aligned = aligner.align(alternated);
      aligner.alternate(alternated);
      for (Representative end : new Representative[] {aligned, alternated}) {
        double reached = inner(end.theta(), reference);
        for (int l = 1; l < network.layers(); l++) {
          assertThat(best(end, network, l, reference)).isLessThanOrEqualTo(reached + 1e-10);
        }
      }
    }
  }

  /** Several layers have two beginnings, and the better end wins. */
  @ParameterizedTest
  @MethodSource("networks")
  void graduatedAssignmentAloneIsNoNearer(Network network) {
    UniformRandomProvider rng = Clouds.rng(4);
    LinearAssignment[] assignment = new LinearAssignment[network.layers()];
    for (int l = 1; l < network.layers(); l++) {
      assignment[l] = new LinearAssignment(network.width(l));
    }
    for (int repeat = 0; repeat < 30; repeat++) {
      double[] reference = Clouds.normals(rng, network.parameters());
      Aligner aligner = new Aligner(network, reference);
      var graduated = new Representative(network, Clouds.normals(rng, network.parameters()), 0);
      double aligned = inner(aligner.align(graduated).theta(), reference);
      new GraduatedAssignment(network, reference).apply(graduated, assignment);
      aligner.alternate(graduated);
      assertThat(inner(graduated.theta(), reference)).isLessThanOrEqualTo(aligned + 1e-9);
    }
  }

  /** Of what signs and orders of one layer can give the most, by trying all. */
  private static double best(Representative at, Network network, int l, double[] reference) {
    int n = network.width(l);
    int signs = network.activation() == Activation.TANH ? 1 << n : 1;
    double best = Double.NEGATIVE_INFINITY;
    for (int[] place : orders(n).toList()) {
      for (int bits = 0; bits < signs; bits++) {
        int flipped = bits;
        Representative moved = at.copy();
        double[] sign =
            IntStream.range(0, n).mapToDouble(i -> (flipped >> i & 1) == 1 ? -1 : 1).toArray();
        moved.rearrange(l, place, sign);
        best = Math.max(best, inner(moved.theta(), reference));
      }
    }
    return best;
  }

  private static Stream<int[]> orders(int n) {
    if (n == 0) {
      return Stream.of(new int[0]);
    }
    return orders(n - 1)
        .flatMap(
            shorter ->
                IntStream.range(0, n)
                    .mapToObj(
                        last -> {
                          int[] order = Arrays.copyOf(shorter, n);
                          order[n - 1] = last;
                          for (int i = 0; i < n - 1; i++) {
                            order[i] += order[i] >= last ? 1 : 0;
                          }
                          return order;
                        }));
  }

  private static double inner(double[] a, double[] b) {
    return IntStream.range(0, a.length).mapToDouble(e -> a[e] * b[e]).sum();
  }
}
