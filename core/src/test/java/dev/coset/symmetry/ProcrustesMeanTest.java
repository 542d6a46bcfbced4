package dev.coset.symmetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.network.Activation;
import dev.coset.network.Network;
import dev.coset.posterior.Draws;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ProcrustesMeanTest {
  private static final int DRAWS = 15;

  static Stream<Network> networks() {
    return Stream.of(
        Network.of(2, new int[] {5}, 1, Activation.TANH),
        Network.of(2, new int[] {4, 3}, 2, Activation.TANH),
        Network.of(2, new int[] {4, 3}, 1, Activation.RELU));
  }

  @ParameterizedTest
  @MethodSource("networks")
  void theReferenceIsTheMeanOfTheCloud(Network network) {
    Representative[] cloud = cloud(network);
    var mean = new ProcrustesMean(network, cloud, cloud[0].theta(), 200, 1);
    double squares = 0;
    for (int e = 0; e < network.parameters(); e++) {
      int entry = e;
      double average =
          Arrays.stream(cloud).mapToDouble(draw -> draw.theta()[entry]).average().orElseThrow();
      assertThat(mean.reference()[e]).isCloseTo(average, within(1e-13));
      for (Representative draw : cloud) {
        squares += Math.pow(draw.theta()[e] - average, 2);
      }
    }
    assertThat(mean.sumOfSquares()).isCloseTo(squares, within(1e-11));
  }

  /** Every round is an alignment and a mean, and neither raises the sum. */
  @ParameterizedTest
  @MethodSource("networks")
  void noRoundRaisesTheSumOfSquares(Network network) {
    int needed = mean(network, 200).rounds();
    assertThat(needed).isGreaterThan(2);
    double least = Double.POSITIVE_INFINITY;
    for (int limit = 1; limit <= needed; limit++) {
      ProcrustesMean mean = mean(network, limit);
      assertThat(mean.rounds()).isEqualTo(limit);
      assertThat(mean.settled()).isEqualTo(limit == needed);
      assertThat(mean.sumOfSquares()).isLessThanOrEqualTo(least * (1 + 1e-12));
      least = mean.sumOfSquares();
    }
    assertThat(least).isLessThan(0.99 * mean(network, 1).sumOfSquares());
  }

  /** From its own end it needs a round to align anew and one to see that nothing moves. */
  @ParameterizedTest
  @MethodSource("networks")
  void aSettledMeanStays(Network network) {
    Representative[] cloud = cloud(network);
    var mean = new ProcrustesMean(network, cloud, cloud[0].theta(), 200, 1);
    var again = new ProcrustesMean(network, cloud, mean.reference(), 200, 1);
    assertThat(again.settled()).isTrue();
    assertThat(again.sumOfSquares()).isLessThanOrEqualTo(mean.sumOfSquares() * (1 + 1e-12));
    for (Representative draw : cloud) {
      Representative moved = draw.copy();
      new Aligner(network, again.reference()).alternate(moved);
      assertThat(moved.theta()).isEqualTo(draw.theta());
    }
  }

  private static ProcrustesMean mean(Network network, int limit) {
    Representative[] cloud = cloud(network);
    return new ProcrustesMean(network, cloud, cloud[0].theta(), limit, 1);
  }

  /** So noisy that neurons are mistaken for each other at first. */
  private static Representative[] cloud(Network network) {
    Draws draws = Clouds.around(network, DRAWS, 0.9, 1);
    return Representative.ofAll(
        network, Clouds.scrambled(draws, Clouds.moves(network, DRAWS, 2)), 1);
  }
}
