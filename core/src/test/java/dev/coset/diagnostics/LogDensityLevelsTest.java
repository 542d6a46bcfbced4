package dev.coset.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.MonteCarlo;
import dev.coset.posterior.DrawSchema;
import dev.coset.posterior.Draws;
import java.util.stream.IntStream;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogDensityLevelsTest {

  /** Chains that drew from a Gaussian mode. */
  private static LogDensityLevels levels(int chains, int draws, int dimension, long seed) {
    var normal = ZigguratSampler.NormalizedGaussian.of(RandomSource.XO_SHI_RO_256_PP.create(seed));
    Draws all = Draws.ofSize(chains * draws, dimension, DrawSchema.NONE);
    for (int g = 0; g < all.count(); g++) {
      all.chain()[g] = g / draws;
      for (int j = 0; j < dimension; j++) {
        double z = normal.sample();
        all.logDensity()[g] -= z * z / 2;
      }
    }
    return LogDensityLevels.of(ChainedDraws.of(all, null));
  }

  /** At most 1% of sound runs have a chain that stands apart, whatever their size. */
  @ParameterizedTest
  @CsvSource({"54, 1, 11", "54, 4, 11", "300, 1, 11", "10, 1, 100"})
  void falseAlarmsAreAsRareAsSaid(int chains, int draws, int dimension) {
    int trials = 1000;
    long alarms =
        IntStream.range(0, trials)
            .mapToObj(i -> levels(chains, draws, dimension, 100 + i))
            .filter(l -> !l.low().isEmpty() || !l.high().isEmpty())
            .count();
    int most = BinomialDistribution.of(trials, 0.01).inverseSurvivalProbability(1e-4);
    assertThat(alarms).isLessThanOrEqualTo(most);
  }

  /** In chains at rest the probability of the rise is uniform. */
  @Test
  void theRiseIsTestedAtItsLevel() {
    double[] probabilities =
        IntStream.range(0, 2000)
            .mapToDouble(i -> levels(20, 6, 11, 5000 + i).riseProbability().orElseThrow())
            .toArray();
    MonteCarlo.assertDistributed("probability of a rise", probabilities, p -> p, 20);
  }
}
