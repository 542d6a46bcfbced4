package dev.coset.posterior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.coset.data.Points;
import dev.coset.network.Activation;
import dev.coset.network.Network;
import dev.coset.network.Precision;
import java.util.List;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PosteriorTest {

  private static Posterior posterior(int[] hidden, int features, int points, double scale) {
    return posterior(hidden, features, points, new Prior(scale));
  }

  private static Posterior posterior(int[] hidden, int features, int points, Prior prior) {
    var random = RandomSource.XO_SHI_RO_256_PP.create(4L);
    double[][] x = new double[features][points];
    double[] y = new double[points];
    for (int p = 0; p < points; p++) {
      for (double[] feature : x) {
        feature[p] = 4 * random.nextDouble() - 2;
      }
      y[p] = 4 * random.nextDouble() - 2;
    }
    return new Posterior(
        Network.of(features, hidden, 1, Activation.TANH),
        prior,
        new NormalLikelihood(),
        Precision.DOUBLE,
        new Points(x, y));
  }

  private static double[] point(int dimension) {
    var random = RandomSource.XO_SHI_RO_256_PP.create(5L);
    double[] q = new double[dimension];
    for (int j = 0; j < dimension; j++) {
      q[j] = 2 * random.nextDouble() - 1;
    }
    return q;
  }

  @ParameterizedTest
  @CsvSource({"1, 3, 20, 1, 1", "4, 5, 33, 0.5, 0.2", "2, 1, 1, 2, 3"})
  void theGradientIsTheLimitOfDifferences(
      int features, int hidden, int points, double scale, double inputScale) {
    var prior = new Prior(scale, inputScale);
    LogDensity density = posterior(new int[] {hidden, hidden}, features, points, prior).density();
    Differences.assertGradient(density, point(density.dimension()));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.7, 0.3})
  void theDensityIsTheProductOfItsFactors(double inputScale) {
    Posterior posterior = posterior(new int[] {3}, 1, 7, new Prior(0.7, inputScale));
    double[] q = point(posterior.dimension());
    double sigma = Math.exp(q[10]);
    double expected = Math.log(2) + NormalDistribution.of(0, 1).logDensity(sigma) + q[10];
    for (int j = 0; j < 10; j++) {
      expected += NormalDistribution.of(0, j < 3 ? inputScale : 0.7).logDensity(q[j]);
    }
    for (int p = 0; p < 7; p++) {
      double f = posterior.network().output(q, new double[] {posterior.data().x()[0][p]})[0];
      expected += NormalDistribution.of(f, sigma).logDensity(posterior.data().y().at(p));
    }
    assertThat(posterior.density().valueAndGradient(q, new double[11]))
        .isCloseTo(expected, within(1e-11));
  }

  /** {@code p(q | D, D') = p(q | D) p(q | D') / p(q)}, up to the evidence. */
  @ParameterizedTest
  @CsvSource({"normal, 0", "heteroscedastic, 0", "student, 0", "categorical, 2", "categorical, 3"})
  void pointsGivenApartCountAsThoseGivenTogether(String name, int classes) {
    Posterior together = Posteriors.of(name, classes);
    double[] q = Posteriors.draws(1, together.dimension())[0];
    double prior =
        together
                .prior()
                .over(together.network())
                .addTo(new double[q.length], q, together.network().parameters())
            + together.likelihood().logPrior(q);
    double apart = -prior;
    for (Points part : List.of(together.data().range(0, 9), together.data().range(9, 23))) {
      apart += together.given(part).density().valueAndGradient(q, new double[q.length]);
    }
    assertThat(together.density().valueAndGradient(q, new double[q.length]))
        .isCloseTo(apart, within(1e-11));
  }

  @Test
  void inOtherArithmeticItIsTheSame() {
    Posterior posterior = posterior(new int[] {3}, 1, 7, 0.7);
    Posterior single = posterior.with(Precision.SINGLE);
    assertThat(single.precision()).isEqualTo(Precision.SINGLE);
    assertThat(single.with(Precision.DOUBLE)).isEqualTo(posterior);
  }

  @Test
  void whatDoesNotFitTheDataIsRefused() {
    Points points = posterior(new int[] {3}, 2, 7, 1).data();
    assertThatThrownBy(() -> normal(Network.of(3, new int[] {3}, 1, Activation.TANH), points))
        .hasMessageContaining("takes 3 inputs, but the data have 2 features");
    assertThatThrownBy(() -> normal(Network.of(2, new int[] {3}, 2, Activation.TANH), points))
        .hasMessageContaining("needs 1 outputs, but the network has 2");
    for (double scale : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> new Prior(scale)).hasMessageContaining("must be a positive number");
    }
  }

  private static Posterior normal(Network network, Points points) {
    return new Posterior(
        network, Prior.STANDARD_NORMAL, new NormalLikelihood(), Precision.DOUBLE, points);
  }
}
