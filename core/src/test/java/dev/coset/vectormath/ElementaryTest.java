package dev.coset.vectormath;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.DoubleUnaryOperator;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

/**
 * Each function against StrictMath, whose own error is below 1 ulp (2.5 for tanh), over its whole
 * range.
 */
class ElementaryTest {
  private static final int TRIES = 200_000;

  private final UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(1L);

  @Test
  void expIsAccurate() {
    assertThat(worst(Elementary::exp, StrictMath::exp, -745, 709.7)).isLessThan(2);
    assertThat(worst(Elementary::exp, StrictMath::exp, -1, 1)).isLessThan(2);
    assertThat(worstOfTiny(Elementary::exp, StrictMath::exp)).isLessThan(2);
  }

  @Test
  void expm1IsAccurate() {
    assertThat(worst(Elementary::expm1, StrictMath::expm1, -45, 709.7)).isLessThan(3);
    assertThat(worst(Elementary::expm1, StrictMath::expm1, -1, 1)).isLessThan(3);
    assertThat(worstOfTiny(Elementary::expm1, StrictMath::expm1)).isLessThan(3);
  }

  @Test
  void logIsAccurate() {
    assertThat(worst(Elementary::log, StrictMath::log, 0.5, 2)).isLessThan(2);
    assertThat(worst(Elementary::log, StrictMath::log, 0, 1e6)).isLessThan(2);
    DoubleUnaryOperator logOfPower = x -> Elementary.log(StrictMath.exp(x));
    assertThat(worst(logOfPower, x -> StrictMath.log(StrictMath.exp(x)), -744, 709)).isLessThan(2);
  }

  @Test
  void log1pIsAccurate() {
    assertThat(worst(Elementary::log1p, StrictMath::log1p, -1, 2)).isLessThan(2);
    assertThat(worst(Elementary::log1p, StrictMath::log1p, 0, 1e17)).isLessThan(2);
    assertThat(worstOfTiny(Elementary::log1p, StrictMath::log1p)).isLessThan(2);
  }

  @Test
  void tanhIsAccurate() {
    assertThat(worst(Elementary::tanh, StrictMath::tanh, -25, 25)).isLessThan(5);
    assertThat(worst(Elementary::tanh, StrictMath::tanh, -1, 1)).isLessThan(5);
    assertThat(worstOfTiny(Elementary::tanh, StrictMath::tanh)).isLessThan(5);
  }

  @Test
  void tanhIsAccurateInSinglePrecision() {
    double worst = 0;
    for (int i = 0; i < TRIES; i++) {
      float x = (float) ((i % 2 == 0 ? 12 : 1) * (2 * random.nextDouble() - 1));
      double exact = StrictMath.tanh(x);
      worst = Math.max(worst, Math.abs(Elementary.tanh(x) - exact) / Math.ulp((float) exact));
    }
    assertThat(worst).isLessThan(3);
  }

  @Test
  void theEndsOfTheRangeAreExact() {
    double infinity = Double.POSITIVE_INFINITY;
    assertThat(Elementary.exp(infinity)).isEqualTo(infinity);
    assertThat(Elementary.exp(-infinity)).isZero();
    assertThat(Elementary.exp(710)).isEqualTo(infinity);
    assertThat(Elementary.exp(-746)).isZero();
    assertThat(Elementary.exp(0)).isEqualTo(1);
    assertThat(Elementary.expm1(-infinity)).isEqualTo(-1);
    assertThat(Elementary.expm1(infinity)).isEqualTo(infinity);
    assertThat(Elementary.log(infinity)).isEqualTo(infinity);
    assertThat(Elementary.log(0)).isEqualTo(-infinity);
    assertThat(Elementary.log(1)).isZero();
    assertThat(Elementary.log(-1)).isNaN();
    assertThat(Elementary.log1p(infinity)).isEqualTo(infinity);
    assertThat(Elementary.log1p(-1)).isEqualTo(-infinity);
    assertThat(Elementary.log1p(-2)).isNaN();
    assertThat(Elementary.log1p(0)).isZero();
    assertThat(Elementary.tanh(infinity)).isEqualTo(1);
    assertThat(Elementary.tanh(-infinity)).isEqualTo(-1);
    assertThat(Elementary.tanh(Float.POSITIVE_INFINITY)).isEqualTo(1f);
    assertThat(Elementary.tanh(Float.NEGATIVE_INFINITY)).isEqualTo(-1f);
  }

  @Test
  void notANumberStaysOne() {
    assertThat(Elementary.exp(Double.NaN)).isNaN();
    assertThat(Elementary.expm1(Double.NaN)).isNaN();
    assertThat(Elementary.log(Double.NaN)).isNaN();
    assertThat(Elementary.log1p(Double.NaN)).isNaN();
    assertThat(Elementary.tanh(Double.NaN)).isNaN();
    assertThat(Elementary.tanh(Float.NaN)).isNaN();
  }

  /** The largest difference in ulps at random points of an interval. */
  private double worst(
      DoubleUnaryOperator ours, DoubleUnaryOperator reference, double from, double to) {
    double worst = 0;
    for (int i = 0; i < TRIES; i++) {
      worst = Math.max(worst, error(ours, reference, from + (to - from) * random.nextDouble()));
    }
    return worst;
  }

  /** The same near zero, at all magnitudes. */
  private double worstOfTiny(DoubleUnaryOperator ours, DoubleUnaryOperator reference) {
    double worst = 0;
    for (int i = 0; i < TRIES; i++) {
      double x = (random.nextDouble() - 0.5) * StrictMath.pow(2, -60 * random.nextDouble());
      worst = Math.max(worst, error(ours, reference, x));
    }
    return worst;
  }

  private static double error(DoubleUnaryOperator ours, DoubleUnaryOperator reference, double x) {
    double expected = reference.applyAsDouble(x);
    return Math.abs(ours.applyAsDouble(x) - expected) / Math.ulp(expected);
  }
}
