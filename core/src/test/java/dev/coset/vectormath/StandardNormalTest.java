package dev.coset.vectormath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.MonteCarlo;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.PoissonDistribution;
import org.junit.jupiter.api.Test;

final class StandardNormalTest {
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  /**
   * An error of a few units in the last place of z changes P(Z > z) by about z^2 as many of its
   * own.
   */
  @Test
  void theTailBeyondAPointHasTheProbabilityAskedFor() {
    for (double p = 0.5; p > 0x1p-66; p *= 0.997) {
      double z = StandardNormal.beyond(p);
      double units = 8 * (1 + z * z);
      assertThat(NORMAL.survivalProbability(z))
          .as("P(Z > %s)", z)
          .isCloseTo(p, within(units * Math.ulp(p)));
    }
  }

  @Test
  void pointsDescendAcrossTheSeamsOfTheApproximation() {
    for (double seam : new double[] {0.5 - 0.425, Math.exp(-25)}) {
      double before = StandardNormal.beyond(seam * (1 - 1e-9));
      for (double step = -1e-9; step <= 1e-9; step += 1e-11) {
        double z = StandardNormal.beyond(seam * (1 + step));
        assertThat(z).isLessThanOrEqualTo(before + 4 * Math.ulp(before));
        before = z;
      }
    }
  }

  @Test
  void integersReachFromTheCentreToBothFarTails() {
    assertThat(StandardNormal.of(0)).isCloseTo(9.2, within(0.1));
    assertThat(StandardNormal.of(1)).isEqualTo(-StandardNormal.of(0));
    assertThat(StandardNormal.of(-2L)).isZero();
    assertThat(StandardNormal.of(2)).isLessThan(StandardNormal.of(0));
  }

  @Test
  void drawsMadeTogetherAreThoseMadeOneByOne() {
    double[] together = StandardNormal.samples(100_003, random(5));
    UniformRandomProvider random = random(5);
    for (double z : together) {
      assertThat(z).isEqualTo(StandardNormal.sample(random));
    }
  }

  @Test
  void drawsAreStandardNormal() {
    double[] z = StandardNormal.samples(2_000_000, random(1));
    MonteCarlo.assertDistributed("z", z, NORMAL::cumulativeProbability, 1000);
  }

  /** Draws of one stream do not know of the draws before them. */
  @Test
  void pairsOfDrawsAreIndependent() {
    double[] z = StandardNormal.samples(2_000_000, random(2));
    int[] counts = new int[40 * 40];
    for (int i = 0; i < z.length; i += 2) {
      int a = (int) (40 * NORMAL.cumulativeProbability(z[i]));
      int b = (int) (40 * NORMAL.cumulativeProbability(z[i + 1]));
      counts[40 * a + b]++;
    }
    MonteCarlo.assertUniform("pairs", counts);
  }

  /** Counts beyond a point are Poisson, on either side, at a false alarm of 1e-4 for them all. */
  @Test
  void farTailsAreAsHeavyAsTheyShouldBe() {
    int draws = 40_000_000;
    double[] points = {3.5, 4, 4.5, 5, 5.5};
    int[][] beyond = new int[2][points.length]; // (sign, point)
    UniformRandomProvider random = random(3);
    for (int i = 0; i < draws; i++) {
      double z = StandardNormal.sample(random);
      for (int k = 0; k < points.length && Math.abs(z) > points[k]; k++) {
        beyond[z > 0 ? 1 : 0][k]++;
      }
    }
    for (int k = 0; k < points.length; k++) {
      var expected = PoissonDistribution.of(draws * NORMAL.survivalProbability(points[k]));
      for (int sign = 0; sign < 2; sign++) {
        int count = beyond[sign][k];
        assertThat(expected.cumulativeProbability(count)).isGreaterThan(0.5e-5);
        assertThat(expected.survivalProbability(count - 1)).isGreaterThan(0.5e-5);
      }
    }
  }

  /** Of draws beyond four standard deviations, made by leaving the highest bits out. */
  @Test
  void theFarTailHasTheRightShape() {
    double[] given = new double[200_000];
    UniformRandomProvider random = random(4);
    for (int i = 0; i < given.length; i++) {
      given[i] = StandardNormal.of(random.nextLong() >>> 15); // tails below 2^-16
    }
    MonteCarlo.assertDistributed(
        "tail", given, z -> NORMAL.survivalProbability(Math.abs(z)) * 0x1p16, 200);
  }

  private static UniformRandomProvider random(long seed) {
    return RandomSource.XO_SHI_RO_256_PP.create(seed);
  }
}
