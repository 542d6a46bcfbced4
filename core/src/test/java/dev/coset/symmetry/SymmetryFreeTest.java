package dev.coset.symmetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.coset.network.Activation;
import dev.coset.network.Network;
import dev.coset.posterior.DrawSchema;
import dev.coset.posterior.Draws;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SymmetryFreeTest {
  private static final Network NETWORK = Network.of(2, new int[] {3, 4}, 2, Activation.TANH);
  private static final int DRAWS = 7;

  private final Draws before = Clouds.around(NETWORK, DRAWS, 0.4, 1);
  private final List<Move> moves = List.of(Clouds.moves(NETWORK, DRAWS, 2));
  private final SymmetryFree free = SymmetryFree.of(NETWORK, before, moves, 5, true, 1);

  @Test
  void theDrawsAreTheImagesUnderTheMoves() {
    for (int g = 0; g < DRAWS; g++) {
      assertThat(free.draws().draw(g)).isEqualTo(moves.get(g).apply(before.draw(g)));
    }
    assertThat(free.moves()).isEqualTo(moves);
    assertThat(free.rounds()).isEqualTo(5);
    assertThat(free.settled()).isTrue();
  }

  @Test
  void theReferenceIsTheMeanAndTheSumOfSquaresIsAboutIt() {
    double squares = 0;
    for (int e = 0; e < NETWORK.parameters(); e++) {
      assertThat(free.reference()[e]).isCloseTo(mean(e), within(1e-14));
      squares += DRAWS * variance(e);
    }
    assertThat(free.reference()).hasSize(NETWORK.parameters());
    assertThat(free.sumOfSquares()).isCloseTo(squares, within(1e-12));
  }

  /**
   * Summed over neurons, a bias and a weight to or from a hidden layer count once, a weight between
   * two hidden layers twice, a bias of the output not at all.
   */
  @Test
  void theVarianceWithinNeuronsCountsWeightsAtBothEnds() {
    double sum = 0;
    for (int l = 1; l <= 3; l++) {
      for (int i = 0; i < NETWORK.width(l); i++) {
        sum += l < 3 ? variance(NETWORK.bias(l, i)) : 0;
        for (int j = 0; j < NETWORK.width(l - 1); j++) {
          sum += (l == 2 ? 2 : 1) * variance(NETWORK.weight(l, i, j));
        }
      }
    }
    assertThat(free.withinNeuronVariance()).isCloseTo(sum / (3 + 4), within(1e-13));
  }

  private double mean(int e) {
    return IntStream.range(0, DRAWS).mapToDouble(g -> free.draws().value(g, e)).sum() / DRAWS;
  }

  private double variance(int e) {
    return IntStream.range(0, DRAWS)
            .mapToDouble(g -> Math.pow(free.draws().value(g, e) - mean(e), 2))
            .sum()
        / DRAWS;
  }

  /** A change is measured against the output where that is large, against 1 where it is small. */
  @Test
  void roundingIsAllowedAndNothingElse() {
    for (double size : new double[] {1e-3, 1, 1e6}) {
      double unit = 1e-8 * Math.max(1, size);
      assertThatNoException().isThrownBy(() -> shiftOutput(size, 0.9 * unit));
      assertThatThrownBy(() -> shiftOutput(size, 1.1 * unit)).hasMessageContaining("draw 0");
      assertThatThrownBy(() -> shiftOutput(-size, 1.1 * unit)).hasMessageContaining("draw 0");
    }
  }

  /** Scales the bias of a network that is a constant, so that it grows by so much. */
  private static void shiftOutput(double constant, double by) {
    Network network = Network.of(1, new int[] {1}, 1, Activation.TANH);
    Draws draws = Draws.ofSize(1, network.parameters(), DrawSchema.NONE);
    draws.values()[network.bias(2, 0)] = constant;
    double[][] scale = {{1}, {1}, {1 + by / Math.abs(constant)}};
    Move wrong = new Move(network, new int[3][1], scale);
    SymmetryFree.of(network, draws, List.of(wrong), 0, true, 1);
  }
}
