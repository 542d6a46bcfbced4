package dev.coset.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantilesTest {
  private static final double[] PROBABILITIES = {
    1e-300,
    1e-20,
    1e-13,
    1e-9,
    1e-6,
    1e-4,
    0.001,
    0.01,
    0.025,
    0.05,
    0.1,
    0.25,
    1.0 / 3,
    0.5,
    0.6,
    0.75,
    0.9,
    0.95,
    0.975,
    0.99,
    0.999,
    0.9999,
    1 - 1e-6,
    1 - 1e-9,
    1 - 1e-13,
    1 - 0x1p-53
  };

  @Test
  void ofOneComponentAreTheNormals() {
    NormalDistribution normal = NormalDistribution.of(2, 0.1);
    double[] quantiles =
        GaussianMixture.of(new double[] {2}, new double[] {0.1}).quantiles(PROBABILITIES);
    for (int i = 0; i < quantiles.length; i++) {
      assertThat(quantiles[i])
          .isCloseTo(normal.inverseCumulativeProbability(PROBABILITIES[i]), within(1e-14));
    }
  }

  @Test
  void ofEqualComponentsAreTheNormals() {
    NormalDistribution normal = NormalDistribution.of(2, 0.1);
    double[] quantiles =
        GaussianMixture.of(
                new double[] {2, 2, 2},
                new double[] {0.1, 0.1 * (1 + 1e-15), 0.1},
                new double[] {0.2, 0.3, 0.5})
            .quantiles(PROBABILITIES);
    for (int i = 0; i < quantiles.length - 1; i++) { // the weights' own rounding moves the last
      assertThat(quantiles[i])
          .isCloseTo(normal.inverseCumulativeProbability(PROBABILITIES[i]), within(1e-13));
    }
  }

  /** The law itself, and where F is steep enough to tell, that no nearby y does better. */
  @ParameterizedTest
  @MethodSource("dev.coset.distribution.Mixtures#all")
  void invertTheCdf(GaussianMixture mixture) {
    double[] quantiles = mixture.quantiles(PROBABILITIES);
    for (int i = 0; i < quantiles.length; i++) {
      double p = PROBABILITIES[i];
      double y = quantiles[i];
      double rounding = mixture.density(y) * Math.ulp(y);
      if (p < 0.5) {
        assertThat(mixture.cdf(y)).as("p = %s", p).isCloseTo(p, within(1e-9 * p + rounding));
      } else {
        assertThat(mixture.survival(y))
            .as("p = %s", p)
            .isCloseTo(1 - p, within(1e-9 * (1 - p) + rounding));
      }
      double off = 2e-10 * localSd(mixture, y) + 2 * Math.ulp(y);
      assertThat(MixtureTails.excess(mixture, y - off, p)).as("below, p = %s", p).isNegative();
      assertThat(MixtureTails.excess(mixture, y + off, p)).as("above, p = %s", p).isPositive();
    }
  }

  /** The standard deviation of the components as they make up the density at y. */
  private static double localSd(GaussianMixture mixture, double y) {
    double logDensity = mixture.logDensity(y);
    double sd = 0;
    for (int g = 0; g < mixture.size(); g++) {
      double z = (y - mixture.mean(g)) / mixture.sd(g);
      double logPart = mixture.components().logHeights()[g] - z * z / 2;
      sd += Math.exp(logPart - logDensity) * mixture.sd(g);
    }
    return sd;
  }

  @ParameterizedTest
  @MethodSource("dev.coset.distribution.Mixtures#all")
  void togetherAreThoseAlone(GaussianMixture mixture) {
    double[] shuffled = {0.9, 0.05, 0.5, 0.95, 0.05, 1e-8, 0.051};
    double[] quantiles = mixture.quantiles(shuffled);
    for (int i = 0; i < shuffled.length; i++) {
      double off = 2e-10 * localSd(mixture, quantiles[i]) + 2 * Math.ulp(quantiles[i]);
      assertThat(quantiles[i]).isCloseTo(mixture.quantile(shuffled[i]), within(off));
    }
  }

  /** Between two like components F is flat over most of the gap; symmetry says where it is 1/2. */
  @ParameterizedTest
  @ValueSource(doubles = {1, 5, 10, 20, 50, 90, 1e3, 1e6})
  void theMedianOfTwoLikeComponentsIsHalfway(double gap) {
    GaussianMixture two = GaussianMixture.of(new double[] {3, 3 + gap}, new double[] {1, 1});
    assertThat(two.quantile(0.5)).isCloseTo(3 + gap / 2, within(1e-9 + 1e-15 * gap));

    GaussianMixture weighted =
        GaussianMixture.of(
            new double[] {0, gap, 2 * gap, 3 * gap},
            new double[] {1, 2, 2, 1},
            new double[] {0.375, 0.125, 0.125, 0.375});
    assertThat(weighted.quantile(0.5)).isCloseTo(1.5 * gap, within(1e-9 + 1e-15 * gap));
  }

  @Test
  void standAtTheEdgeOfAStepWhenPLiesBeyondIt() {
    GaussianMixture two = GaussianMixture.of(new double[] {0, 1000}, new double[] {1, 1});
    NormalDistribution normal = NormalDistribution.of(0, 1);
    // F = 1/2 + Phi(y - 1000) / 2 left of the second component.
    double p = 0.5 + 0x1p-40;
    double expected = 1000 + normal.inverseCumulativeProbability(0x1p-39);
    assertThat(two.quantile(p)).isCloseTo(expected, within(1e-9));
    assertThat(two.quantile(0.5 - 0x1p-40))
        .isCloseTo(normal.inverseSurvivalProbability(0x1p-39), within(1e-9));
  }

  @Test
  void rise() {
    double[] p = new double[999];
    for (int i = 0; i < p.length; i++) {
      p[i] = (i + 1) / 1000.0;
    }
    assertThat(Mixtures.posterior(200, 3).quantiles(p)).isSorted().doesNotHaveDuplicates();
  }
}
