package dev.coset.symmetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.coset.network.Activation;
import dev.coset.network.Network;
import dev.coset.posterior.Draws;
import dev.coset.symmetry.GeometryRemoval.Similarity;
import dev.coset.symmetry.NeuronSymmetry.SignFlip;
import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GeometryRemovalTest {
  private static final Network F1 = Network.of(1, new int[] {3}, 1, Activation.TANH);

  static Stream<GeometryRemoval> variants() {
    return Stream.of(GeometryRemoval.PAPER, GeometryRemoval.AUTHORS_CODE);
  }

  @ParameterizedTest
  @MethodSource("variants")
  void plantedSymmetryOfOneHiddenLayerIsRemovedCompletely(GeometryRemoval removal) {
    for (long seed = 1; seed < 4; seed++) {
      Draws cloud = Clouds.around(F1, 200, 0.1, seed);
      Move[] scrambling = Clouds.moves(F1, 200, seed + 10);
      SymmetryFree free = removal.apply(F1, Clouds.scrambled(cloud, scrambling), 1);
      assertThat(free.settled()).isTrue();
      assertThat(Clouds.shareInOnePlace(scrambling, free)).isEqualTo(1);
    }
  }

  /** No move leaves a draw nearer to the reference than the best one does. */
  @ParameterizedTest
  @MethodSource("variants")
  void exactAlignmentIsAtLeastAsTight(GeometryRemoval removal) {
    Draws cloud = Clouds.scrambled(Clouds.around(F1, 150, 0.6, 1), Clouds.moves(F1, 150, 2));
    SymmetryFree paper = removal.apply(F1, cloud, 1);
    SymmetryFree exact = SymmetryRemoval.EXACT.apply(F1, cloud, 1);
    assertThat(exact.sumOfSquares()).isLessThanOrEqualTo(paper.sumOfSquares());
    assertThat(exact.withinNeuronVariance()).isLessThanOrEqualTo(paper.withinNeuronVariance());
  }

  /**
   * "We set k = 1024 in all experiments", "we set I = 256 in all experiments" (appendix B); C and
   * the two planes are those of the authors' code. The text asks for {@code K_beta > 1}; 8 is ours.
   */
  @Test
  void theConstantsAreThoseOfThePaperAndItsCode() {
    assertThat(variants()).allMatch(v -> v.neighbours() == 1024 && v.rounds() == 256);
    assertThat(variants()).allMatch(v -> v.cost() == 1);
    assertThat(GeometryRemoval.PAPER.hyperplanes()).isEqualTo(8);
    assertThat(GeometryRemoval.PAPER.similarity()).isEqualTo(Similarity.GAUSSIAN);
    assertThat(GeometryRemoval.PAPER.standardised()).isFalse();
    assertThat(GeometryRemoval.PAPER.renamedShare()).isEqualTo(1);
    assertThat(GeometryRemoval.AUTHORS_CODE.hyperplanes()).isEqualTo(2);
    assertThat(GeometryRemoval.AUTHORS_CODE.similarity()).isEqualTo(Similarity.EXPONENTIAL);
    assertThat(GeometryRemoval.AUTHORS_CODE.standardised()).isTrue();
    assertThat(GeometryRemoval.AUTHORS_CODE.renamedShare()).isEqualTo(0.5);
    assertThat(GeometryRemoval.AUTHORS_CODE.patience()).isEqualTo(8);
  }

  /**
   * Algorithm 1 maps phi and -phi to the same side, so it is all the same with which signs the
   * draws of one hidden layer came.
   */
  @ParameterizedTest
  @MethodSource("variants")
  void theResultDoesNotDependOnTheSignsOfTheDraws(GeometryRemoval removal) {
    Draws cloud = Clouds.scrambled(Clouds.around(F1, 150, 0.6, 1), Clouds.moves(F1, 150, 2));
    UniformRandomProvider rng = Clouds.rng(3);
    Move[] flips = new Move[150];
    Arrays.setAll(
        flips,
        g ->
            Move.of(
                F1, rng.ints(2, 0, 3).mapToObj(i -> new SignFlip(1, i)).toArray(SignFlip[]::new)));
    assertThat(removal.apply(F1, Clouds.scrambled(cloud, flips), 1).draws().values())
        .isEqualTo(removal.apply(F1, cloud, 1).draws().values());
  }

  /**
   * All neurons of the first hidden layer get the same input, and what they send to the second is
   * the same but for the order: only once that layer is in order can they be told apart.
   */
  @Test
  void layersAreTakenFromTheLastToTheFirst() {
    Network network = Network.of(1, new int[] {3, 3}, 2, Activation.TANH);
    double[] centre = new double[network.parameters() + 1];
    double[] sent = {0.3, 0.6, 1.2};
    for (int i = 0; i < 3; i++) {
      centre[network.weight(1, i, 0)] = 1;
      for (int j = 0; j < 3; j++) {
        centre[network.weight(2, i, j)] = sent[(i + j) % 3];
      }
      centre[network.bias(2, i)] = 5 * (i + 1);
      centre[network.weight(3, 0, i)] = 5 * (i + 1);
      centre[network.weight(3, 1, i)] = -5 * (i + 1);
    }
    for (long seed = 1; seed < 4; seed++) {
      Draws cloud = Clouds.around(centre, 150, 0.1, Clouds.rng(seed));
      Move[] scrambling = Clouds.moves(network, 150, seed + 10);
      SymmetryFree free =
          GeometryRemoval.PAPER.apply(network, Clouds.scrambled(cloud, scrambling), 1);
      assertThat(Clouds.shareInOnePlace(scrambling, free)).isEqualTo(1);
    }
  }

  /** Of permutations and scales nothing is left: the draws lie as close together as before. */
  @ParameterizedTest
  @MethodSource("variants")
  void plantedSymmetryOfSeveralReluLayersAndOutputsIsRemovedCompletely(GeometryRemoval removal) {
    Network network = Network.of(2, new int[] {4, 1, 3}, 2, Activation.RELU);
    for (long seed = 1; seed < 4; seed++) {
      Draws cloud = Clouds.around(network, 100, 0.05, seed);
      Draws scrambled = Clouds.scrambled(cloud, Clouds.moves(network, 100, seed + 10));
      SymmetryFree free = removal.apply(network, scrambled, 1);
      assertThat(free.settled()).isTrue();
      assertThat(free.sumOfSquares())
          .isCloseTo(removal.apply(network, cloud, 1).sumOfSquares(), withinPercentage(1e-8));
    }
  }

  @Test
  void oneNeighbourIsTooFew() {
    assertThat(shareInOnePlace(with(8, 1, 1024, 256), 0.1, 1)).isEqualTo(1);
    assertThat(shareInOnePlace(with(8, 1, 1, 256), 0.1, 1)).isLessThan(0.5);
  }

  /** The best of several planes parts more of the clouds from their mirror images. */
  @Test
  void onePlaneIsTooFew() {
    double one = 0;
    double eight = 0;
    for (long seed = 1; seed <= 15; seed++) {
      one += shareInOnePlace(with(1, 1, 1024, 256), 0.2, seed);
      eight += shareInOnePlace(with(8, 1, 1024, 256), 0.2, seed);
    }
    assertThat(eight).isGreaterThan(one);
  }

  private static double shareInOnePlace(GeometryRemoval removal, double noise, long seed) {
    Move[] scrambling = Clouds.moves(F1, 200, seed + 10);
    Draws cloud = Clouds.scrambled(Clouds.around(F1, 200, noise, seed), scrambling);
    return Clouds.shareInOnePlace(scrambling, removal.apply(F1, cloud, 1));
  }

  @Test
  void roundsAreLimited() {
    Draws cloud = Clouds.scrambled(Clouds.around(F1, 150, 0.4, 1), Clouds.moves(F1, 150, 2));
    int needed = GeometryRemoval.PAPER.apply(F1, cloud, 1).rounds();
    assertThat(needed).isGreaterThan(3);
    for (int limit = 1; limit < needed; limit++) {
      SymmetryFree free = with(8, 1, 1024, limit).apply(F1, cloud, 1);
      assertThat(free.rounds()).isEqualTo(limit);
      assertThat(free.settled()).isFalse();
    }
  }

  /** A neuron whose weights are uncertain along the gap between them and their negatives. */
  @Test
  void aPlaneThatMayCutForNothingCuts() {
    Network network = Network.of(1, new int[] {1}, 1, Activation.TANH);
    Draws cloud = Clouds.around(new double[network.parameters() + 1], 200, 0.2, Clouds.rng(1));
    double[] along = Clouds.normals(Clouds.rng(2), 200);
    for (int g = 0; g < 200; g++) {
      int at = g * cloud.dimension();
      cloud.values()[at + network.weight(1, 0, 0)] += 2 + 3 * along[g];
      cloud.values()[at + network.weight(2, 0, 0)] += 2 - 3 * along[g];
    }
    Move[] scrambling = Clouds.moves(network, 200, 3);
    Draws scrambled = Clouds.scrambled(cloud, scrambling);
    SymmetryFree dear = with(8, 1, 1024, 256).apply(network, scrambled, 1);
    SymmetryFree cheap = with(8, 1e-6, 1024, 256).apply(network, scrambled, 1);
    assertThat(Clouds.shareInOnePlace(scrambling, dear)).isEqualTo(1);
    assertThat(Clouds.shareInOnePlace(scrambling, cheap)).isLessThan(0.9);
  }

  /** Biases in a small unit that say nothing drown the rest, unless vectors are standardised. */
  @Test
  void standardisedVectorsAreVotedOnInAnyUnit() {
    double[] centre = new double[F1.parameters() + 1];
    for (int i = 0; i < 3; i++) {
      centre[F1.weight(1, i, 0)] = i + 1;
      centre[F1.weight(2, 0, i)] = 3 - i;
    }
    Draws cloud = Clouds.around(centre, 150, 0.1, Clouds.rng(1));
    for (int g = 0; g < 150; g++) {
      for (int i = 0; i < 3; i++) {
        cloud.values()[g * cloud.dimension() + F1.bias(1, i)] *= 30;
      }
    }
    Move[] scrambling = Clouds.moves(F1, 150, 2);
    Draws scrambled = Clouds.scrambled(cloud, scrambling);
    for (boolean standardised : new boolean[] {true, false}) {
      var removal =
          new GeometryRemoval(8, 1, 1024, 256, Similarity.EXPONENTIAL, standardised, 1, 1, 0);
      double share = Clouds.shareInOnePlace(scrambling, removal.apply(F1, scrambled, 1));
      assertThat(share == 1).as("share %s", share).isEqualTo(standardised);
    }
  }

  private static GeometryRemoval with(int hyperplanes, double cost, int neighbours, int rounds) {
    return new GeometryRemoval(
        hyperplanes, cost, neighbours, rounds, Similarity.GAUSSIAN, false, 1, 1, 0);
  }

  @ParameterizedTest
  @MethodSource("variants")
  void theResultDoesNotDependOnTheNumberOfThreads(GeometryRemoval removal) {
    Draws cloud = Clouds.scrambled(Clouds.around(F1, 80, 0.5, 4), Clouds.moves(F1, 80, 5));
    SymmetryFree a = removal.apply(F1, cloud, 1);
    SymmetryFree b = removal.apply(F1, cloud, 4);
    assertThat(a.draws().values()).isEqualTo(b.draws().values());
  }

  @Test
  void optionsThatMeanNothingAreRefused() {
    for (int one : new int[] {0, 1, 2, 3}) {
      int[] counts = {1, 1, 1, 1};
      assertThatNoException().isThrownBy(() -> of(counts, 1e-9, 1));
      counts[one] = 0;
      assertThatIllegalArgumentException()
          .isThrownBy(() -> of(counts, 1, 1))
          .withMessageContaining("at least 1");
    }
    double[][] bad = {{0, 1}, {Double.NaN, 1}, {1, 0}, {1, 1.01}, {1, Double.NaN}};
    for (double[] costAndShare : bad) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> of(new int[] {1, 1, 1, 1}, costAndShare[0], costAndShare[1]))
          .withMessageContaining("hinge cost");
    }
  }

  private static GeometryRemoval of(int[] counts, double cost, double share) {
    return new GeometryRemoval(
        counts[0], cost, counts[1], counts[2], Similarity.GAUSSIAN, false, share, counts[3], 0);
  }

  /** A weight that is the same in all draws has no unit to be measured in, and no vote. */
  @Test
  void aConstantCoordinateIsStandardisedAway() {
    Network network = Network.of(2, new int[] {3}, 1, Activation.TANH);
    Draws cloud = Clouds.around(network, 100, 0.1, 1);
    for (int g = 0; g < 100; g++) {
      for (int i = 0; i < 3; i++) {
        cloud.values()[g * cloud.dimension() + network.weight(1, i, 1)] = 0;
      }
    }
    Move[] scrambling = Clouds.moves(network, 100, 2);
    SymmetryFree free =
        GeometryRemoval.AUTHORS_CODE.apply(network, Clouds.scrambled(cloud, scrambling), 1);
    assertThat(Clouds.shareInOnePlace(scrambling, free)).isEqualTo(1);
  }
}
