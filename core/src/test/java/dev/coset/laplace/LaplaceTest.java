package dev.coset.laplace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.coset.MonteCarlo;
import dev.coset.data.InputException;
import dev.coset.data.Points;
import dev.coset.distribution.GaussianMixture;
import dev.coset.distribution.Predictive;
import dev.coset.laplace.LaplaceSettings.Noise;
import dev.coset.laplace.LaplaceSettings.Structure;
import dev.coset.network.Activation;
import dev.coset.network.BatchGradient;
import dev.coset.network.OutputKernel;
import dev.coset.network.Precision;
import dev.coset.optimisation.Lbfgs;
import dev.coset.optimisation.MapEstimate;
import dev.coset.optimisation.MapTraining;
import dev.coset.optimisation.Objective;
import dev.coset.optimisation.Problems;
import dev.coset.optimisation.WeightStart;
import dev.coset.posterior.Draws;
import dev.coset.posterior.Posterior;
import dev.coset.posterior.Prior;
import dev.coset.predictive.Scores;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LaplaceTest {
  private static final LaplaceSettings STANDARD = LaplaceSettings.standard().withThreads(2);
  private static final double PRIOR = 0.8;

  private final Posterior linear = Problems.linear(35, 4, PRIOR);
  private final MapEstimate map =
      new MapTraining(Objective.PAPER, Lbfgs.of(5_000, 1e-11), WeightStart.FAN_IN, null)
          .train(linear, 0, 0);
  private final LinearRegression exact =
      LinearRegression.of(linear.data(), sigma(map), 1 / (PRIOR * PRIOR));

  @Test
  void onALinearModelItIsTheExactPosterior() {
    Laplace laplace = Laplace.of(linear, map, STANDARD);
    double[] mean = exact.mean();
    double[][] covariance = exact.covariance();
    double[][] found = laplace.covariance();
    assertThat(laplace.varying()).isEqualTo(mean.length);
    for (int j = 0; j < mean.length; j++) {
      assertThat(laplace.mean()[j]).isCloseTo(mean[j], within(1e-8));
      for (int k = 0; k < mean.length; k++) {
        assertThat(found[j][k]).isCloseTo(covariance[j][k], within(1e-8));
      }
    }
    assertThat(laplace.logEvidence()).isCloseTo(exact.logEvidence(), within(1e-8));
  }

  /** The scale of the first layer's weights is a unit of the columns. */
  @ParameterizedTest
  @EnumSource
  void twoScalesAreOneOfColumnsInOtherUnits(Structure structure) {
    double unit = 0.3;
    double[][] x =
        Arrays.stream(linear.data().x())
            .map(column -> Arrays.stream(column).map(v -> unit * v).toArray())
            .toArray(double[][]::new);
    Laplace one = trained(new Prior(PRIOR), new Points(x, linear.data().y()), structure);
    Laplace two = trained(new Prior(PRIOR, unit * PRIOR), linear.data(), structure);
    assertThat(two.logEvidence()).isCloseTo(one.logEvidence(), within(1e-7));
    double[][] near = {{0.2}, {1}, {-1}, {0.3}};
    double[][] same = {{0.2 * unit}, {unit}, {-unit}, {0.3 * unit}};
    var ofTwo = two.linearised(near).number(0);
    var ofOne = one.linearised(same).number(0);
    assertThat(ofTwo.mean()).isCloseTo(ofOne.mean(), within(1e-7));
    assertThat(ofTwo.sd()).isCloseTo(ofOne.sd(), within(1e-7));
  }

  private Laplace trained(Prior prior, Points data, Structure structure) {
    var posterior =
        new Posterior(linear.network(), prior, linear.likelihood(), linear.precision(), data);
    MapEstimate estimate =
        new MapTraining(Objective.PAPER, Lbfgs.of(5_000, 1e-11), WeightStart.FAN_IN, null)
            .train(posterior, 0, 0);
    return Laplace.of(posterior, estimate, STANDARD.with(structure));
  }

  @Test
  void onALinearModelTheLinearisedPredictiveIsExact() {
    double[][] x = {{0, 3}, {1, -2}, {-1, 0.5}, {0.3, 0}};
    Predictive predictive = Laplace.of(linear, map, STANDARD).linearised(x);
    for (int i = 0; i < 2; i++) {
      double[] row = {x[0][i], x[1][i], x[2][i], x[3][i], 1};
      assertThat(predictive.number(i).mean()).isCloseTo(exact.predictiveMean(row), within(1e-8));
      assertThat(predictive.number(i).sd())
          .isCloseTo(Math.sqrt(exact.predictiveVariance(row)), within(1e-8));
    }
  }

  @Test
  void onALinearModelLeavingOneOutIsExact() {
    double[] found = Laplace.of(linear, map, STANDARD).leaveOneOut();
    for (int i = 0; i < found.length; i++) {
      LinearRegression rest = exact.without(i);
      double off = exact.y()[i] - rest.predictiveMean(exact.design()[i]);
      double variance = rest.predictiveVariance(exact.design()[i]);
      double truth = -Math.log(2 * Math.PI * variance) / 2 - off * off / (2 * variance);
      assertThat(found[i]).isCloseTo(truth, within(1e-8));
    }
  }

  /** The error of Laplace's method is of order 1 / points: four times the points, a quarter. */
  @Test
  void theJointEvidenceApproachesTheIntegralOverSigma() {
    double few = errorOfJointEvidence(Problems.linear(40, 4, PRIOR));
    double many = errorOfJointEvidence(Problems.linear(160, 4, PRIOR));
    assertThat(few).isBetween(0.01, 0.3);
    assertThat(few / many).isBetween(2.5, 6.0);
  }

  private static double errorOfJointEvidence(Posterior posterior) {
    MapEstimate mode =
        new MapTraining(Objective.POSTERIOR, Lbfgs.of(5_000, 1e-9), WeightStart.FAN_IN, null)
            .train(posterior, 0, 0);
    Laplace laplace = Laplace.of(posterior, mode, STANDARD.with(Noise.JOINT));
    double sum = 0;
    double step = 0.05; // less than the standard deviation of log sigma: trapezoids are exact
    for (int k = -25; k <= 25; k++) {
      double sigma = laplace.nuisance()[0] * Math.exp(k * step);
      double evidence =
          LinearRegression.of(posterior.data(), sigma, 1 / (PRIOR * PRIOR)).logEvidence();
      double prior = 2 / Math.sqrt(2 * Math.PI) * Math.exp(-sigma * sigma / 2) * sigma;
      sum += step * prior * Math.exp(evidence - laplace.logEvidence());
    }
    return Math.abs(Math.log(sum));
  }

  @Test
  void theDrawsHaveItsMeanAndCovariance() {
    Posterior posterior = Problems.regression(50, 2, new int[] {3}, Activation.TANH, 1);
    var settings = STANDARD.with(Noise.JOINT);
    Laplace laplace =
        Laplace.of(posterior, MapTraining.toConvergence().train(posterior, 0, 0), settings);
    Draws draws = laplace.draws(4_000, 5);
    double[] mean = laplace.mean();
    double[][] covariance = laplace.covariance();
    int n = mean.length;
    assertThat(draws.dimension()).isEqualTo(n);
    for (int j = 0; j < n; j++) {
      int a = j;
      MonteCarlo.assertMean("mean", column(draws, a), mean[a], n * 3);
      for (int b : new int[] {j, (j + 1) % n}) {
        double[] products =
            IntStream.range(0, draws.count())
                .mapToDouble(g -> (draws.value(g, a) - mean[a]) * (draws.value(g, b) - mean[b]))
                .toArray();
        MonteCarlo.assertMean("covariance", products, covariance[a][b], n * 3);
      }
    }
    assertThat(laplace.draws(10, 5).values()).isEqualTo(laplace.draws(10, 5).values());
  }

  private static double[] column(Draws draws, int entry) {
    return IntStream.range(0, draws.count()).mapToDouble(g -> draws.value(g, entry)).toArray();
  }

  @Test
  void theSampledPredictiveOfALinearModelIsTheLinearisedOne() {
    Laplace laplace = Laplace.of(linear, map, STANDARD);
    double[][] x = {{1.5}, {-1}, {0.5}, {2}};
    var sampled = (GaussianMixture) laplace.sampled(x, 4_000, 3).at(0);
    var closed = laplace.linearised(x).number(0);
    double[] means = IntStream.range(0, sampled.size()).mapToDouble(sampled::mean).toArray();
    MonteCarlo.assertMean("mean", means, closed.mean(), 1);
    // The variance of a variance over n normal draws is 2 v^2 / n; four standard deviations.
    double variance = closed.sd() * closed.sd();
    assertThat(sampled.sd() * sampled.sd())
        .isCloseTo(variance, within(4 * variance * Math.sqrt(2.0 / 4_000)));
  }

  @Test
  void theLastLayerIsABlockAndTheDiagonalADiagonal() {
    Posterior posterior = Problems.regression(600, 2, new int[] {5, 3}, Activation.TANH, 1);
    MapEstimate at = Problems.at(Problems.normals(posterior.dimension(), 12));
    var full = new LikelihoodCurvature(posterior, at.q(), 0, false).gaussNewton();
    Laplace last = Laplace.of(posterior, at, STANDARD.with(Structure.LAST_LAYER));
    int first = posterior.network().parameters() - 4;
    assertThat(last.firstVarying()).isEqualTo(first);
    double[][] precision = LinearRegression.inverse(last.covariance());
    for (int j = 0; j < 4; j++) {
      for (int k = 0; k < 4; k++) {
        assertThat(precision[j][k])
            .isCloseTo(
                full.get(first + j, first + k) + (j == k ? 1 : 0),
                within(1e-9 * Math.abs(full.get(first + j, first + j))));
      }
    }
    Laplace diagonal = Laplace.of(posterior, at, STANDARD.with(Structure.DIAGONAL));
    for (int j = 0; j < first + 4; j++) {
      assertThat(diagonal.covariance()[j][j]).isCloseTo(1 / (full.get(j, j) + 1), within(1e-12));
    }
    Draws draws = last.draws(3, 1);
    for (int g = 0; g < 3; g++) {
      assertThat(draws.draw(g)).startsWith(Arrays.copyOf(at.q(), first));
    }
  }

  /**
   * The Fisher information of log sigma is 2N, the curvature where sigma is the size of the
   * residuals; there it is minus the second derivative of the log density, the prior of sigma
   * included.
   */
  @Test
  void whereSigmaIsTheSizeOfTheResidualsItsCurvaturesAgree() {
    Posterior posterior = Problems.regression(30, 2, new int[] {3}, Activation.TANH, 0.9);
    double[] q = Problems.normals(posterior.dimension(), 13);
    int sigma = q.length - 1;
    var batch = BatchGradient.of(posterior.network(), Precision.DOUBLE, posterior.data());
    double squares = -2 * batch.valueAndGradient(q, OutputKernel.SQUARED_ERROR, new double[sigma]);
    q[sigma] = Math.log(squares / 30) / 2;
    var curvature = new LikelihoodCurvature(posterior, q, 0, true);
    double exact = -secondDifference(posterior, q, sigma);
    assertThat(exact).isGreaterThan(2 * 30 + 1); // the prior's part shows
    assertThat(curvature.gaussNewton().get(sigma, sigma)).isCloseTo(exact, within(1e-6 * exact));
    assertThat(curvature.gaussNewtonDiagonal()[sigma]).isCloseTo(exact, within(1e-6 * exact));
  }

  private static double secondDifference(Posterior posterior, double[] q, int k) {
    double[] slope = new double[2];
    for (int side = 0; side < 2; side++) {
      double[] moved = q.clone();
      double[] gradient = new double[q.length];
      moved[k] += (2 * side - 1) * 1e-5;
      posterior.density().valueAndGradient(moved, gradient);
      slope[side] = gradient[k];
    }
    return (slope[1] - slope[0]) / 2e-5;
  }

  /** In one line; on new data it must beat the normal fitted to the training targets. */
  @Test
  void itFitsByItself() {
    Posterior all = Problems.regression(200, 2, new int[] {6}, Activation.TANH, 1);
    double[][] x = {
      Arrays.copyOfRange(all.data().x()[0], 100, 200),
      Arrays.copyOfRange(all.data().x()[1], 100, 200)
    };
    double[] y = Arrays.copyOfRange(all.data().y().values(), 100, 200);
    Posterior half =
        new Posterior(
            all.network(),
            all.prior(),
            all.likelihood(),
            all.precision(),
            new Points(
                new double[][] {
                  Arrays.copyOf(all.data().x()[0], 100), Arrays.copyOf(all.data().x()[1], 100)
                },
                Arrays.copyOf(all.data().y().values(), 100)));
    double lppd = Scores.of(Laplace.fit(half, 0).linearised(x), y).lppd();
    double[] trained = half.data().y().values();
    double mean = Arrays.stream(trained).average().orElseThrow();
    double variance = Arrays.stream(trained).map(v -> (v - mean) * (v - mean)).sum() / 99;
    double constant =
        Arrays.stream(y)
            .map(
                v -> -Math.log(2 * Math.PI * variance) / 2 - (v - mean) * (v - mean) / 2 / variance)
            .average()
            .orElseThrow();
    assertThat(lppd).isGreaterThan(constant + 0.3);
  }

  @Test
  void whatCannotBeDoneIsRefusedInOneSentence() {
    assertThatThrownBy(
            () -> SymmetricMatrix.checkFits(45_000, SymmetricMatrix.WORK, "choose another"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("heap");
  }

  private static double sigma(MapEstimate estimate) {
    return Math.exp(estimate.q()[estimate.q().length - 1]);
  }
}
