package dev.coset.symmetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.network.Activation;
import dev.coset.network.Network;
import dev.coset.posterior.Draws;
import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
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
      SymmetryFree free = removal.apply(F1, Clouds.scrambled(cloud, scrambling));
      assertThat(free.settled()).isTrue();
      assertThat(Clouds.shareInOnePlace(scrambling, free)).isEqualTo(1);
    }
  }

  /** No move leaves a draw nearer to the reference than the best one does. */
  @ParameterizedTest
  @MethodSource("variants")
  void exactAlignmentIsAtLeastAsTight(GeometryRemoval removal) {
    Draws cloud = Clouds.scrambled(Clouds.around(F1, 150, 0.6, 1), Clouds.moves(F1, 150, 2));
    SymmetryFree paper = removal.apply(F1, cloud);
    SymmetryFree exact = SymmetryRemoval.EXACT.apply(F1, cloud);
    assertThat(exact.sumOfSquares()).isLessThanOrEqualTo(paper.sumOfSquares());
    assertThat(exact.withinNeuronVariance()).isLessThanOrEqualTo(paper.withinNeuronVariance());
  }

  @Test
  void reluAndSeveralLayersAndOutputsAreHandled() {
    for (Activation activation : Activation.values()) {
      Network network = Network.of(2, new int[] {4, 1, 3}, 2, activation);
      Draws cloud = Clouds.around(network, 40, 0.5, 3);
      assertThat(GeometryRemoval.PAPER.apply(network, cloud).draws().count()).isEqualTo(40);
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void theResultDoesNotDependOnTheNumberOfThreads(GeometryRemoval removal) throws Exception {
    Draws cloud = Clouds.scrambled(Clouds.around(F1, 80, 0.5, 4), Clouds.moves(F1, 80, 5));
    try (ForkJoinPool one = new ForkJoinPool(1);
        ForkJoinPool four = new ForkJoinPool(4)) {
      SymmetryFree a = one.submit(() -> removal.apply(F1, cloud)).get();
      SymmetryFree b = four.submit(() -> removal.apply(F1, cloud)).get();
      assertThat(a.draws().values()).isEqualTo(b.draws().values());
    }
  }

  /**
   * Points around (2, 2) and (-2, -2), stretched along the gap: the plane must not cut through
   * either heap.
   */
  @Test
  void theHyperplaneKeepsOffThePoints() {
    UniformRandomProvider rng = Clouds.rng(6);
    double[] along = Clouds.normals(rng, 500);
    double[] across = Clouds.normals(rng, 500);
    double[][] points = new double[2][500];
    for (int p = 0; p < 500; p++) {
      double side = p % 2 == 0 ? 2 : -2;
      points[0][p] = side + 3 * along[p] + 0.2 * across[p];
      points[1][p] = side - 3 * along[p] + 0.2 * across[p];
    }
    Hyperplane plane = Hyperplane.best(points, 1, 8, 0);
    double[] margin = plane.margins(points);
    for (int p = 0; p < 500; p++) {
      assertThat(Math.signum(margin[p])).isEqualTo((p % 2 == 0 ? 1 : -1) * Math.signum(margin[0]));
    }
    assertThat(Arrays.stream(margin).map(Math::abs).min().orElseThrow()).isGreaterThan(0.5);
    assertThat(plane.loss()).isLessThanOrEqualTo(Hyperplane.best(points, 1, 1, 0).loss());
  }
}
