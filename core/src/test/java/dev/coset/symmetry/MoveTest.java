package dev.coset.symmetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.coset.MonteCarlo;
import dev.coset.network.Activation;
import dev.coset.network.Network;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class MoveTest {

  static Stream<Network> networks() {
    return Stream.of(Activation.values())
        .flatMap(
            activation ->
                Stream.of(
                    Network.of(1, new int[] {3}, 1, activation),
                    Network.of(2, new int[] {4, 3}, 2, activation),
                    Network.of(3, new int[] {2, 5, 3}, 1, activation),
                    Network.of(5, new int[] {4, 1, 3, 4}, 3, activation)));
  }

  @ParameterizedTest
  @MethodSource("networks")
  void aMoveChangesNoOutput(Network network) {
    UniformRandomProvider rng = rng(1);
    for (int repeat = 0; repeat < 50; repeat++) {
      double[] q = normals(rng, network.parameters() + 1);
      double[] x = normals(rng, network.inputs());
      double[] image = Move.random(network, rng).apply(q);
      assertThat(network.output(image, x)).containsExactly(network.output(q, x), within(1e-12));
      assertThat(image[network.parameters()]).isEqualTo(q[network.parameters()]);
    }
  }

  @ParameterizedTest
  @MethodSource("networks")
  void signsAndPermutationsKeepThePriorAndAreOrthogonal(Network network) {
    UniformRandomProvider rng = rng(2);
    Move move = Clouds.isometry(network, rng);
    double[] a = normals(rng, network.parameters());
    double[] b = normals(rng, network.parameters());
    assertThat(dot(move.apply(a), move.apply(b))).isCloseTo(dot(a, b), within(1e-12));
    assertThat(absoluteValues(move.apply(a))).isEqualTo(absoluteValues(a));
  }

  @ParameterizedTest
  @MethodSource("networks")
  void theMatrixIsBlockDiagonalOverLayers(Network network) {
    Move move = Move.random(network, rng(3));
    for (int from = 0; from < network.parameters(); from++) {
      double[] unit = new double[network.parameters()];
      unit[from] = 1;
      double[] column = move.apply(unit);
      for (int to = 0; to < column.length; to++) {
        if (column[to] != 0) {
          assertThat(block(network, to)).isEqualTo(block(network, from));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("networks")
  void movesFormAGroup(Network network) {
    UniformRandomProvider rng = rng(4);
    Move a = Move.random(network, rng);
    Move b = Move.random(network, rng);
    Move c = Move.random(network, rng);
    Move one = Move.identity(network);
    double[] theta = normals(rng, network.parameters());
    double tolerance = network.activation() == Activation.TANH ? 0 : 1e-12;
    assertThat(a.then(one)).isEqualTo(a);
    assertThat(one.then(a)).isEqualTo(a);
    assertThat(a.then(b).apply(theta)).containsExactly(b.apply(a.apply(theta)), within(tolerance));
    assertThat(a.inverse().apply(a.apply(theta))).containsExactly(theta, within(tolerance));
    assertThat(a.then(b).then(c).apply(theta))
        .containsExactly(a.then(b.then(c)).apply(theta), within(tolerance));
    assertThat(a.then(b).inverse().apply(theta))
        .containsExactly(b.inverse().then(a.inverse()).apply(theta), within(tolerance));
    if (network.activation() == Activation.TANH) {
      assertThat(a.then(a.inverse())).isEqualTo(one);
      assertThat(a.then(b).then(c)).isEqualTo(a.then(b.then(c)));
    }
  }

  /** |E| = product of M! 2^M over hidden layers for tanh, of M! without the signs (and scales). */
  @ParameterizedTest
  @MethodSource("orbits")
  void theOrbitHasAsManyPointsAsTheGroup(Network network, int expected) {
    double[] theta = normals(rng(5), network.parameters());
    Set<List<Double>> orbit = new HashSet<>();
    ArrayDeque<double[]> open = new ArrayDeque<>(List.of(theta));
    List<Move> generators = generators(network);
    orbit.add(asList(theta));
    while (!open.isEmpty()) {
      double[] point = open.remove();
      for (Move generator : generators) {
        double[] image = generator.apply(point);
        if (orbit.add(asList(image))) {
          open.add(image);
        }
      }
    }
    assertThat(orbit).hasSize(expected);
  }

  static Stream<Arguments> orbits() {
    return Stream.of(
        Arguments.of(Network.of(1, new int[] {3}, 1, Activation.TANH), 6 * 8),
        Arguments.of(Network.of(2, new int[] {4}, 1, Activation.TANH), 24 * 16),
        Arguments.of(Network.of(1, new int[] {3, 2}, 1, Activation.TANH), 6 * 8 * 2 * 4),
        Arguments.of(Network.of(1, new int[] {2, 1, 2}, 2, Activation.TANH), 2 * 4 * 2 * 2 * 4),
        Arguments.of(Network.of(1, new int[] {3, 3}, 1, Activation.RELU), 6 * 6));
  }

  @Test
  void aMoveThatTheActivationDoesNotAllowIsRefused() {
    Network tanh = Network.of(1, new int[] {3}, 1, Activation.TANH);
    Network relu = Network.of(1, new int[] {3}, 1, Activation.RELU);
    assertThatThrownBy(() -> Move.of(relu, new NeuronSymmetry.SignFlip(1, 0)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Move.of(tanh, new NeuronSymmetry.Rescaling(1, 0, 2)))
        .isInstanceOf(IllegalArgumentException.class);
    for (double c : new double[] {-2, 0, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> Move.of(relu, new NeuronSymmetry.Rescaling(1, 0, c)))
          .hasMessageContaining("positive");
    }
    assertThatThrownBy(() -> Move.of(tanh, new NeuronSymmetry.Permutation(1, new int[] {0, 0, 1})))
        .hasMessageContaining("does not permute");
    for (int layer : new int[] {0, 2}) {
      assertThatThrownBy(() -> Move.of(tanh, new NeuronSymmetry.SignFlip(layer, 0)))
          .hasMessageContaining("hidden");
    }
    assertThatThrownBy(() -> Move.identity(tanh).then(Move.identity(relu)))
        .hasMessageContaining("cannot follow");
  }

  /** Drawn 4,800 times, each of the 48 moves comes as often as any other. */
  @Test
  void aRandomMoveIsUniform() {
    Network network = Network.of(1, new int[] {3}, 1, Activation.TANH);
    UniformRandomProvider rng = rng(6);
    Map<Move, Integer> counts = new HashMap<>();
    for (int repeat = 0; repeat < 4800; repeat++) {
      counts.merge(Move.random(network, rng), 1, Integer::sum);
    }
    assertThat(counts).hasSize(48);
    MonteCarlo.assertUniform(
        "moves", counts.values().stream().mapToInt(Integer::intValue).toArray());
    // Signs differ in one bit each, which may cancel; the six orders do not.
    assertThat(counts.keySet().stream().map(Move::hashCode).distinct())
        .hasSizeGreaterThanOrEqualTo(6);
    assertThat(counts.keySet().stream().map(Move::toString).distinct()).hasSize(48);
  }

  @Test
  void logarithmsOfRandomScalesAreUniform() {
    Network network = Network.of(1, new int[] {500}, 1, Activation.RELU);
    Move move = Move.random(network, rng(7));
    double[] logarithms =
        IntStream.range(0, 500).mapToDouble(i -> Math.log(move.scale(1, i))).toArray();
    MonteCarlo.assertDistributed("log scales", logarithms, x -> (x + 1) / 2, 10);
  }

  @Test
  void movesOfOtherNetworksPlacesOrScalesAreOthers() {
    Network network = Network.of(1, new int[] {2}, 1, Activation.TANH);
    Move one = Move.identity(network);
    assertThat(one).isNotEqualTo(Move.identity(Network.of(1, new int[] {2}, 1, Activation.RELU)));
    assertThat(one).isNotEqualTo(new NeuronSymmetry.SignFlip(1, 1).in(network));
    assertThat(one).isNotEqualTo(new NeuronSymmetry.Permutation(1, new int[] {1, 0}).in(network));
    assertThat(one).isNotEqualTo("Move");
  }

  private static List<Move> generators(Network network) {
    List<Move> generators = new ArrayList<>();
    for (int l = 1; l < network.layers(); l++) {
      for (int i = 0; i + 1 < network.width(l); i++) {
        generators.add(new NeuronSymmetry.Permutation(l, swap(network.width(l), i)).in(network));
      }
      for (int i = 0; network.activation() == Activation.TANH && i < network.width(l); i++) {
        generators.add(new NeuronSymmetry.SignFlip(l, i).in(network));
      }
    }
    return generators;
  }

  private static int[] swap(int n, int i) {
    int[] placeOf = new int[n];
    Arrays.setAll(placeOf, k -> k == i ? i + 1 : k == i + 1 ? i : k);
    return placeOf;
  }

  /** The layer and kind (weight or bias) of an entry of theta. */
  private static int block(Network network, int entry) {
    for (int l = 1; l <= network.layers(); l++) {
      if (entry < network.bias(l, 0)) {
        return 2 * l;
      }
      if (entry < network.bias(l, 0) + network.width(l)) {
        return 2 * l + 1;
      }
    }
    throw new AssertionError(entry);
  }

  private static List<Double> asList(double[] theta) {
    return Arrays.stream(theta).boxed().collect(Collectors.toList());
  }

  private static double[] absoluteValues(double[] a) {
    return Arrays.stream(a).map(Math::abs).sorted().toArray();
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  private static UniformRandomProvider rng(long seed) {
    return RandomSource.XO_SHI_RO_256_PP.create(seed);
  }

  private static double[] normals(UniformRandomProvider rng, int n) {
    return ZigguratSampler.NormalizedGaussian.of(rng).samples(n).toArray();
  }
}
