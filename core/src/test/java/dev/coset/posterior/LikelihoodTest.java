package dev.coset.posterior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.coset.data.Targets;
import dev.coset.distribution.Predictive;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What must hold among the parts of any likelihood. */
class LikelihoodTest {
  @ParameterizedTest
  @CsvSource({
    "normal, 0",
    "heteroscedastic, 0",
    "student, 0",
    "categorical, 2",
    "categorical, 3",
    "categorical, 7"
  })
  void theGradientIsTheLimitOfDifferences(String name, int classes) {
    LogDensity density = Posteriors.of(name, classes).density();
    Differences.assertGradient(density, Posteriors.draws(1, density.dimension())[0]);
  }

  @ParameterizedTest
  @CsvSource({"normal, 0", "heteroscedastic, 0", "student, 0", "categorical, 2", "categorical, 3"})
  void theDensityIsThatOfThePointsAndOfThePriors(String name, int classes) {
    Posterior posterior = Posteriors.of(name, classes);
    double[][] q = Posteriors.draws(1, posterior.dimension());
    double expected = posterior.likelihood().logPrior(q[0]);
    expected +=
        posterior
            .prior()
            .over(posterior.network())
            .addTo(new double[q[0].length], q[0], posterior.network().parameters());
    for (double log : posterior.logLikelihood(Draws.independent(q), posterior.data(), 1)[0]) {
      expected += log;
    }
    assertThat(posterior.density().valueAndGradient(q[0], new double[q[0].length]))
        .isCloseTo(expected, within(1e-11));
  }

  @ParameterizedTest
  @CsvSource({"normal, 0", "heteroscedastic, 0", "student, 0", "categorical, 2", "categorical, 3"})
  void thePredictiveIsTheMixtureOfTheDrawsLikelihoods(String name, int classes) {
    Posterior posterior = Posteriors.of(name, classes);
    Draws draws = Draws.independent(Posteriors.draws(5, posterior.dimension()));
    double[] weights = {0.1, 0.4, 0.2, 0.25, 0.05};
    var values = OutputValues.of(posterior, draws, posterior.data().x(), 2);
    double[][] log = posterior.logLikelihood(draws, posterior.data(), 1);
    for (boolean weighted : new boolean[] {false, true}) {
      Predictive predictive =
          weighted
              ? posterior.likelihood().predictive(values.weighted(weights))
              : posterior.predictive(draws, posterior.data().x(), 2);
      assertThat(predictive.points()).isEqualTo(Posteriors.POINTS);
      for (int i = 0; i < Posteriors.POINTS; i++) {
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
  @CsvSource({"normal, 0", "heteroscedastic, 0", "student, 0", "categorical, 2", "categorical, 3"})
  void functionsSayAllThatThePredictiveDoes(String name, int classes) {
    Posterior posterior = Posteriors.of(name, classes);
    Draws draws = Draws.independent(Posteriors.draws(1, posterior.dimension()));
    var values = OutputValues.of(posterior, draws, posterior.data().x(), 1);
    Likelihood likelihood = posterior.likelihood();
    Predictive before = likelihood.predictive(values);
    double[] expected = logDensities(before, posterior.data().y());
    double[][] functions =
        Arrays.stream(values.outputs()[0]).map(double[]::clone).toArray(double[][]::new);
    likelihood.toFunctions(functions);
    assertThat(likelihood.functionNames(functions.length))
        .hasSize(functions.length)
        .doesNotHaveDuplicates();
    likelihood.toOutputs(functions);
    var back = new OutputValues(new double[][][] {functions}, values.nuisance());
    double[] found = logDensities(likelihood.predictive(back), posterior.data().y());
    for (int i = 0; i < Posteriors.POINTS; i++) {
      assertThat(found[i]).isCloseTo(expected[i], within(1e-9));
    }
  }

  private static double[] logDensities(Predictive predictive, Targets targets) {
    double[] log = new double[targets.count()];
    Arrays.setAll(log, i -> predictive.at(i).logDensity(targets.at(i)));
    return log;
  }

  /** And not only in order: what is left out is one constant. */
  @ParameterizedTest
  @CsvSource({"normal, 0", "heteroscedastic, 0", "student, 0", "categorical, 2", "categorical, 3"})
  void theFitDiffersBetweenDrawsAsTheLogLikelihoodDoes(String name, int classes) {
    Posterior posterior = Posteriors.of(name, classes);
    double[][] q = Posteriors.draws(4, posterior.dimension());
    Draws draws = Draws.independent(q);
    var values = OutputValues.of(posterior, draws, posterior.data().x(), 1);
    double[][] log = posterior.logLikelihood(draws, posterior.data(), 1);
    double[] leftOut = new double[q.length];
    for (int g = 0; g < q.length; g++) {
      leftOut[g] =
          Arrays.stream(log[g]).sum()
              - posterior.likelihood().fit(values.outputs()[g], q[g], posterior.data().y());
      assertThat(leftOut[g]).isCloseTo(leftOut[0], within(1e-10));
    }
  }

  @Test
  void targetsMustBeOfTheLikelihoodsKind() {
    assertThatThrownBy(() -> Posteriors.of("categorical", 0))
        .hasMessageContaining("is for classes, but the targets are numbers");
    assertThatThrownBy(() -> Posteriors.of("normal", 2))
        .hasMessageContaining("is for numbers, but the targets are classes");
    assertThatThrownBy(() -> Likelihood.named("poisson"))
        .hasMessageContaining("categorical, heteroscedastic, normal, student");
  }

  /** As a rectifier far from the data says it. */
  @Test
  void aSpreadBeyondAllNumbersIsStillOne() {
    double[][][] outputs = {{{1, 1}, {-2000, 2000}}};
    Predictive predictive =
        new HeteroscedasticLikelihood().predictive(new OutputValues(outputs, new double[][] {{}}));
    assertThat(predictive.number(0).quantile(0.9)).isEqualTo(1);
    assertThat(predictive.number(1).quantile(0.9)).isBetween(1e100, 1e200);
    assertThat(predictive.number(1).sd()).isFinite();
  }
}
