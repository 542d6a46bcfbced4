package dev.coset.predictive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class StackingTest {

  /**
   * With densities (1, 0) at a points and (0, 1) at b points the weights are a and b over a + b.
   */
  @Test
  void modesThatExcludeEachOtherAreWeightedByTheirPoints() {
    double[][] logDensity = new double[2][100];
    for (int i = 0; i < 100; i++) {
      logDensity[i < 30 ? 1 : 0][i] = Double.NEGATIVE_INFINITY;
    }
    assertThat(Stacking.weights(logDensity, null))
        .containsExactly(new double[] {0.3, 0.7}, within(1e-7));
  }

  /** With n_k further points for mode k, those of the other mode excluded, they count as points. */
  @Test
  void furtherPointsCountAsPoints() {
    double[][] logDensity = new double[2][100];
    for (int i = 0; i < 100; i++) {
      logDensity[i < 30 ? 1 : 0][i] = Double.NEGATIVE_INFINITY;
    }
    assertThat(Stacking.weights(logDensity, null, new double[] {10, 40}))
        .containsExactly(new double[] {40 / 150.0, 110 / 150.0}, within(1e-7));
    double[][] alike = new double[3][20];
    assertThat(Stacking.weights(alike, null, new double[] {1, 1, 2}))
        .satisfies(w -> assertThat(w[2]).isGreaterThan(w[0]));
  }

  /** What differs by rounding is told apart by nobody. */
  @Test
  void modesThatDifferByRoundingCountAlike() {
    double[][] logDensity = new double[2][50];
    Arrays.fill(logDensity[1], 1e-12);
    assertThat(Stacking.weights(logDensity, null))
        .containsExactly(new double[] {0.5, 0.5}, within(1e-4));
  }

  @Test
  void aModeThatIsWorseEverywhereGetsNothing() {
    double[][] logDensity = {new double[50], new double[50], new double[50]};
    Arrays.fill(logDensity[1], -1);
    Arrays.fill(logDensity[2], -800);
    assertThat(Stacking.weights(logDensity, null))
        .containsExactly(new double[] {1, 0, 0}, within(1e-7));
  }

  /** Of two modes that the points do not tell apart neither is dropped; a worse one is. */
  @Test
  void chanceGivesNotAllWeightToOneMode() {
    var normal = ZigguratSampler.NormalizedGaussian.of(RandomSource.XO_SHI_RO_256_PP.create(5));
    double[][] logDensity = new double[3][40];
    for (int i = 0; i < 40; i++) {
      double density = normal.sample();
      logDensity[0][i] = density;
      logDensity[1][i] = density - 0.002 + 0.02 * normal.sample();
      logDensity[2][i] = density - 5;
    }
    double[] cautious = Stacking.cautious(logDensity, null, 4);
    assertThat(cautious[1])
        .isGreaterThan(Stacking.weights(logDensity, null)[1])
        .isGreaterThan(0.02);
    assertThat(cautious[2]).isLessThan(1e-7);
    assertThat(Stacking.cautious(logDensity, null, 0))
        .isEqualTo(Stacking.weights(logDensity, null));
  }

  /** At the maximum of a concave function on the simplex no direction into it rises. */
  @Test
  void noOtherWeightsAreBetter() {
    UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(3);
    var normal = ZigguratSampler.NormalizedGaussian.of(rng);
    for (int repeat = 0; repeat < 20; repeat++) {
      double[][] logDensity = new double[4][40];
      for (double[] mode : logDensity) {
        Arrays.setAll(mode, i -> normal.sample());
      }
      double[] weights = Stacking.weights(logDensity, null);
      double best = score(logDensity, weights);
      assertThat(Arrays.stream(weights).sum()).isCloseTo(1, within(1e-12));
      for (int other = 0; other < 50; other++) {
        double[] w = rng.doubles(4).toArray();
        double sum = Arrays.stream(w).sum();
        Arrays.setAll(w, k -> 0.9 * weights[k] + 0.1 * w[k] / sum);
        assertThat(score(logDensity, w)).isLessThanOrEqualTo(best + 4 * 1e-6);
      }
    }
  }

  /**
   * Of models that hardly differ the maximum is flat, and an ascent by gradients does not arrive:
   * at it no mode's mean share at weight 1 exceeds 1, which bounds what is left to gain.
   */
  @Test
  void modesThatHardlyDifferAreWeighedToTheEnd() {
    var normal = ZigguratSampler.NormalizedGaussian.of(RandomSource.XO_SHI_RO_256_PP.create(8));
    double[][] logDensity = new double[16][1000];
    for (int i = 0; i < 1000; i++) {
      double density = normal.sample();
      double likeSome = 0.01 * normal.sample();
      for (int k = 0; k < 16; k++) {
        logDensity[k][i] = density + likeSome * (k % 4) + 1e-4 * normal.sample();
      }
    }
    double[] further = new double[16];
    Arrays.fill(further, 0, 8, 1e-3);
    double[] weights = Stacking.weights(logDensity, null, further);
    for (int k = 0; k < 16; k++) {
      double gain = further[k] / weights[k];
      for (int i = 0; i < 1000; i++) {
        double mixture = 0;
        for (int h = 0; h < 16; h++) {
          mixture += weights[h] * Math.exp(logDensity[h][i] - logDensity[k][i]);
        }
        gain += 1 / mixture;
      }
      assertThat(gain / (1000 + 8e-3)).isLessThan(1 + 1e-7);
    }
  }

  @Test
  void stackingFindsTheWeightsThatMadeThePoints() {
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(41);
    double[] points = ZigguratSampler.NormalizedGaussian.of(random).samples(4_000).toArray();
    double[][] logDensity = new double[3][points.length];
    for (int i = 0; i < points.length; i++) {
      // 0.25 Normal(-1, 1) + 0.75 Normal(1, 1); the third component is hopeless
      double y = points[i] + (random.nextDouble() < 0.25 ? -1 : 1);
      logDensity[0][i] = -(y + 1) * (y + 1) / 2;
      logDensity[1][i] = -(y - 1) * (y - 1) / 2;
      logDensity[2][i] = -(y - 9) * (y - 9) / 2;
    }
    double[] weights = Stacking.weights(logDensity, null);
    // The Fisher information of a weight between these normals is about 2 per point.
    assertThat(weights[0]).isCloseTo(0.25, within(4 / Math.sqrt(2.0 * points.length)));
    assertThat(weights[2]).isLessThan(1e-6);
    assertThat(Arrays.stream(weights).sum()).isCloseTo(1, within(1e-12));
    // At the maximum of a concave function over the simplex, the mean ratio of each used
    // component to the mixture is 1.
    for (int k = 0; k < 2; k++) {
      double mean = 0;
      for (int i = 0; i < points.length; i++) {
        double mixture = 0;
        for (int h = 0; h < 3; h++) {
          mixture += weights[h] * Math.exp(logDensity[h][i]);
        }
        mean += Math.exp(logDensity[k][i]) / mixture / points.length;
      }
      assertThat(mean).isCloseTo(1, within(1e-6));
    }
  }

  private static double score(double[][] logDensity, double[] w) {
    double score = 0;
    for (int i = 0; i < logDensity[0].length; i++) {
      double mixture = 0;
      for (int k = 0; k < w.length; k++) {
        mixture += w[k] * Math.exp(logDensity[k][i]);
      }
      score += Math.log(mixture);
    }
    return score;
  }

  /** Only ratios of the modes at a point count, also where every density underflows. */
  @Test
  void whatAllModesSayAlikeOfAPointDoesNotMatter() {
    double[][] logDensity = {{0, -1, -2, -1}, {-2, 0, 0, -3}};
    double[][] shifted = new double[2][4];
    for (int k = 0; k < 2; k++) {
      for (int i = 0; i < 4; i++) {
        shifted[k][i] = logDensity[k][i] - 4096 * (i + 1);
      }
    }
    assertThat(Stacking.weights(shifted, null)).containsExactly(Stacking.weights(logDensity, null));
  }
}
