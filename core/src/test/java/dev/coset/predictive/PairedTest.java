package dev.coset.predictive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.statistics.Weighted;
import java.util.Arrays;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class PairedTest {
  /** Row i: a base score, a lead and noise of its own. */
  private static double[][] scores(int rows, double... leads) {
    var random = RandomSource.XO_SHI_RO_256_PP.create(4);
    var normal = ZigguratSampler.NormalizedGaussian.of(random);
    double[][] scores = new double[leads.length][rows];
    for (int i = 0; i < rows; i++) {
      double base = normal.sample();
      for (int k = 0; k < leads.length; k++) {
        scores[k][i] = base + leads[k] + (k == 0 ? 0 : 0.3 * normal.sample());
      }
    }
    return scores;
  }

  /** A lead of two errors counts as one, of half an error as none; a deficit stays. */
  @Test
  void leadsShrinkByTheirError() {
    double[][] scores = scores(400, 0, 0.03, -0.05, 0.5);
    double[][] less = Paired.withoutChance(scores, null, 0);
    for (int k = 0; k < scores.length; k++) {
      double[] own = scores[k];
      double[] lead = new double[own.length];
      Arrays.setAll(lead, i -> own[i] - scores[0][i]);
      double mean = Weighted.mean(lead, null);
      double expected = mean > 0 ? Math.max(0, mean - Weighted.error(lead, null)) : mean;
      assertThat(Weighted.mean(less[k], null) - Weighted.mean(scores[0], null))
          .isCloseTo(expected, within(1e-12));
    }
    assertThat(less[0]).isEqualTo(scores[0]);
  }

  /** With few rows the simplest keeps most weight; a lead that many rows show takes it. */
  @Test
  void chanceLeadsTakeLittleWeight() {
    double[][] few = scores(40, 0, 0.01, 0.02, 0.03);
    assertThat(Stacking.cautious(few, null, 25, 0)[0]).isGreaterThan(0.5);
    double[][] many = scores(4000, 0, -0.2, -0.2, 0.3);
    assertThat(Stacking.cautious(many, null, 5, 0)[3]).isGreaterThan(0.9);
  }

  /** The lead over all others is not doubted because it is huge in one of them. */
  @Test
  void oneRowIsNotAllThatCounts() {
    double[][] scores = scores(200, 0, 1, 1);
    assertThat(new Paired(scores[1]).isAhead(scores[0], 5)).isTrue();
    scores[0][7] = -1e6; // an outlier that the first holds impossible
    scores[2][7] = -1e6;
    assertThat(new Paired(scores[1]).isAhead(scores[0], 5)).isTrue();
    double[][] less = Paired.withoutChance(scores, 0);
    assertThat(Paired.mean(scores[1]) - Paired.mean(less[1])).isBetween(0.0, 0.2);
    assertThat(Stacking.cautious(scores, 5, 0)[0]).isLessThan(0.2);
  }
}
