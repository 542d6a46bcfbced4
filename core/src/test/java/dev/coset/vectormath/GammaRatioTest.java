package dev.coset.vectormath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.apache.commons.numbers.gamma.Digamma;
import org.apache.commons.numbers.gamma.LogGamma;
import org.apache.commons.numbers.gamma.Trigamma;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GammaRatioTest {
  @ParameterizedTest
  @ValueSource(doubles = {1e-3, 0.5, 0.51, 1, 1.7, 3, 7.4, 7.999999, 8, 8.6, 25, 400})
  void itIsTheLibrarysWhereThatDoesNotCancel(double x) {
    double expected = LogGamma.value(x + 0.5) - LogGamma.value(x) - Math.log(x) / 2;
    double rounding = 1e-15 * (4 + Math.abs(LogGamma.value(x)));
    assertThat(GammaRatio.log(x)).isCloseTo(expected, within(rounding));
    assertThat(GammaRatio.derivative(x))
        .isCloseTo(
            Digamma.value(x + 0.5) - Digamma.value(x) - 1 / (2 * x), within(2e-15 * (1 + 5 / x)));
    assertThat(GammaRatio.secondDerivative(x))
        .isCloseTo(
            Trigamma.value(x + 0.5) - Trigamma.value(x) + 1 / (2 * x * x),
            within(1e-13 / Math.min(1, x * x)));
  }

  /** Of one and of two degrees of freedom, whose heights are {@code 1 / pi} and {@code 8^-1/2}. */
  @Test
  void itHasTheHeightsOfKnownDistributions() {
    double halfLogTwoPi = Math.log(2 * Math.PI) / 2;
    assertThat(GammaRatio.log(0.5)).isCloseTo(halfLogTwoPi - Math.log(Math.PI), within(2e-15));
    assertThat(GammaRatio.log(1)).isCloseTo(halfLogTwoPi - Math.log(8) / 2, within(2e-15));
  }

  /** {@code g(x) = -1/(8x) + 1/(192 x^3) - ...}. */
  @ParameterizedTest
  @ValueSource(doubles = {1e4, 1e8, 1e15, 1e100})
  void itGoesToZeroWithoutCancellation(double x) {
    assertThat(GammaRatio.log(x)).isCloseTo(-1 / (8 * x), withinPercentage(1e-6));
    assertThat(GammaRatio.derivative(x)).isCloseTo(1 / (8 * x * x), withinPercentage(1e-6));
    assertThat(GammaRatio.secondDerivative(x))
        .isCloseTo(-1 / (4 * x) / x / x, withinPercentage(1e-6));
    assertThat(GammaRatio.log(Double.POSITIVE_INFINITY)).isZero();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 0.9, 2, 5.3, 7.9, 8.1, 12, 90})
  void derivativesAreLimitsOfDifferences(double x) {
    double h = 1e-4 * x;
    assertThat(GammaRatio.derivative(x))
        .isCloseTo(
            (GammaRatio.log(x + h) - GammaRatio.log(x - h)) / (2 * h), withinPercentage(1e-5));
    assertThat(GammaRatio.secondDerivative(x))
        .isCloseTo(
            (GammaRatio.derivative(x + h) - GammaRatio.derivative(x - h)) / (2 * h),
            withinPercentage(1e-5));
  }
}
