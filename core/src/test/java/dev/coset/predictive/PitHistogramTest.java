package dev.coset.predictive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.coset.distribution.Mixtures;
import dev.coset.distribution.Predictive;
import java.util.Arrays;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.junit.jupiter.api.Test;

class PitHistogramTest {
  private static final int POINTS = 2000;

  /** Standard normal targets, foretold by a normal of some standard deviation. */
  private static RegressionScores scores(double sd) {
    var normal = ZigguratSampler.NormalizedGaussian.of(Mixtures.random(5));
    double[] y = new double[POINTS];
    Arrays.setAll(y, i -> normal.sample());
    return Scores.of(Predictive.of(new double[1][POINTS], new double[] {sd}), y).regression();
  }

  @Test
  void centralBinsCoverAsTheIntervalsDo() {
    RegressionScores scores = scores(0.8);
    PitHistogram histogram = PitHistogram.of(scores);
    assertThat(histogram.points()).isEqualTo(POINTS);
    assertThat(histogram.centralShare(5)).isEqualTo(scores.coverage(0.9));
    assertThat(histogram.centralShare(25)).isEqualTo(scores.coverage(0.5));
    assertThat(histogram.in(10).centralShare(1)).isEqualTo(histogram.centralShare(10));
    assertThat(histogram.in(10).points()).isEqualTo(POINTS);
    assertThatThrownBy(() -> histogram.in(30)).hasMessageContaining("divisor");
  }

  @Test
  void tellsCalibratedFromTooNarrowAndTooWide() {
    assertThat(PitHistogram.of(scores(1)).in(20).probabilityIfCalibrated()).isGreaterThan(0.001);
    assertThat(PitHistogram.of(scores(0.7)).in(20).probabilityIfCalibrated()).isLessThan(1e-6);
    assertThat(PitHistogram.of(scores(1.4)).in(20).probabilityIfCalibrated()).isLessThan(1e-6);
  }

  @Test
  void chanceRangesHoldTheirShareOfCounts() {
    int[] range = PitHistogram.chanceRange(100, 0.1, 0.95);
    assertThat(range).containsExactly(5, 16); // R: qbinom(c(.025, .975), 100, .1)
    assertThat(PitHistogram.chanceRange(1, 0.5, 0.95)).containsExactly(0, 1);
    assertThat((double) PitHistogram.chanceRange(1_000_000, 0.5, 0.6826895)[1])
        .isCloseTo(500_500, within(2.0)); // one standard deviation
  }

  /** Counts 20 - d, 20, 20 + d: the statistic is {@code d^2 / 10}, of two degrees of freedom. */
  @Test
  void ofThreeBinsTheProbabilityIsAnExponential() {
    for (int d = 0; d <= 20; d++) {
      assertThat(new PitHistogram(new long[] {20 - d, 20, 20 + d}).probabilityIfCalibrated())
          .isCloseTo(Math.exp(-d * d / 20.0), within(1e-14));
    }
  }
}
