package dev.coset.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.distribution.Predictive;
import java.util.Arrays;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FunctionSpreadTest {
  private static final double[][] INPUTS = {{0, 1, 2}};
  private static final double[] NOISE = {0.1, 0.2, 0.1, 0.3};

  /** (component, point): values of four functions. */
  private static final double[][] VALUES = {{1, 2, 3}, {2, 2, 5}, {0, 1, -1}, {1.5, 3, 3}};

  private static Function<double[][], Predictive> functions(double[]... values) {
    return x -> Predictive.of(values, Arrays.copyOf(NOISE, values.length));
  }

  private static FunctionSpread spread() {
    return FunctionSpread.of(functions(VALUES), functions(VALUES), INPUTS, 2);
  }

  /** Where functions differ by more than noise, in units of the epistemic variance of all. */
  @Test
  void ofAllComponentsItIsOneOnAverage() {
    FunctionSpread spread = spread();
    assertThat(spread.full()).isCloseTo(1, within(1e-12));
    assertThat(Arrays.stream(spread.of()).average()).hasValueCloseTo(1.0, within(1e-12));
    double expected = 0;
    for (int i = 0; i < 3; i++) {
      double center = 0;
      double variance = 0;
      for (double[] value : VALUES) {
        center += value[i] / 4;
      }
      for (double[] value : VALUES) {
        variance += Math.pow(value[i] - center, 2) / 4;
      }
      expected += Math.pow(VALUES[1][i] - center, 2) / variance / 3;
    }
    assertThat(spread.of()[1]).isCloseTo(expected, within(1e-12));
  }

  /** Where functions differ by less than a twentieth of the noise, that is the unit. */
  @Test
  void differencesFarBelowTheNoiseHardlyCount() {
    double[] noise = {100, 100, 100, 100};
    Function<double[][], Predictive> noisy = x -> Predictive.of(VALUES, noise);
    FunctionSpread spread = FunctionSpread.of(noisy, noisy, INPUTS, 1);
    double expected = 0;
    for (int i = 0; i < 3; i++) {
      int input = i;
      double center = Arrays.stream(VALUES).mapToDouble(v -> v[input]).average().orElseThrow();
      for (double[] value : VALUES) {
        expected += Math.pow((value[i] - center) / 5, 2) / 4 / 3;
      }
    }
    assertThat(spread.full()).isCloseTo(expected, within(1e-12)).isLessThan(0.5);
    assertThat(Arrays.stream(spread.of()).average()).hasValueCloseTo(expected, within(1e-12));
  }

  /** The nearest such weights: their logarithms change in a straight line of the distance. */
  @Test
  void matchedWeightsHaveTheVarianceOfAll() {
    FunctionSpread spread = spread();
    int[] chosen = {3, 0, 2};
    double[] weights = {0.2, 0.3, 0.5};
    double[] matched = spread.matched(chosen, weights);
    assertThat(Arrays.stream(matched).sum()).isCloseTo(1, within(1e-12));
    double variance = 0;
    double[] moved = new double[3];
    for (int k = 0; k < 3; k++) {
      variance += matched[k] * spread.of()[chosen[k]];
      moved[k] = Math.log(matched[k] / weights[k]);
    }
    assertThat(variance).isCloseTo(spread.full(), within(1e-9));
    double slope = (moved[1] - moved[0]) / (spread.of()[chosen[1]] - spread.of()[chosen[0]]);
    assertThat(moved[2] - moved[0])
        .isCloseTo(slope * (spread.of()[chosen[2]] - spread.of()[chosen[0]]), within(1e-9));
    assertThat(spread.matched(chosen, matched)).containsExactly(matched, within(1e-9));
  }

  /** In units of the variance of all draws, it does not matter how large that is. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-3, 1, 1e3})
  void matchedWeightsDoNotDependOnTheScale(double scale) {
    double[] of = {0.2 * scale, 1.1 * scale, 4 * scale};
    var spread = new FunctionSpread(of, scale);
    double[] matched = spread.matched(new int[] {0, 1, 2}, new double[] {0.1, 0.2, 0.7});
    double variance = matched[0] * of[0] + matched[1] * of[1] + matched[2] * of[2];
    assertThat(variance).isCloseTo(scale, within(1e-9 * scale));
    assertThat(Math.log(matched[2] / matched[0] / 7))
        .isCloseTo(Math.log(matched[1] / matched[0] / 2) * 3.8 / 0.9, within(1e-9));
  }

  /** A tilt of 20 would make the weights those of the nearest draw alone. */
  @Test
  void tiltsAreModerate() {
    var spread = new FunctionSpread(new double[] {0.9, 1.5}, 1);
    double[] little = {1e-9, 1 - 1e-9};
    double[] matched = spread.matched(new int[] {0, 1}, little);
    assertThat(matched).isSameAs(little);
    double[] more = {1e-3, 1 - 1e-3};
    matched = spread.matched(new int[] {0, 1}, more);
    assertThat(matched).containsExactly(new double[] {5.0 / 6, 1.0 / 6}, within(1e-9));
  }

  @Test
  void whereNoWeightsHaveItTheyStayAsTheyAre() {
    double[] weights = {0.4, 0.6};
    assertThat(spread().matched(new int[] {0, 3}, weights)).containsExactly(weights);
  }
}
