package dev.coset.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogWeightsTest {

  /** Also where {@code exp(a)} alone would overflow or vanish. */
  @ParameterizedTest
  @ValueSource(doubles = {0, 1, -2, 700, -800})
  void theSumIsThatOfTheWeights(double a) {
    for (double ratio : new double[] {1, 2, 0.3, 1e10, 1e-10, 1e16, 1e-20}) {
      double b = a + Math.log(ratio);
      assertThat(LogWeights.sum(a, b)).isCloseTo(a + Math.log1p(ratio), within(1e-12));
      assertThat(LogWeights.sum(b, a)).isEqualTo(LogWeights.sum(a, b));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1e-300, 0.25, 1, 3, 1e10})
  void aWeightOfNothingAddsNothing(double weight) {
    double a = Math.log(weight);
    assertThat(LogWeights.sum(a, Double.NEGATIVE_INFINITY)).isEqualTo(a);
    assertThat(LogWeights.sum(Double.NEGATIVE_INFINITY, a)).isEqualTo(a);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1, 3, 30, 800})
  void expitIsTheShareOfAWeightInASum(double x) {
    assertThat(LogWeights.expit(x)).isCloseTo(Math.exp(x - LogWeights.sum(x, 0)), within(1e-14));
    assertThat(LogWeights.expit(x) + LogWeights.expit(-x)).isCloseTo(1, within(1e-15));
  }
}
