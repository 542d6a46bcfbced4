package dev.coset.chains;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.coset.MonteCarlo;
import dev.coset.posterior.Posterior;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UniformStartTest {
  private static final ChainStart START = ChainStart.named(ChainStart.UNIFORM);

  @Test
  void startsAreUniformOnMinusTwoToTwo() {
    double[] entries =
        IntStream.range(0, 2000)
            .mapToObj(
                index ->
                    START.of(Posteriors.SMALL, ChainPlan.of(1, 20, 1, 3), index, () -> false).q())
            .flatMapToDouble(Arrays::stream)
            .toArray();
    assertThat(entries).hasSize(2000 * Posteriors.SMALL.dimension());
    MonteCarlo.assertDistributed("entries", entries, q -> (q + 2) / 4, 40);
  }

  /** Half of the starts are refused, for the density or for the gradient: 2 tries on average. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aStartIsTriedAnewUntilDensityAndGradientAreFinite(boolean ofTheGradient) {
    Posterior half =
        Posteriors.with(
            (q, gradient) -> {
              double bad = q[0] < 0 ? Double.NEGATIVE_INFINITY : 0;
              gradient[1] = ofTheGradient ? bad : 0;
              return ofTheGradient ? 0 : bad;
            });
    double[] tries = new double[1000];
    for (int index = 0; index < tries.length; index++) {
      ChainStart.Point point = START.of(half, ChainPlan.of(1, 20, 1, 1), index, () -> false);
      assertThat(point.q()[0]).isPositive();
      tries[index] = point.gradients();
    }
    MonteCarlo.assertMean("tries", tries, 2, 2);
    assertThat(tries).contains(1);
  }

  @Test
  void ofAHundredTriesTheLastMayBeTheOne() {
    int[] evaluations = {0};
    Posterior late = Posteriors.with((q, g) -> ++evaluations[0] < 100 ? Double.NaN : 0);
    assertThat(START.of(late, ChainPlan.of(1, 20, 1, 1), 0, () -> false).gradients())
        .isEqualTo(100);
    Posterior never = Posteriors.with((q, g) -> Double.NaN);
    assertThatIllegalStateException()
        .isThrownBy(() -> START.of(never, ChainPlan.of(1, 20, 1, 1), 0, () -> false))
        .withMessage("No start with a finite log density was found in 100 tries.");
  }

  @Test
  void anUnknownNameIsAnsweredWithThoseThereAre() {
    assertThat(START).isInstanceOf(UniformStart.class);
    assertThat(START.name()).isEqualTo("uniform");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ChainStart.named("middle"))
        .withMessageContaining("'middle'")
        .withMessageContaining("uniform");
  }
}
