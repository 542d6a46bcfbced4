package dev.coset.symmetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.coset.network.Activation;
import dev.coset.network.Network;
import dev.coset.posterior.DrawSchema;
import dev.coset.posterior.Draws;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ExactAlignmentTest {
  private static final Network F1 = Network.of(1, new int[] {3}, 1, Activation.TANH);
  private static final Network F2 = Network.of(5, new int[] {16, 16, 16}, 1, Activation.TANH);

  static Stream<Network> networks() {
    return Stream.of(
        F1,
        Network.of(2, new int[] {4, 3}, 2, Activation.TANH),
        F2,
        Network.of(3, new int[] {6, 5, 4, 6}, 1, Activation.TANH),
        Network.of(2, new int[] {5}, 1, Activation.RELU),
        Network.of(3, new int[] {8, 8}, 1, Activation.RELU));
  }

  /** align(g theta) = align(theta): to the last bit, unless scales are involved. */
  @ParameterizedTest
  @MethodSource("networks")
  void theResultDoesNotDependOnWhereInTheirOrbitsTheDrawsLie(Network network) {
    Draws cloud = Clouds.around(network, 20, 0.3, 1);
    Draws scrambled = Clouds.scrambled(cloud, Clouds.moves(network, 20, 2));
    double[] expected = SymmetryRemoval.EXACT.apply(network, cloud, 1).draws().values();
    double[] actual = SymmetryRemoval.EXACT.apply(network, scrambled, 1).draws().values();
    assertThat(actual)
        .containsExactly(expected, within(network.activation() == Activation.TANH ? 0 : 1e-9));
  }

  @ParameterizedTest
  @MethodSource("networks")
  void plantedSymmetryIsRemovedCompletely(Network network) {
    Draws cloud = Clouds.around(network, 50, 0.1, 3);
    Move[] scrambling = Clouds.moves(network, 50, 4);
    SymmetryFree free =
        SymmetryRemoval.EXACT.apply(network, Clouds.scrambled(cloud, scrambling), 1);
    assertThat(free.settled()).isTrue();
    if (network.activation() == Activation.TANH) {
      assertThat(Clouds.shareInOnePlace(scrambling, free)).isEqualTo(1);
    }
    double[] planted = SymmetryFree.mean(network, cloud.values(), cloud.dimension());
    assertThat(free.sumOfSquares()).isLessThanOrEqualTo(sumOfSquares(cloud, planted) * (1 + 1e-12));
  }

  /**
   * Half as much noise as there is signal, in each of 657 parameters: matching layer by layer loses
   * some draws here.
   */
  @Test
  void noisyDrawsOfADeepNetworkAreBroughtTogetherToo() {
    Draws cloud = Clouds.around(F2, 30, 0.5, 12);
    Move[] scrambling = Clouds.moves(F2, 30, 13);
    SymmetryFree free = SymmetryRemoval.EXACT.apply(F2, Clouds.scrambled(cloud, scrambling), 1);
    assertThat(Clouds.shareInOnePlace(scrambling, free)).isEqualTo(1);
  }

  @Test
  void nuisanceEntriesStay() {
    Draws cloud = Clouds.around(F1, 50, 0.5, 5);
    Draws free = SymmetryRemoval.EXACT.apply(F1, cloud, 1).draws();
    for (int g = 0; g < 50; g++) {
      assertThat(free.value(g, F1.parameters())).isEqualTo(cloud.value(g, F1.parameters()));
    }
  }

  @Test
  void oneHiddenLayerIsAlignedAsWellAsByTryingTheWholeGroup() {
    Network network = Network.of(2, new int[] {3}, 2, Activation.TANH);
    List<Move> group = group(network);
    assertThat(group).hasSize(48);
    UniformRandomProvider rng = Clouds.rng(6);
    for (int repeat = 0; repeat < 50; repeat++) {
      Aligner aligner = new Aligner(network, Clouds.normals(rng, network.parameters()));
      double[] theta = Clouds.normals(rng, network.parameters());
      double best =
          group.stream()
              .mapToDouble(
                  move -> aligner.similarity(new Representative(network, move.apply(theta), 0)))
              .max()
              .orElseThrow();
      Representative aligned = aligner.align(new Representative(network, theta, 0));
      assertThat(aligner.similarity(aligned)).isCloseTo(best, within(1e-12));
    }
  }

  @Test
  void theResultDoesNotDependOnTheNumberOfThreads() {
    Draws cloud = Clouds.scrambled(Clouds.around(F2, 10, 0.8, 7), Clouds.moves(F2, 10, 8));
    SymmetryFree a = SymmetryRemoval.EXACT.apply(F2, cloud, 1);
    SymmetryFree b = SymmetryRemoval.EXACT.apply(F2, cloud, 4);
    assertThat(a.draws().values()).isEqualTo(b.draws().values());
  }

  @Test
  void aRepresentativeRemembersItsMove() {
    UniformRandomProvider rng = Clouds.rng(9);
    double[] theta = Clouds.normals(rng, F2.parameters());
    Representative representative = new Representative(F2, theta, 0);
    for (int step = 0; step < 10; step++) {
      Move move = Move.random(F2, rng);
      int l = 1 + rng.nextInt(3);
      int[] place = new int[16];
      double[] sign = new double[16];
      for (int i = 0; i < 16; i++) {
        place[i] = move.placeOf(l, i);
        sign[i] = move.scale(l, i);
      }
      representative.rearrange(l, place, sign);
      assertThat(representative.move().apply(theta)).isEqualTo(representative.theta());
    }
  }

  @Test
  void aBalancedReluNeuronTakesInAsMuchAsItGivesOutAndNoRescalingIsShorter() {
    Network network = Network.of(3, new int[] {4, 5}, 2, Activation.RELU);
    UniformRandomProvider rng = Clouds.rng(10);
    double[] theta = Clouds.normals(rng, network.parameters());
    Representative balanced = new Representative(network, theta, 0);
    Balance.apply(network, balanced);
    double least = square(balanced.theta());
    assertThat(least).isLessThan(square(theta));
    for (int l = 1; l < network.layers(); l++) {
      for (int i = 0; i < network.width(l); i++) {
        for (double c : new double[] {0.9, 1.1}) {
          var rescaling = new NeuronSymmetry.Rescaling(l, i, c);
          assertThat(square(rescaling.apply(network, balanced.theta()))).isGreaterThan(least);
        }
      }
    }
  }

  @Test
  void thereMayBeOneDrawOrNoHiddenLayer() {
    Network linear = Network.of(3, new int[0], 2, Activation.TANH);
    for (SymmetryRemoval removal : List.of(SymmetryRemoval.EXACT, GeometryRemoval.PAPER)) {
      Draws draws = Clouds.around(linear, 10, 0.1, 14);
      assertThat(removal.apply(linear, draws, 1).draws().values()).isEqualTo(draws.values());
      assertThat(removal.apply(F1, Clouds.around(F1, 1, 0.1, 15), 1).sumOfSquares()).isZero();
      Network narrow = Network.of(1, new int[] {2, 1}, 1, Activation.TANH);
      assertThat(removal.apply(narrow, Clouds.around(narrow, 1, 0.1, 15), 1).sumOfSquares())
          .isZero();
    }
  }

  /** The first reference is the same however many there are, and the best is kept. */
  @Test
  void moreStartsNeverLoseAndSometimesGain() {
    int gained = 0;
    for (long seed = 1; seed <= 6; seed++) {
      Draws noise = Clouds.around(new double[F1.parameters()], 40, 1, Clouds.rng(seed));
      double one = new ExactAlignment(1, 200).apply(F1, noise, 1).sumOfSquares();
      double eight = new ExactAlignment(8, 200).apply(F1, noise, 1).sumOfSquares();
      assertThat(eight).isLessThanOrEqualTo(one * (1 + 1e-8));
      gained += eight < one * (1 - 1e-8) ? 1 : 0;
    }
    assertThat(gained).isPositive();
  }

  @Test
  void roundsAreLimited() {
    Draws noise = Clouds.around(new double[F1.parameters()], 40, 1, Clouds.rng(1));
    SymmetryFree limited = new ExactAlignment(1, 1).apply(F1, noise, 1);
    assertThat(limited.rounds()).isOne();
    assertThat(limited.settled()).isFalse();
    for (int[] bad : new int[][] {{0, 1}, {1, 0}}) {
      assertThatThrownBy(() -> new ExactAlignment(bad[0], bad[1]))
          .hasMessageContaining("at least one start and one round");
    }
  }

  @Test
  void drawsThatCannotBeMovedAreRefused() {
    Draws broken = Clouds.around(F1, 3, 0.1, 16);
    broken.values()[15] = Double.NaN;
    for (SymmetryRemoval removal : List.of(SymmetryRemoval.EXACT, GeometryRemoval.PAPER)) {
      assertThatThrownBy(() -> removal.apply(F1, broken, 1)).hasMessageContaining("Draw 1");
      assertThatThrownBy(() -> removal.apply(F1, Draws.ofSize(0, 11, DrawSchema.NONE), 1))
          .hasMessageContaining("no draws");
      assertThatThrownBy(() -> removal.apply(F2, broken, 1)).hasMessageContaining("do not fit");
    }
  }

  @Test
  void aChangedFunctionIsAnError() {
    Draws cloud = Clouds.around(F1, 2, 0.1, 11);
    Move identity = Move.identity(F1);
    Move wrong =
        new Move(F1, new int[][] {{0}, {0, 1, 2}, {0}}, new double[][] {{1}, {1, 2, 1}, {1}});
    assertThatThrownBy(() -> SymmetryFree.of(F1, cloud, List.of(identity, wrong), 1, true, 1))
        .hasMessageContaining("draw 1");
  }

  private static List<Move> group(Network network) {
    Set<Move> group = new HashSet<>(Set.of(Move.identity(network)));
    ArrayDeque<Move> open = new ArrayDeque<>(group);
    List<Move> generators = new ArrayList<>();
    for (int i = 0; i < network.width(1); i++) {
      generators.add(new NeuronSymmetry.SignFlip(1, i).in(network));
      List<Integer> swapped = new ArrayList<>(List.of(0, 1, 2));
      Collections.swap(swapped, i, (i + 1) % 3);
      int[] placeOf = swapped.stream().mapToInt(p -> p).toArray();
      generators.add(new NeuronSymmetry.Permutation(1, placeOf).in(network));
    }
    while (!open.isEmpty()) {
      Move move = open.remove();
      for (Move generator : generators) {
        Move next = move.then(generator);
        if (group.add(next)) {
          open.add(next);
        }
      }
    }
    return List.copyOf(group);
  }

  private static double sumOfSquares(Draws draws, double[] centre) {
    double sum = 0;
    for (int g = 0; g < draws.count(); g++) {
      for (int e = 0; e < centre.length; e++) {
        double deviation = draws.value(g, e) - centre[e];
        sum += deviation * deviation;
      }
    }
    return sum;
  }

  private static double square(double[] a) {
    double sum = 0;
    for (double x : a) {
      sum += x * x;
    }
    return sum;
  }
}
