package dev.coset.predictive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.data.Blocks;
import dev.coset.statistics.Weighted;
import org.junit.jupiter.api.Test;

class EstimateTest {
  private static final double[] VALUES = {3, -1, 4, 1, 5};

  @Test
  void theErrorIsThatOfTheMean() {
    Estimate estimate = Estimate.mean(VALUES, null, null);
    assertThat(estimate.value()).isCloseTo(2.4, within(1e-12));
    assertThat(estimate.error()).isCloseTo(Weighted.error(VALUES, null), within(1e-12));
    double[] interval = estimate.interval();
    assertThat(interval[0] + interval[1]).isCloseTo(4.8, within(1e-12));
    assertThat(interval[1] - interval[0]).isCloseTo(3.92 * estimate.error(), within(1e-4));
  }

  /** Copies of a row say nothing new. */
  @Test
  void groupsOfCopiesHaveTheErrorOfSingleRows() {
    double[] copies = {3, 3, -1, -1, 4, 4, 1, 1, 5, 5};
    Estimate estimate =
        Estimate.mean(copies, Blocks.groups(new int[] {0, 0, 1, 1, 2, 2, 3, 3, 4, 4}), null);
    Estimate single = Estimate.mean(VALUES, null, null);
    assertThat(estimate.value()).isCloseTo(single.value(), within(1e-12));
    assertThat(estimate.error()).isCloseTo(single.error(), within(1e-12));
  }

  @Test
  void oneRowHasNoError() {
    assertThat(Estimate.mean(new double[] {7}, null, null)).isEqualTo(new Estimate(7, Double.NaN));
  }
}
