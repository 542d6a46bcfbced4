package dev.coset.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WarmupSummaryTest {
  private static WarmupSummary summary() {
    return new WarmupSummary(0.5, new double[] {1, 2}, 30, 4);
  }

  @Test
  void isEqualWhereEveryComponentIs() {
    double[] other = {1, 3};
    assertThat(summary())
        .isEqualTo(summary())
        .hasSameHashCodeAs(summary())
        .isNotEqualTo(new WarmupSummary(0.6, new double[] {1, 2}, 30, 4))
        .isNotEqualTo(new WarmupSummary(0.5, other, 30, 4))
        .isNotEqualTo(new WarmupSummary(0.5, new double[] {1, 2}, 31, 4))
        .isNotEqualTo(new WarmupSummary(0.5, new double[] {1, 2}, 30, 5))
        .isNotEqualTo("30");
  }

  @Test
  void theHashTellsStepSizesAndMassesApart() {
    assertThat(summary())
        .doesNotHaveSameHashCodeAs(new WarmupSummary(0.6, new double[] {1, 2}, 30, 4))
        .doesNotHaveSameHashCodeAs(new WarmupSummary(0.5, new double[] {1, 3}, 30, 4));
  }
}
