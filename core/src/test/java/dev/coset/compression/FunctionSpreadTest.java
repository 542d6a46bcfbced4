package dev.coset.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.distribution.Predictive;
import java.util.Arrays;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

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

  @Test
  void whereNoWeightsHaveItTheyStayAsTheyAre() {
    double[] weights = {0.4, 0.6};
    assertThat(spread().matched(new int[] {0, 3}, weights)).containsExactly(weights);
  }
}
