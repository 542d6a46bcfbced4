package dev.coset.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.distribution.ClassProbabilities;
import dev.coset.distribution.GaussianMixture;
import dev.coset.distribution.Predictive;
import dev.coset.distribution.PredictiveDistribution;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuadratureTest {
  private static final double[][] ONE_INPUT = {{0}};

  private static double fine(PredictiveDistribution p, PredictiveDistribution q) {
    return Quadrature.fine(x -> Predictive.of(List.of(p)), ONE_INPUT, View::target, 1)
        .divergence(x -> Predictive.of(List.of(q)), ONE_INPUT, 1)
        .mean();
  }

  private static GaussianMixture normal(double mean, double sd) {
    return GaussianMixture.of(new double[] {mean}, new double[] {sd});
  }

  /** {@code log(t/s) + (s^2 + (m - n)^2) / 2t^2 - 1/2}. */
  @ParameterizedTest
  @CsvSource({"0, 1, 0, 1", "0, 1, 0.1, 1.1", "3, 0.2, 1, 2", "-1, 2, 0, 1.5"})
  void ofNormalsItIsTheClosedForm(double m, double s, double n, double t) {
    double exact = Math.log(t / s) + (s * s + (m - n) * (m - n)) / (2 * t * t) - 0.5;
    assertThat(fine(normal(m, s), normal(n, t))).isCloseTo(exact, within(1e-6 * (1 + exact)));
  }

  /** Against Simpson's rule with steps far below the narrowest component. */
  @Test
  void ofMixturesItIsTheIntegral() {
    var p =
        GaussianMixture.of(
            new double[] {-1, 0.2, 0.25, 2},
            new double[] {0.3, 0.05, 0.07, 0.6},
            new double[] {0.3, 0.2, 0.1, 0.4});
    var q = GaussianMixture.of(new double[] {-1.1, 0.3, 2.1}, new double[] {0.4, 0.2, 0.5});
    int n = 100_000;
    double step = 12.0 / n;
    double sum = 0;
    for (int j = 0; j <= n; j++) {
      double y = -6 + j * step;
      double part = p.density(y) * (p.logDensity(y) - q.logDensity(y));
      sum += part * (j == 0 || j == n ? 1 : j % 2 == 1 ? 4 : 2) * step / 3;
    }
    assertThat(fine(p, q)).isCloseTo(sum, within(1e-5));
  }

  /**
   * Spikes too far apart for a grid, with weights 1 to 200 where the other has equal ones: the
   * divergence is that of the weights. Each spike is a node or two of 512, off by one at most.
   */
  @Test
  void ofSpikesItIsThatOfTheirWeights() {
    int n = 200;
    double[] means = IntStream.range(0, n).mapToDouble(g -> g).toArray();
    double[] sds = IntStream.range(0, n).mapToDouble(g -> 1e-3).toArray();
    double[] weights = IntStream.range(0, n).mapToDouble(g -> (g + 1) / 20100.0).toArray();
    double exact = 0;
    for (double weight : weights) {
      exact += weight * Math.log(weight * n);
    }
    assertThat(fine(GaussianMixture.of(means, sds, weights), GaussianMixture.of(means, sds)))
        .isCloseTo(exact, within(0.01));
  }

  @Test
  void ofClassesItIsTheSum() {
    var p = classes(0.2, 0.5, 0.3);
    var q = classes(0.3, 0.3, 0.4);
    assertThat(fine(p, q))
        .isCloseTo(
            0.2 * Math.log(0.2 / 0.3) + 0.5 * Math.log(0.5 / 0.3) + 0.3 * Math.log(0.3 / 0.4),
            within(1e-12));
    assertThat(fine(p, p)).isZero();
  }

  private static ClassProbabilities classes(double... probabilities) {
    double[] log = new double[probabilities.length];
    for (int k = 0; k < log.length; k++) {
      log[k] = Math.log(probabilities[k]);
    }
    return ClassProbabilities.of(new double[][] {log}, new double[] {1});
  }

  /** Few nodes give the mean of {@code log p/q} to a tenth, which is what steers the choice. */
  @Test
  void fewNodesAreNear() {
    var p = GaussianMixture.of(new double[] {-0.5, 0.5}, new double[] {0.4, 0.6});
    var q = GaussianMixture.of(new double[] {-0.4, 0.8}, new double[] {0.5, 0.5});
    var coarse =
        Quadrature.coarse(x -> Predictive.of(List.of(p)), ONE_INPUT, View::target, 1)
            .divergence(x -> Predictive.of(List.of(q)), ONE_INPUT, 1)
            .mean();
    assertThat(coarse).isCloseTo(fine(p, q), within(0.1 * fine(p, q)));
  }

  /** One draw with all the noise foretells the same target, but knows the function. */
  @Test
  void theFunctionTellsNotKnowingFromNoise() {
    var notKnowing = GaussianMixture.of(new double[] {-1, 1}, new double[] {3, 3});
    var noise = normal(0, Math.sqrt(10));
    assertThat(fine(notKnowing, noise)).isLessThan(1e-3);
    double apart =
        Quadrature.fine(x -> Predictive.of(List.of(notKnowing)), ONE_INPUT, View::function, 1)
            .divergence(x -> Predictive.of(List.of(noise)), ONE_INPUT, 1)
            .mean();
    assertThat(apart).isGreaterThan(0.1);
  }
}
