package dev.coset.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MixtureScanTest {

  @Test
  void agreesWithTheLibrarysNormal() {
    NormalDistribution normal = NormalDistribution.of(0, 1);
    MixtureScan scan = new MixtureScan(GaussianMixture.of(new double[] {0}, new double[] {1}));
    double worstCdf = 0;
    double worstDensity = 0;
    for (int k = -45_000; k <= 45_000; k++) {
      double z = k / 3000.0 + 1e-5 * (k % 7);
      scan.at(z);
      worstCdf = Math.max(worstCdf, Math.abs(scan.cdf() - normal.cumulativeProbability(z)));
      worstDensity = Math.max(worstDensity, Math.abs(scan.density() - normal.density(z)));
    }
    assertThat(worstCdf).isLessThan(4e-16);
    assertThat(worstDensity).isLessThan(4e-16);
  }

  @ParameterizedTest
  @MethodSource("dev.coset.distribution.Mixtures#all")
  void agreesWithTheSumsOverComponents(GaussianMixture mixture) {
    MixtureScan scan = new MixtureScan(mixture);
    for (double y : Mixtures.sample(mixture, 100, Mixtures.random(9))) {
      scan.at(y);
      double density = mixture.density(y);
      assertThat(scan.cdf()).isCloseTo(mixture.cdf(y), within(4e-15));
      double byBlock = 0;
      for (int block = 0; block < mixture.means().length / Components.BLOCK; block++) {
        byBlock += scan.cdfOfBlock(block, y);
      }
      assertThat(byBlock).isCloseTo(scan.cdf(), within(4e-15));
      assertThat(scan.density()).isCloseTo(density, within(1e-12 * density));
      double slope = 0;
      double deviation = 0;
      double localSd = 0;
      NormalDistribution normal = NormalDistribution.of(0, 1);
      for (int g = 0; g < mixture.size(); g++) {
        double z = (y - mixture.mean(g)) / mixture.sd(g);
        double part = mixture.weight(g) * normal.density(z) / mixture.sd(g);
        slope -= part * z / mixture.sd(g);
        localSd += part * mixture.sd(g) / density;
        deviation +=
            mixture.weight(g)
                * mixture.sd(g)
                * (z * (2 * normal.cumulativeProbability(z) - 1) + 2 * normal.density(z));
      }
      assertThat(scan.slope())
          .isCloseTo(slope, within(1e-11 * density / mixture.components().smallestSd));
      assertThat(scan.localSd(y)).isCloseTo(localSd, within(1e-11 * localSd));
      assertThat(scan.absoluteDeviation(y)).isCloseTo(deviation, within(1e-13 * (1 + deviation)));
    }
  }
}
