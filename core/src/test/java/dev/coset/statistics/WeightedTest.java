package dev.coset.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.data.Repeated;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WeightedTest {
  private final int rows = 41;
  private final double[] values =
      RandomSource.XO_SHI_RO_256_PP.create(1L).doubles(rows).map(v -> Math.rint(20 * v)).toArray();

  private double[] repeated(double[] weights) {
    return Arrays.stream(Repeated.rows(weights)).mapToDouble(row -> values[row]).toArray();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void momentsAreThoseOfRepeatedRows(long seed) {
    double[] weights = Repeated.weights(rows, 0, seed);
    double[] copies = repeated(weights);
    assertThat(Weighted.total(weights, rows)).isEqualTo(copies.length);
    assertThat(Weighted.sum(values, weights)).isCloseTo(Weighted.sum(copies, null), within(1e-10));
    assertThat(Weighted.mean(values, weights))
        .isCloseTo(Weighted.mean(copies, null), within(1e-12));
    assertThat(Weighted.error(values, weights))
        .isCloseTo(Weighted.error(copies, null), within(1e-12));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void medianAndQuantilesAreThoseOfRepeatedRows(long seed) {
    double[] weights = Repeated.weights(rows, 0, seed);
    Ordered of = Ordered.of(values, weights);
    Ordered expected = Ordered.of(repeated(weights), null);
    assertThat(of.median()).isEqualTo(expected.median());
    for (double share : new double[] {0, 0.1, 0.25, 0.5, 0.75, 0.9, 1}) {
      assertThat(of.quantile(share)).isEqualTo(expected.quantile(share));
    }
  }

  @Test
  void withoutWeightsTheMedianIsTheMiddle() {
    for (int n = 1; n < 9; n++) {
      double[] sorted = IntStream.range(0, n).mapToDouble(i -> i * i).toArray();
      double middle = sorted[(n - 1) / 2] / 2 + sorted[n / 2] / 2;
      assertThat(Ordered.of(sorted, null).median()).isEqualTo(middle);
      assertThat(Ordered.of(sorted, null).quantile(0.75)).isEqualTo(sorted[(int) (0.75 * (n - 1))]);
    }
    assertThat(Ordered.of(new double[0], null).median()).isZero();
  }

  /** Of random weights the mean scatters as that of so many rows without weights. */
  @Test
  void effectiveRowsTellTheVarianceOfAMean() {
    var random = RandomSource.XO_SHI_RO_256_PP.create(7L);
    int n = 50;
    double[] weights = random.doubles(n).map(u -> 2 * u * u * u + 0.05).toArray();
    double total = Arrays.stream(weights).sum();
    double squares = Arrays.stream(weights).map(w -> w * w).sum();
    double[] scaled = Arrays.stream(weights).map(w -> w * n / total).toArray();
    int times = 20_000;
    double variance = 0;
    for (int t = 0; t < times; t++) {
      double[] y = random.doubles(n).map(u -> u - 0.5).toArray();
      double mean = Weighted.mean(y, scaled);
      variance += mean * mean / times;
    }
    double effective = Weighted.effectiveRows(n, squares * n * n / total / total);
    assertThat(variance * effective * 12).isCloseTo(1, within(5 * Math.sqrt(2.0 / times)));
  }

  @Test
  void whatTestsCountAreWholeRowsNoMoreThanTheWeights() {
    double[] weights = {0.2, 0.3, 0.1};
    assertThat(Arrays.stream(Weighted.asRows(weights, 0.6, 0.14)).sum())
        .isCloseTo(1, within(1e-12));
    double[] twos = {2, 2, 2};
    assertThat(Weighted.asRows(twos, 6, 12)).containsExactly(1, 1, 1);
    double[] ones = {1, 1, 1, 1};
    assertThat(Weighted.asRows(ones, 4, 4)).containsExactly(ones);
  }

  @Test
  void ofOneRowNothingIsKnownOfTheError() {
    assertThat(Weighted.error(new double[] {1, 2, 3}, new double[] {0.2, 0.3, 0.4})).isInfinite();
    assertThat(Weighted.error(new double[] {1}, null)).isNaN();
  }
}
