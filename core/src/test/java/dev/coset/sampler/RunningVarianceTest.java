package dev.coset.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class RunningVarianceTest {

  /** {@code n/(n+5) var + 1e-3 * 5/(n+5)} in two passes. */
  static double shrunk(double[] values) {
    double n = values.length;
    double mean = Arrays.stream(values).average().orElseThrow();
    double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
    return n / (n + 5) * squares / (n - 1) + 1e-3 * 5 / (n + 5);
  }

  /** Each of several windows, of other lengths, places and widths than the one before. */
  @Test
  void isTheShrunkVarianceOfWhatCameSinceItBeganAnew() {
    var normal = ZigguratSampler.NormalizedGaussian.of(RandomSource.XO_SHI_RO_256_PP.create(3L));
    var variance = new RunningVariance(2);
    for (int n : new int[] {25, 50, 2, 10}) {
      double[] far = new double[n];
      double[] wide = new double[n];
      for (int i = 0; i < n; i++) {
        far[i] = 1e6 / n + 0.1 * normal.sample();
        wide[i] = n * normal.sample();
        variance.add(new double[] {far[i], wide[i]});
      }
      double[] regularised = new double[2];
      variance.regularisedInto(regularised);
      assertThat(regularised[0]).isCloseTo(shrunk(far), within(1e-8));
      assertThat(regularised[1]).isCloseTo(shrunk(wide), within(1e-12 * shrunk(wide)));
    }
  }

  /** Variances 8, 2 and 1/2 of two points each. */
  @Test
  void theTypicalVarianceIsTheGeometricMeanAndAWidthIsInUnits() {
    var variance = new RunningVariance(3);
    assertThat(variance.typical()).isZero();
    variance.add(new double[] {2, 1, 0.5});
    assertThat(variance.typical()).isZero();
    variance.add(new double[] {-2, -1, -0.5});
    assertThat(variance.typical()).isCloseTo(2, within(1e-15));
    assertThat(variance.width(new double[] {8, 1, 0.5})).isEqualTo(2);
    double[] shrunk = new double[3];
    variance.shrunkInto(shrunk, 2);
    assertThat(shrunk).containsExactly(new double[] {26.0 / 7, 2, 11.0 / 7}, within(1e-15));
  }

  @Test
  void onePointHasNoVarianceAndGivesOne() {
    var variance = new RunningVariance(1);
    variance.add(new double[] {7});
    double[] regularised = new double[1];
    variance.regularisedInto(regularised);
    assertThat(regularised[0]).isEqualTo(1);
  }
}
