package dev.coset.predictive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.predictive.ClassificationScores.Reliability;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReliabilityByChanceTest {
  private static final int BINS = 15;

  /** Rows whose class named is right with a probability that is that said to some power. */
  private static ReliabilityByChance simulated(
      UniformRandomProvider random, int rows, double least, double power) {
    long[] points = new long[BINS];
    double[] confidence = new double[BINS];
    double[] accuracy = new double[BINS];
    for (int i = 0; i < rows; i++) {
      double p = least + (1 - least) * random.nextDouble();
      int bin = (int) Math.min(p * BINS, BINS - 1);
      points[bin]++;
      confidence[bin] += p;
      accuracy[bin] += random.nextDouble() < Math.pow(p, power) ? 1 : 0;
    }
    for (int bin = 0; bin < BINS; bin++) {
      confidence[bin] /= points[bin];
      accuracy[bin] /= points[bin];
    }
    return new ReliabilityByChance(new Reliability(points, confidence, accuracy));
  }

  /**
   * Pearson's test is one of large numbers, so its share may be off by a third; an exact one of
   * whole numbers is never too large, but for the error of the simulation.
   */
  @ParameterizedTest
  @CsvSource({"60, 0.4", "300, 0.4", "2000, 0.5", "40, 0.98"})
  void aCalibratedModelIsBlamedAsOftenAsChanceSays(int rows, double least) {
    var random = RandomSource.XO_SHI_RO_256_PP.create(1);
    int times = 4000;
    double[] p = new double[times];
    Arrays.setAll(p, i -> simulated(random, rows, least, 1).probability());
    for (double level : new double[] {0.01, 0.1}) {
      double share = Arrays.stream(p).filter(v -> v < level).count() / (double) times;
      double error = 3 * Math.sqrt(level * (1 - level) / times);
      assertThat(share).isLessThan(4 * level / 3 + error);
      if (least < 0.9) {
        assertThat(share).isGreaterThan(2 * level / 3 - error);
      }
    }
  }

  @Test
  void whoIsTooSureIsFound() {
    var random = RandomSource.XO_SHI_RO_256_PP.create(2);
    var sure = simulated(random, 500, 0.5, 2);
    assertThat(sure.probability()).isLessThan(1e-4);
    assertThat(sure.lean()).isLessThan(-3);
    var cautious = simulated(random, 500, 0.5, 0.3);
    assertThat(cautious.probability()).isLessThan(1e-4);
    assertThat(cautious.lean()).isGreaterThan(3);
  }

  @Test
  void certaintyThatFailsOnceIsImpossible() {
    long[] points = new long[BINS];
    points[BINS - 1] = 10;
    double[] one = new double[BINS];
    Arrays.fill(one, 1);
    double[] failed = one.clone();
    failed[BINS - 1] = 0.9;
    assertThat(new ReliabilityByChance(new Reliability(points, one, failed)).probability())
        .isZero();
    assertThat(new ReliabilityByChance(new Reliability(points, one, one)).probability()).isOne();
  }

  @Test
  void theErrorByChanceIsTheMeanOverAllOutcomes() {
    var chance = simulated(RandomSource.XO_SHI_RO_256_PP.create(3), 200, 0.3, 1);
    double sum = 0;
    for (int bin = 0; bin < BINS; bin++) {
      int n = (int) chance.bins().points()[bin];
      double c = chance.bins().confidence()[bin];
      for (int right = 0; right <= n && n > 0; right++) {
        sum += BinomialDistribution.of(n, c).probability(right) * Math.abs(right - n * c) / 200;
      }
    }
    assertThat(chance.expectedError()).isCloseTo(sum, within(1e-12));
  }
}
