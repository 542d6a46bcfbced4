package dev.coset.predictive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.coset.distribution.GaussianMixture;
import dev.coset.distribution.Mixtures;
import dev.coset.distribution.PointSummary;
import dev.coset.distribution.Predictive;
import dev.coset.network.Activation;
import dev.coset.network.Network;
import dev.coset.network.Precision;
import dev.coset.posterior.DrawSchema;
import dev.coset.posterior.Draws;
import java.util.List;
import java.util.stream.DoubleStream;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.junit.jupiter.api.Test;

class PredictiveTest {
  private static final Network NETWORK = Network.of(2, new int[] {3}, 1, Activation.TANH);
  private static final double[] PROBABILITIES = {0.05, 0.5, 0.95};

  private final Draws draws = Draws.ofSize(37, NETWORK.parameters() + 1, DrawSchema.NONE);
  private final double[][] x = new double[2][50]; // (feature, point)

  PredictiveTest() {
    var normal = ZigguratSampler.NormalizedGaussian.of(Mixtures.random(3));
    for (int i = 0; i < draws.values().length; i++) {
      draws.values()[i] = normal.sample();
    }
    for (double[] feature : x) {
      for (int i = 0; i < feature.length; i++) {
        feature[i] = normal.sample();
      }
    }
  }

  @Test
  void mixesTheNormalsOfAllDraws() {
    Predictive predictive = Normals.posterior(NETWORK, Precision.DOUBLE).predictive(draws, x, 1);
    assertThat(predictive.points()).isEqualTo(50);
    for (int point = 0; point < 50; point++) {
      GaussianMixture mixture = (GaussianMixture) predictive.at(point);
      assertThat(mixture.size()).isEqualTo(37);
      for (int g = 0; g < 37; g++) {
        double[] q = draws.draw(g);
        double f = NETWORK.output(q, new double[] {x[0][point], x[1][point]})[0];
        assertThat(mixture.mean(g)).isCloseTo(f, within(1e-13));
        assertThat(mixture.sd(g)).isEqualTo(StrictMath.exp(q[q.length - 1]));
        assertThat(mixture.weight(g)).isEqualTo(1.0 / 37);
      }
    }
  }

  @Test
  void doesNotDependOnThreads() {
    List<PointSummary> one =
        Normals.posterior(NETWORK, Precision.DOUBLE)
            .predictive(draws, x, 1)
            .summaries(PROBABILITIES, 1);
    for (int threads : new int[] {2, 7, 1000}) {
      List<PointSummary> more =
          Normals.posterior(NETWORK, Precision.DOUBLE)
              .predictive(draws, x, threads)
              .summaries(PROBABILITIES, threads);
      assertThat(more).usingRecursiveComparison().isEqualTo(one);
    }
  }

  @Test
  void doesNotDependOnChunks() {
    List<PointSummary> whole =
        Normals.posterior(NETWORK, Precision.DOUBLE)
            .predictive(draws, x, 1)
            .summaries(PROBABILITIES, 1);
    for (int point = 0; point < 50; point++) {
      double[][] single = {{x[0][point]}, {x[1][point]}};
      PointSummary alone =
          Normals.posterior(NETWORK, Precision.DOUBLE)
              .predictive(draws, single, 1)
              .summaries(PROBABILITIES, 1)
              .get(0);
      assertThat(alone).usingRecursiveComparison().isEqualTo(whole.get(point));
    }
  }

  /** Of a skewed mixture, whose mean is no quantile that is asked for. */
  @Test
  void aSummaryNamesWhatItReads() {
    GaussianMixture mixture =
        GaussianMixture.of(new double[] {1, 1.2, 9}, new double[] {0.5, 0.1, 2});
    PointSummary summary =
        Predictive.of(List.of(mixture)).summaries(new double[] {0.95, 0.05, 0.5}, 1).getFirst();
    assertThat(summary.mean()).isEqualTo(mixture.mean());
    assertThat(summary.sd()).isEqualTo(mixture.sd());
    assertThat(summary.aleatoric()).isEqualTo(mixture.aleatoric());
    assertThat(summary.epistemic()).isEqualTo(mixture.epistemic());
    assertThat(summary.quantiles())
        .containsExactly(
            new double[] {mixture.quantile(0.95), mixture.quantile(0.05), mixture.quantile(0.5)},
            within(1e-9));
  }

  @Test
  void summariesMoveWithTheUnits() {
    GaussianMixture mixture = Mixtures.posterior(100, 8);
    PointSummary summary = PointSummary.of(mixture, PROBABILITIES);
    PointSummary moved = PointSummary.of(mixture.scaled(-4, 30), PROBABILITIES);
    assertThat(moved.mean()).isCloseTo(30 * summary.mean() - 4, within(1e-8));
    assertThat(moved.sd()).isCloseTo(30 * summary.sd(), within(1e-8));
    assertThat(moved.aleatoric()).isCloseTo(30 * summary.aleatoric(), within(1e-8));
    assertThat(moved.epistemic()).isCloseTo(30 * summary.epistemic(), within(1e-8));
    assertThat(moved.quantiles())
        .containsExactly(
            DoubleStream.of(summary.quantiles()).map(q -> 30 * q - 4).toArray(), within(1e-8));
  }

  @Test
  void noiseMayDependOnTheInput() {
    double[][] means = {{1, 2, 3}, {4, 5, 6}};
    double[][] sds = {{0.1, 0.2, 0.3}, {0.4, 0.5, 0.6}};
    double[] weights = {0.5, 0.5};
    Predictive predictive = Predictive.of(means, sds, weights);
    assertThat(predictive.points()).isEqualTo(3);
    for (int point = 0; point < 3; point++) {
      GaussianMixture mixture = (GaussianMixture) predictive.at(point);
      for (int g = 0; g < 2; g++) {
        assertThat(mixture.mean(g)).isEqualTo(means[g][point]);
        assertThat(mixture.sd(g)).isEqualTo(sds[g][point]);
      }
    }
    Predictive constant = Predictive.of(means, new double[] {0.1, 0.4});
    Predictive repeated =
        Predictive.of(means, new double[][] {{0.1, 0.1, 0.1}, {0.4, 0.4, 0.4}}, weights);
    for (int point = 0; point < 3; point++) {
      assertThat(constant.number(point).quantile(0.3))
          .isEqualTo(repeated.number(point).quantile(0.3));
    }
  }

  @Test
  void refusesWhatDoesNotFit() {
    Network other = Network.of(2, new int[] {4}, 1, Activation.TANH);
    assertThatThrownBy(() -> Normals.posterior(other, Precision.DOUBLE).predictive(draws, x, 1))
        .hasMessageContaining("do not fit the network");
    assertThatThrownBy(() -> Normals.posterior(NETWORK, Precision.DOUBLE).predictive(draws, x, 0))
        .hasMessageContaining("at least 1, but was 0");
    double[][] means = {{1, Double.NaN}};
    assertThatThrownBy(() -> Predictive.of(means, new double[] {1}))
        .hasMessageContaining("Component 0 has the mean NaN at point 1");
    assertThatThrownBy(() -> Predictive.of(new double[][] {{1}, {2, 3}}, new double[] {1, 1}))
        .hasMessageContaining("1 and at 2 points");
    assertThatThrownBy(() -> Predictive.of(new double[0][], new double[0]))
        .hasMessageContaining("at least one component");
  }
}
