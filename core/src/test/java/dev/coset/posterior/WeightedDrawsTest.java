package dev.coset.posterior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.coset.distribution.ClassProbabilities;
import dev.coset.distribution.NumberDistribution;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WeightedDrawsTest {
  private static final double[] WEIGHTS = {3, 0, 1, 2, 1e-14};

  /** The draws above as often as their weights say. */
  private static final int[] REPEATED = {0, 0, 0, 2, 3, 3};

  private static Draws draws(Posterior posterior) {
    return Draws.independent(Posteriors.draws(WEIGHTS.length, posterior.dimension()));
  }

  @ParameterizedTest
  @CsvSource({"normal, 0", "heteroscedastic, 0", "student, 0", "categorical, 2", "categorical, 4"})
  void aDrawOfTwiceTheWeightIsADrawMetTwice(String likelihood, int classes) {
    Posterior posterior = Posteriors.of(likelihood, classes);
    Draws draws = draws(posterior);
    double[][] x = {{-1, 0.3}, {0.5, 2}};
    var weighted = WeightedDraws.of(draws, WEIGHTS).predictive(posterior, x, 1);
    var repeated = posterior.predictive(draws.select(IntStream.of(REPEATED)), x, 1);
    for (int i = 0; i < 2; i++) {
      assertThat(weighted.at(i).size()).isEqualTo(3);
      assertThat(weighted.at(i).logDensity(1))
          .isCloseTo(repeated.at(i).logDensity(1), within(1e-12));
      switch (weighted.at(i)) {
        case NumberDistribution number -> same(number, repeated.number(i));
        case ClassProbabilities probabilities -> same(probabilities, repeated.classes(i));
      }
    }
  }

  private static void same(NumberDistribution weighted, NumberDistribution repeated) {
    assertThat(weighted.mean()).isCloseTo(repeated.mean(), within(1e-12));
    assertThat(weighted.aleatoric()).isCloseTo(repeated.aleatoric(), within(1e-12));
    assertThat(weighted.epistemic()).isCloseTo(repeated.epistemic(), within(1e-12));
    assertThat(weighted.quantiles(0.05, 0.5, 0.95))
        .containsExactly(repeated.quantiles(0.05, 0.5, 0.95), within(1e-9));
    var score = weighted.score(0.4);
    assertThat(score.crps()).isCloseTo(repeated.score(0.4).crps(), within(1e-9));
    assertThat(score.pit()).isCloseTo(repeated.score(0.4).pit(), within(1e-9));
  }

  private static void same(ClassProbabilities weighted, ClassProbabilities repeated) {
    assertThat(weighted.probabilities()).containsExactly(repeated.probabilities(), within(1e-12));
    assertThat(weighted.entropy()).isCloseTo(repeated.entropy(), within(1e-12));
    assertThat(weighted.mutualInformation()).isCloseTo(repeated.mutualInformation(), within(1e-12));
  }

  @Test
  void drawsThatCountAlikePredictAsBefore() {
    Posterior posterior = Posteriors.of("normal", 0);
    double[][] x = {{-1}, {0.5}};
    assertThat(
            WeightedDraws.alike(draws(posterior)).predictive(posterior, x, 1).at(0).logDensity(0.1))
        .isEqualTo(posterior.predictive(draws(posterior), x, 1).at(0).logDensity(0.1));
  }

  @Test
  void resampledDrawsAreThereAsOftenAsTheirWeightsSay() {
    Posterior posterior = Posteriors.of("normal", 0);
    Draws draws = draws(posterior).select(IntStream.range(0, 60).map(i -> i / 12));
    double[] weights = IntStream.range(0, 60).mapToDouble(i -> WEIGHTS[i / 12]).toArray();
    Draws resampled = WeightedDraws.of(draws, weights).resampled(24);
    assertThat(IntStream.range(0, 5).map(c -> times(resampled, c))).containsExactly(12, 0, 4, 8, 0);
    assertThat(WeightedDraws.alike(draws).resampled(7)).isEqualTo(draws.evenly(7));
  }

  private static int times(Draws draws, int chain) {
    return (int) IntStream.of(draws.chain()).filter(c -> c == chain).count();
  }

  @Test
  void someStandForAllByTheirWeights() {
    Posterior posterior = Posteriors.of("normal", 0);
    var some = WeightedDraws.of(draws(posterior), WEIGHTS).evenly(2);
    assertThat(some.draws().chain()).containsExactly(0, 3);
    assertThat(some.weights()).containsExactly(new double[] {0.6, 0.4}, within(1e-15));
  }

  @Test
  void refusesWhatIsNoWeight() {
    Draws draws = draws(Posteriors.of("normal", 0));
    assertThatThrownBy(() -> WeightedDraws.of(draws, new double[5]))
        .hasMessageContaining("5 weights that sum to 0.0");
    assertThatThrownBy(() -> WeightedDraws.of(draws, new double[] {Double.NaN, 1, 1, 1, 1}))
        .hasMessageContaining("sum to NaN");
  }
}
