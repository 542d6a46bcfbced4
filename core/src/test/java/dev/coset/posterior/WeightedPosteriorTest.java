package dev.coset.posterior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.data.Repeated;
import dev.coset.network.Precision;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A point of weight w is w points, and one of weight 0 is none. */
class WeightedPosteriorTest {

  @ParameterizedTest
  @CsvSource({
    "normal, 0, DOUBLE", "heteroscedastic, 0, DOUBLE", "categorical, 2, DOUBLE",
        "categorical, 3, DOUBLE",
    "normal, 0, SINGLE", "heteroscedastic, 0, SINGLE", "categorical, 2, SINGLE",
        "categorical, 3, SINGLE"
  })
  void densityAndGradientAreThoseOfRepeatedPoints(
      String likelihood, int classes, Precision precision) {
    double rounding = precision == Precision.DOUBLE ? 1e-12 : 2e-6;
    Posterior plain = Posteriors.of(likelihood, classes).with(precision);
    double[] weights = Repeated.weights(Posteriors.POINTS, 0, 3);
    var weighted = plain.given(Repeated.weighted(plain.data(), weights)).density();
    var repeated = plain.given(Repeated.repeated(plain.data(), weights)).density();
    for (double[] q : Posteriors.draws(5, plain.dimension())) {
      double[] gradient = new double[q.length];
      double[] expected = new double[q.length];
      double value = repeated.valueAndGradient(q, expected);
      double size = 1;
      for (double of : expected) {
        size = Math.max(size, Math.abs(of));
      }
      assertThat(weighted.valueAndGradient(q, gradient))
          .isCloseTo(value, within(rounding * Math.abs(value)));
      assertThat(gradient).containsExactly(expected, within(20 * rounding * size));
    }
  }

  @ParameterizedTest
  @CsvSource({"normal, 0", "heteroscedastic, 0", "categorical, 2", "categorical, 3"})
  void weightsOfOneChangeNoBit(String likelihood, int classes) {
    Posterior plain = Posteriors.of(likelihood, classes).with(Precision.SINGLE);
    double[] ones = new double[Posteriors.POINTS];
    java.util.Arrays.fill(ones, 1);
    var weighted = plain.given(Repeated.weighted(plain.data(), ones)).density();
    for (double[] q : Posteriors.draws(3, plain.dimension())) {
      double[] gradient = new double[q.length];
      double[] expected = new double[q.length];
      assertThat(weighted.valueAndGradient(q, gradient))
          .isEqualTo(plain.density().valueAndGradient(q, expected));
      assertThat(gradient).isEqualTo(expected);
    }
  }

  /** By which early stopping picks the best iterate. */
  @ParameterizedTest
  @CsvSource({"normal, 0", "heteroscedastic, 0", "categorical, 2", "categorical, 3"})
  void theFitIsThatOfRepeatedPoints(String likelihood, int classes) {
    Posterior posterior = Posteriors.of(likelihood, classes);
    double[] weights = Repeated.weights(Posteriors.POINTS, 0, 4);
    var weighted = Repeated.weighted(posterior.data(), weights);
    var repeated = Repeated.repeated(posterior.data(), weights);
    for (double[] q : Posteriors.draws(5, posterior.dimension())) {
      Draws one = Draws.independent(new double[][] {q});
      double of =
          posterior
              .likelihood()
              .fit(OutputValues.of(posterior, one, weighted.x(), 1).outputs()[0], q, weighted.y());
      double expected =
          posterior
              .likelihood()
              .fit(OutputValues.of(posterior, one, repeated.x(), 1).outputs()[0], q, repeated.y());
      assertThat(of).isCloseTo(expected, within(1e-11 * Math.abs(expected)));
    }
  }
}
