package dev.coset.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CrpsTest {

  /** Gneiting and Raftery (2007), equation 21 with its sign turned. */
  @Test
  void ofANormalHasAKnownForm() {
    NormalDistribution normal = NormalDistribution.of(0, 1);
    GaussianMixture one = GaussianMixture.of(new double[] {2}, new double[] {0.3});
    for (double y = -3; y < 6; y += 0.37) {
      double z = (y - 2) / 0.3;
      double expected =
          0.3
              * (z * (2 * normal.cumulativeProbability(z) - 1)
                  + 2 * normal.density(z)
                  - 1 / Math.sqrt(Math.PI));
      assertThat(one.crps(y)).isCloseTo(expected, within(1e-13));
    }
  }

  @ParameterizedTest
  @MethodSource("dev.coset.distribution.Mixtures#smooth")
  void trapezoidsAgreeWithTheSumOverPairs(GaussianMixture mixture) {
    assertThat(Spread.byTrapezoids(mixture))
        .isCloseTo(Spread.byPairs(mixture), within(1e-11 * mixture.sd()));
  }

  @Test
  void trapezoidsAgreeWithTheSumOverPairsForManyComponents() {
    for (GaussianMixture mixture :
        List.of(
            Mixtures.posterior(1274, 11), // its blocks overlap
            Mixtures.weighted(600, 30, 0.1, 12), // its means spread far
            Mixtures.weighted(600, 1, 0.6, 13))) { // its noise differs
      assertThat(Spread.byTrapezoids(mixture))
          .isCloseTo(Spread.byPairs(mixture), within(1e-12 * mixture.sd()));
    }
  }

  /** The definition: the integral of (F(x) - 1{y <= x})^2. */
  @ParameterizedTest
  @MethodSource("dev.coset.distribution.Mixtures#smooth")
  void isTheIntegralOfTheSquaredDistanceBetweenDistributions(GaussianMixture mixture) {
    double y = mixture.mean() + 0.7 * mixture.sd();
    double step = 1e-3 * mixture.sd();
    double sum = 0;
    for (int k = 0; k < 15_000; k++) { // midpoints either side of y; the error is of order step^2
      double above = mixture.survival(y + (k + 0.5) * step);
      double below = mixture.cdf(y - (k + 0.5) * step);
      sum += above * above + below * below;
    }
    assertThat(mixture.crps(y)).isCloseTo(sum * step, within(1e-6 * mixture.sd()));
  }

  @Test
  void agreesWithMonteCarlo() {
    GaussianMixture mixture = Mixtures.weighted(12, 2, 0.5, 4);
    int n = 400_000;
    double[] a = Mixtures.sample(mixture, n, Mixtures.random(1));
    double[] b = Mixtures.sample(mixture, n, Mixtures.random(2));
    double y = 1.3;
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < n; i++) {
      double score = Math.abs(a[i] - y) - Math.abs(a[i] - b[i]) / 2;
      sum += score;
      squares += score * score;
    }
    double se = Math.sqrt((squares / n - sum / n * (sum / n)) / n);
    assertThat(mixture.crps(y)).isCloseTo(sum / n, within(4 * se));
  }

  /** Far from all components it is the distance, less what the spread is worth. */
  @Test
  void farAwayGrowsLikeTheDistance() {
    GaussianMixture mixture = Mixtures.posterior(50, 3);
    double expected = 1e8 - mixture.mean() - Spread.byPairs(mixture);
    assertThat(mixture.crps(1e8)).isCloseTo(expected, within(1e-6));
  }

  /** Chosen by cost: separated components and tiny noise must not take forever, nor lose digits. */
  @Test
  void ofSeparatedComponentsIsThatOfPoints() {
    GaussianMixture mixture =
        GaussianMixture.of(new double[] {0, 1e6, 3e6}, new double[] {1e-6, 1e-6, 1e-6});
    double spread = (1e6 + 2e6 + 3e6) / 9;
    assertThat(mixture.crps(1e6)).isCloseTo((1e6 + 2e6) / 3 - spread, within(1e-6));
  }
}
