package dev.coset.predictive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParetoSmoothingTest {
  private static final int POINTS = 5;

  /**
   * Against psislw and loo of ArviZ (version in the file), on light, heavy and very heavy tails and
   * on ties.
   */
  @ParameterizedTest
  @ValueSource(doubles = {1, 2})
  void itAgreesWithArviz(double efficiency) {
    double[][] logLikelihood = new double[POINTS][];
    Arrays.setAll(logLikelihood, p -> stored("loglik", 1, p));
    LeaveOneOut leaveOneOut = LeaveOneOut.of(transposed(logLikelihood), null, efficiency, 1);
    for (int p = 0; p < POINTS; p++) {
      double[] ratios = Arrays.stream(logLikelihood[p]).map(l -> -l).toArray();
      ParetoSmoothing smoothed = ParetoSmoothing.of(ratios, efficiency);
      // Sorted, since equal ratios may get their smoothed weights in any order.
      assertThat(Arrays.stream(smoothed.logWeights()).sorted().toArray())
          .containsExactly(
              Arrays.stream(stored("weights", efficiency, p)).sorted().toArray(), within(1e-6));
      double shape = stored("shape", efficiency, p)[0];
      assertThat(leaveOneOut.shape()[p]).isEqualTo(smoothed.shape());
      assertThat(smoothed.shape() == shape || Math.abs(smoothed.shape() - shape) < 1e-6).isTrue();
      assertThat(leaveOneOut.logDensity()[p])
          .isCloseTo(stored("elpd", efficiency, p)[0], within(1e-6));
    }
    assertThat(leaveOneOut.unreliablePoints()).isEqualTo(3);
  }

  /**
   * Ratios exp(kE) with E exponential are Pareto of shape k; its estimate is drawn towards 1/2 a
   * little.
   */
  @ParameterizedTest
  @ValueSource(doubles = {0.3, 0.5, 0.8})
  void theShapeOfAParetoTailIsFound(double k) {
    UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(7);
    double[] ratios = new double[40_000];
    Arrays.setAll(ratios, g -> -k * Math.log1p(-rng.nextDouble()));
    // 600 in the tail; the standard error of the estimate is about (1 + k) / sqrt(600)
    assertThat(ParetoSmoothing.of(ratios, 1).shape())
        .isCloseTo(k, within(4 * (1 + k) / Math.sqrt(600)));
  }

  @Test
  void weightsSumToOneAndFewDrawsAreSaidToBeTooFew() {
    double[] ratios = {0, 1, -3, 2, 5};
    ParetoSmoothing smoothed = ParetoSmoothing.of(ratios, 1);
    assertThat(Arrays.stream(smoothed.logWeights()).map(Math::exp).sum())
        .isCloseTo(1, within(1e-14));
    assertThat(smoothed.shape()).isInfinite();
    ParetoSmoothing constant = ParetoSmoothing.of(new double[100], 1);
    assertThat(constant.logWeights()).containsOnly(-Math.log(100));
  }

  /**
   * A normal mean with known variance 1 and a flat prior: the posterior is Normal(mean, 1/n) and
   * {@code p(y_i | y_-i)} is normal with the mean of the others and variance 1 + 1/(n-1).
   */
  @Test
  void leaveOneOutAgreesWithTheConjugateModel() {
    var normal = ZigguratSampler.NormalizedGaussian.of(RandomSource.XO_SHI_RO_256_PP.create(8));
    int n = 20;
    double[] y = normal.samples(n).toArray();
    double mean = Arrays.stream(y).average().orElseThrow();
    double[][] logLikelihood = new double[20_000][n];
    for (double[] draw : logLikelihood) {
      double mu = mean + normal.sample() / Math.sqrt(n);
      Arrays.setAll(draw, i -> logNormal(y[i], mu, 1));
    }
    LeaveOneOut leaveOneOut = LeaveOneOut.of(logLikelihood, null, 1, 1);
    LeaveOneOut shared = LeaveOneOut.of(logLikelihood, null, 1, 3);
    assertThat(shared.logDensity()).isEqualTo(leaveOneOut.logDensity());
    assertThat(shared.shape()).isEqualTo(leaveOneOut.shape());
    for (int i = 0; i < n; i++) {
      double others = (n * mean - y[i]) / (n - 1);
      assertThat(leaveOneOut.logDensity()[i])
          .isCloseTo(logNormal(y[i], others, 1 + 1.0 / (n - 1)), within(0.01));
    }
    assertThat(leaveOneOut.unreliablePoints()).isZero();
  }

  private static double logNormal(double y, double mean, double variance) {
    return -0.5 * Math.log(2 * Math.PI * variance) - (y - mean) * (y - mean) / (2 * variance);
  }

  private static double[][] transposed(double[][] a) {
    double[][] t = new double[a[0].length][a.length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < t.length; j++) {
        t[j][i] = a[i][j];
      }
    }
    return t;
  }

  private static double[] stored(String what, double efficiency, int point) {
    String start = "%s,%d,%d,".formatted(what, (int) efficiency, point);
    return lines().stream()
        .filter(line -> line.startsWith(start))
        .flatMapToDouble(
            line ->
                Arrays.stream(line.substring(start.length()).split(","))
                    .mapToDouble(
                        v -> v.equals("inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(v)))
        .toArray();
  }

  private static List<String> lines() {
    try (var reader =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(
                    ParetoSmoothingTest.class.getResourceAsStream("psis-arviz.csv")),
                StandardCharsets.UTF_8))) {
      return reader.lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aSingleDrawHasAllTheWeightAndNoShape() {
    ParetoSmoothing one = ParetoSmoothing.of(new double[] {3}, 1);
    assertThat(one.logWeights()).containsExactly(0);
    assertThat(one.shape()).isInfinite();
  }

  /** As [1] has it: {@code min(1 - 1 / log10 n, 0.7)}. */
  @Test
  void fewWeightsAreTrustedLess() {
    assertThat(ParetoSmoothing.threshold(100)).isCloseTo(0.5, within(1e-15));
    assertThat(ParetoSmoothing.threshold(1000)).isCloseTo(2 / 3.0, within(1e-15));
    assertThat(ParetoSmoothing.threshold(10_000)).isEqualTo(0.7);
    double[] shape = {ParetoSmoothing.threshold(100), 0.55, Double.NaN, 0.2};
    var of100 = new LeaveOneOut(new double[] {-1, -2, -3, -5}, shape, 100);
    assertThat(of100.unreliablePoints()).isEqualTo(2); // one is on the threshold
    assertThat(of100.total()).isEqualTo(-11);
  }

  @Test
  void theSumOfNothingHasNoLogarithm() {
    double none = Double.NEGATIVE_INFINITY;
    assertThat(LogSumExp.of(new double[] {none, none})).isEqualTo(none);
    assertThat(LogSumExp.of(new double[] {none, -2000})).isEqualTo(-2000);
    assertThat(LogSumExp.of(new double[] {-2000, -2000}))
        .isCloseTo(-2000 + Math.log(2), within(1e-12));
  }
}
