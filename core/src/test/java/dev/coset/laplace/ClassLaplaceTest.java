package dev.coset.laplace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.data.Points;
import dev.coset.data.Targets;
import dev.coset.distribution.ClassProbabilities;
import dev.coset.network.Activation;
import dev.coset.network.Network;
import dev.coset.network.Precision;
import dev.coset.optimisation.MapEstimate;
import dev.coset.optimisation.MapTraining;
import dev.coset.posterior.CategoricalLikelihood;
import dev.coset.posterior.LogDensity;
import dev.coset.posterior.Posterior;
import dev.coset.posterior.Prior;
import dev.coset.vectormath.StandardNormal;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

/** Networks without a hidden layer: logistic and softmax regression, whose curvature is known. */
class ClassLaplaceTest {
  private static final int POINTS = 200;
  private static final LaplaceSettings SETTINGS = LaplaceSettings.standard().withThreads(1);

  private static Posterior regression(int classes, long seed) {
    var random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    double[][] x = {StandardNormal.samples(POINTS, random)};
    double[] y = new double[POINTS];
    for (int i = 0; i < POINTS; i++) {
      double score = 1.3 * x[0][i] + 0.4 + StandardNormal.sample(random);
      y[i] = Math.clamp((long) Math.floor(score + classes / 2.0), 0, classes - 1);
    }
    Network network = Network.of(1, new int[0], classes == 2 ? 1 : classes, Activation.TANH);
    return new Posterior(
        network,
        new Prior(2),
        new CategoricalLikelihood(),
        Precision.DOUBLE,
        new Points(x, Targets.classes(y, classes)));
  }

  private static MapEstimate map(Posterior posterior) {
    return MapTraining.toConvergence().train(posterior, 1, 0);
  }

  private static double expit(double z) {
    return 1 / (1 + Math.exp(-z));
  }

  @Test
  void thePrecisionOfLogisticRegressionIsThatOfItsWeightedDesign() {
    Posterior posterior = regression(2, 5);
    MapEstimate map = map(posterior);
    double[][] covariance = Laplace.of(posterior, map, SETTINGS).covariance();
    double[][] precision = {{0.25, 0}, {0, 0.25}}; // of the prior
    for (double x : posterior.data().x()[0]) {
      double p = expit(map.q()[0] * x + map.q()[1]);
      double[] row = {x, 1};
      for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) {
          precision[i][j] += p * (1 - p) * row[i] * row[j];
        }
      }
    }
    assertInverse(precision, covariance);
  }

  /** Whether two matrices are each other's inverse. */
  private static void assertInverse(double[][] a, double[][] b) {
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < a.length; j++) {
        double product = 0;
        for (int k = 0; k < a.length; k++) {
          product += a[i][k] * b[k][j];
        }
        assertThat(product).isCloseTo(i == j ? 1 : 0, within(1e-9));
      }
    }
  }

  @Test
  void thePrecisionOfSoftmaxRegressionIsThatOfItsProbabilities() {
    Posterior posterior = regression(3, 6);
    MapEstimate map = map(posterior);
    double[] q = map.q();
    Network network = posterior.network();
    double[][] precision = new double[6][6];
    for (int k = 0; k < 6; k++) {
      precision[k][k] = 0.25;
    }
    for (double x : posterior.data().x()[0]) {
      double[] z = new double[3];
      for (int k = 0; k < 3; k++) {
        z[k] = q[network.weight(1, k, 0)] * x + q[network.bias(1, k)];
      }
      double[] log = ClassProbabilities.logSoftmax(z);
      for (int k = 0; k < 3; k++) {
        for (int l = 0; l < 3; l++) {
          double information = Math.exp(log[k]) * ((k == l ? 1 : 0) - Math.exp(log[l]));
          int[] of = {network.weight(1, k, 0), network.bias(1, k)};
          int[] to = {network.weight(1, l, 0), network.bias(1, l)};
          double[] row = {x, 1};
          for (int i = 0; i < 2; i++) {
            for (int j = 0; j < 2; j++) {
              precision[of[i]][to[j]] += information * row[i] * row[j];
            }
          }
        }
      }
    }
    assertInverse(precision, Laplace.of(posterior, map, SETTINGS).covariance());
  }

  /**
   * By the trapezoid rule, whose error here is far below Laplace's, which falls like 1 / points.
   */
  @Test
  void theEvidenceOfLogisticRegressionIsThatOfQuadrature() {
    Posterior posterior = regression(2, 7);
    Laplace laplace = Laplace.of(posterior, map(posterior), SETTINGS);
    double[][] covariance = laplace.covariance();
    double[] mean = laplace.mean();
    LogDensity density = posterior.density();
    double top = density.valueAndGradient(mean, new double[2]);
    int steps = 120;
    double[] reach = {8 * Math.sqrt(covariance[0][0]), 8 * Math.sqrt(covariance[1][1])};
    double sum = 0;
    for (int i = -steps; i <= steps; i++) {
      for (int j = -steps; j <= steps; j++) {
        double[] q = {mean[0] + reach[0] * i / steps, mean[1] + reach[1] * j / steps};
        sum += Math.exp(density.valueAndGradient(q, new double[2]) - top);
      }
    }
    double exact = top + Math.log(sum * reach[0] / steps * reach[1] / steps);
    assertThat(laplace.logEvidence()).isCloseTo(exact, within(5.0 / POINTS));
  }

  @Test
  void theLinearisedPredictiveIsTheMeanOfTheLogisticOverItsNormal() {
    Posterior posterior = regression(2, 8);
    Laplace laplace = Laplace.of(posterior, map(posterior), SETTINGS);
    double[][] x = {{-3, -0.4, 0, 1, 4}};
    var predictive = laplace.linearised(x);
    double[][] c = laplace.covariance();
    for (int i = 0; i < x[0].length; i++) {
      double mean = laplace.mean()[0] * x[0][i] + laplace.mean()[1];
      double sd = Math.sqrt(x[0][i] * x[0][i] * c[0][0] + 2 * x[0][i] * c[0][1] + c[1][1]);
      double exact = 0;
      double square = 0;
      for (int k = -800; k <= 800; k++) {
        double z = k / 100.0;
        double weight = Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI) / 100;
        double p = expit(mean + sd * z);
        exact += weight * p;
        square += weight * p * p;
      }
      double error = Math.sqrt((square - exact * exact) / Laplace.OUTPUT_DRAWS);
      assertThat(predictive.classes(i).probability(1)).isCloseTo(exact, within(4 * error));
    }
  }
}
