package dev.coset.posterior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.coset.data.Points;
import dev.coset.data.Targets;
import dev.coset.distribution.Predictive;
import dev.coset.network.Activation;
import dev.coset.network.Network;
import dev.coset.network.Precision;
import java.util.Arrays;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What must hold among the parts of any likelihood. */
class LikelihoodTest {
  private static final int POINTS = 23;

  private static Posterior posterior(String name, int classes) {
    var random = RandomSource.XO_SHI_RO_256_PP.create(8L);
    double[][] x = new double[2][POINTS];
    double[] y = new double[POINTS];
    for (int p = 0; p < POINTS; p++) {
      x[0][p] = 4 * random.nextDouble() - 2;
      x[1][p] = 4 * random.nextDouble() - 2;
      y[p] = classes == 0 ? 4 * random.nextDouble() - 2 : p % classes;
    }
    var targets = new Targets(y, classes);
    Likelihood likelihood = Likelihood.named(name);
    likelihood.requireFits(targets);
    return new Posterior(
        Network.of(2, new int[] {4, 3}, likelihood.outputs(targets), Activation.TANH),
        new Prior(0.8),
        likelihood,
        Precision.DOUBLE,
        new Points(x, targets));
  }

  private static double[][] draws(int count, int dimension) {
    var random = RandomSource.XO_SHI_RO_256_PP.create(9L);
    double[][] q = new double[count][dimension];
    for (double[] draw : q) {
      Arrays.setAll(draw, j -> 2 * random.nextDouble() - 1);
    }
    return q;
  }

  @ParameterizedTest
  @CsvSource({
    "normal, 0",
    "heteroscedastic, 0",
    "categorical, 2",
    "categorical, 3",
    "categorical, 7"
  })
  void theGradientIsTheLimitOfDifferences(String name, int classes) {
    LogDensity density = posterior(name, classes).density();
    Differences.assertGradient(density, draws(1, density.dimension())[0]);
  }

  @ParameterizedTest
  @CsvSource({"normal, 0", "heteroscedastic, 0", "categorical, 2", "categorical, 3"})
  void theDensityIsThatOfThePointsAndOfThePriors(String name, int classes) {
    Posterior posterior = posterior(name, classes);
    double[][] q = draws(1, posterior.dimension());
    double expected = posterior.likelihood().logPrior(q[0]);
    expected +=
        posterior.prior().addTo(new double[q[0].length], q[0], posterior.network().parameters());
    for (double log : posterior.logLikelihood(Draws.independent(q), posterior.data(), 1)[0]) {
      expected += log;
    }
    assertThat(posterior.density().valueAndGradient(q[0], new double[q[0].length]))
        .isCloseTo(expected, within(1e-11));
  }

  @ParameterizedTest
  @CsvSource({"normal, 0", "heteroscedastic, 0", "categorical, 2", "categorical, 3"})
  void thePredictiveIsTheMixtureOfTheDrawsLikelihoods(String name, int classes) {
    Posterior posterior = posterior(name, classes);
    Draws draws = Draws.independent(draws(5, posterior.dimension()));
    double[] weights = {0.1, 0.4, 0.2, 0.25, 0.05};
    var values = OutputValues.of(posterior, draws, posterior.data().x(), 2);
    double[][] log = posterior.logLikelihood(draws, posterior.data(), 1);
    for (boolean weighted : new boolean[] {false, true}) {
      Predictive predictive =
          posterior.likelihood().predictive(weighted ? values.weighted(weights) : values);
      for (int i = 0; i < POINTS; i++) {
        double density = 0;
        for (int g = 0; g < 5; g++) {
          density += (weighted ? weights[g] : 0.2) * Math.exp(log[g][i]);
        }
        assertThat(predictive.at(i).logDensity(posterior.data().y().at(i)))
            .isCloseTo(Math.log(density), within(1e-12));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"normal, 0", "heteroscedastic, 0", "categorical, 2", "categorical, 3"})
  void functionsSayAllThatThePredictiveDoes(String name, int classes) {
    Posterior posterior = posterior(name, classes);
    Draws draws = Draws.independent(draws(1, posterior.dimension()));
    var values = OutputValues.of(posterior, draws, posterior.data().x(), 1);
    Likelihood likelihood = posterior.likelihood();
    Predictive before = likelihood.predictive(values);
    double[] expected = logDensities(before, posterior.data().y());
    double[][] functions =
        Arrays.stream(values.outputs()[0]).map(double[]::clone).toArray(double[][]::new);
    likelihood.toFunctions(functions);
    assertThat(likelihood.functionNames(functions.length)).hasSize(functions.length);
    likelihood.toOutputs(functions);
    var back = new OutputValues(new double[][][] {functions}, values.nuisance());
    double[] found = logDensities(likelihood.predictive(back), posterior.data().y());
    for (int i = 0; i < POINTS; i++) {
      assertThat(found[i]).isCloseTo(expected[i], within(1e-9));
    }
  }

  private static double[] logDensities(Predictive predictive, Targets targets) {
    double[] log = new double[targets.count()];
    Arrays.setAll(log, i -> predictive.at(i).logDensity(targets.at(i)));
    return log;
  }

  /** The variance of the score is the information; of classes an exact sum, of normals known. */
  @ParameterizedTest
  @CsvSource({"2", "3", "5"})
  void theInformationOfClassesIsTheVarianceOfTheirScore(int classes) {
    var likelihood = new CategoricalLikelihood();
    int outputs = classes == 2 ? 1 : classes;
    double[] z = Arrays.copyOf(new double[] {0.3, -1.2, 0.8, 2, 0.1}, outputs);
    double[][] root = likelihood.informationRoot(z, new double[0]);
    double h = 1e-5;
    double[][] information = new double[outputs][outputs];
    for (int k = 0; k < classes; k++) {
      var targets = new Targets(new double[] {k}, classes);
      double[] score = new double[outputs];
      for (int j = 0; j < outputs; j++) {
        score[j] = (at(likelihood, z, j, h, targets) - at(likelihood, z, j, -h, targets)) / (2 * h);
      }
      double probability = Math.exp(at(likelihood, z, 0, 0, targets));
      for (int i = 0; i < outputs; i++) {
        for (int j = 0; j < outputs; j++) {
          information[i][j] += probability * score[i] * score[j];
        }
      }
    }
    for (int i = 0; i < outputs; i++) {
      for (int j = 0; j < outputs; j++) {
        double product = 0;
        for (double[] row : root) {
          product += row[i] * row[j];
        }
        assertThat(product).isCloseTo(information[i][j], within(1e-8));
      }
    }
  }

  private static double at(
      Likelihood likelihood, double[] z, int moved, double by, Targets targets) {
    double[][] outputs = new double[z.length][1];
    for (int k = 0; k < z.length; k++) {
      outputs[k][0] = z[k] + (k == moved ? by : 0);
    }
    return likelihood.logLikelihood(outputs, new double[0], targets)[0];
  }

  @Test
  void targetsMustBeOfTheLikelihoodsKind() {
    assertThatThrownBy(() -> posterior("categorical", 0))
        .hasMessageContaining("targets are numbers");
    assertThatThrownBy(() -> posterior("normal", 2)).hasMessageContaining("targets are classes");
    assertThatThrownBy(() -> Likelihood.named("poisson"))
        .hasMessageContaining("categorical, heteroscedastic, normal");
  }
}
