package dev.coset.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.apache.commons.rng.sampling.PermutationSampler;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class GaussianMixtureTest {

  @Test
  void oneComponentIsTheNormal() {
    NormalDistribution normal = NormalDistribution.of(3, 0.2);
    GaussianMixture mixture = GaussianMixture.of(new double[] {3}, new double[] {0.2});
    for (double y = 1; y < 5; y += 0.1) {
      assertThat(mixture.cdf(y)).isCloseTo(normal.cumulativeProbability(y), relative(y, 1e-12));
      assertThat(mixture.survival(y)).isCloseTo(normal.survivalProbability(y), relative(y, 1e-12));
      assertThat(mixture.logDensity(y)).isCloseTo(normal.logDensity(y), within(1e-12));
      assertThat(mixture.density(y)).isCloseTo(normal.density(y), within(1e-13));
    }
    assertThat(mixture.mean()).isEqualTo(3);
    assertThat(mixture.sd()).isEqualTo(0.2);
    assertThat(mixture.epistemic()).isZero();
  }

  /** Of a normal tail: its relative error in y times the slope of its logarithm. */
  private static Offset<Double> relative(double y, double error) {
    return within(NormalDistribution.of(3, 0.2).cumulativeProbability(y) * error + 1e-300);
  }

  @ParameterizedTest
  @MethodSource("dev.coset.distribution.Mixtures#smooth")
  void momentsAreIntegralsOfTheDensity(GaussianMixture mixture) {
    double mean = mixture.mean();
    double mass = Mixtures.integral(mixture, mixture::density);
    double first = Mixtures.integral(mixture, y -> y * mixture.density(y));
    double second = Mixtures.integral(mixture, y -> (y - mean) * (y - mean) * mixture.density(y));
    assertThat(mass).isCloseTo(1, within(1e-12));
    assertThat(first).isCloseTo(mean, within(1e-11 * (1 + Math.abs(mean))));
    assertThat(Math.sqrt(second)).isCloseTo(mixture.sd(), within(1e-11 * mixture.sd()));
  }

  @ParameterizedTest
  @MethodSource("dev.coset.distribution.Mixtures#smooth")
  void theCdfIsTheIntegralOfTheDensity(GaussianMixture mixture) {
    double y0 = mixture.mean() + 0.3 * mixture.sd();
    double step = 1e-3 * mixture.sd();
    // Simpson's rule; its error is step^4 times the fourth derivative.
    double integral = 0;
    for (int k = 0; k < 200; k++) {
      double y = y0 + k * step;
      integral +=
          step
              / 6
              * (mixture.density(y)
                  + 4 * mixture.density(y + step / 2)
                  + mixture.density(y + step));
    }
    double difference = mixture.cdf(y0 + 200 * step) - mixture.cdf(y0);
    assertThat(difference).isCloseTo(integral, within(1e-9));
    assertThat(mixture.cdf(y0) + mixture.survival(y0)).isCloseTo(1, within(1e-14));
  }

  @ParameterizedTest
  @MethodSource("dev.coset.distribution.Mixtures#all")
  void varianceIsTheSumOfItsParts(GaussianMixture mixture) {
    double aleatoric = mixture.aleatoric();
    double epistemic = mixture.epistemic();
    assertThat(mixture.sd())
        .isCloseTo(Math.hypot(aleatoric, epistemic), within(1e-14 * mixture.sd()));
    double meanVariance = 0;
    double secondMoment = 0;
    for (int g = 0; g < mixture.size(); g++) {
      meanVariance += mixture.weight(g) * mixture.sd(g) * mixture.sd(g);
      secondMoment += mixture.weight(g) * mixture.mean(g) * mixture.mean(g);
    }
    double varianceOfMeans = secondMoment - mixture.mean() * mixture.mean();
    assertThat(aleatoric * aleatoric).isCloseTo(meanVariance, within(1e-13 * meanVariance));
    assertThat(epistemic * epistemic)
        .isCloseTo(varianceOfMeans, within(1e-12 * (1 + secondMoment)));
  }

  @Test
  void logDensityHoldsWhereEveryComponentUnderflows() {
    GaussianMixture one = GaussianMixture.of(new double[] {1}, new double[] {0.01});
    double z = (1e6 - 1) / 0.01;
    double logNormal = -z * z / 2 - Math.log(0.01) - Math.log(2 * Math.PI) / 2;
    assertThat(one.logDensity(1e6)).isCloseTo(logNormal, within(Math.abs(logNormal) * 1e-14));
    assertThat(one.density(1e6)).isZero();

    // Two equal components are one; a farther one adds nothing.
    GaussianMixture twice = GaussianMixture.of(new double[] {1, 1}, new double[] {0.01, 0.01});
    assertThat(twice.logDensity(300)).isCloseTo(one.logDensity(300), within(1e-6));
    GaussianMixture farther = GaussianMixture.of(new double[] {1, 0}, new double[] {0.01, 0.01});
    assertThat(farther.logDensity(300)).isCloseTo(one.logDensity(300) - Math.log(2), within(1e-6));
  }

  @Test
  void aWeightIsARepetition() {
    GaussianMixture weighted =
        GaussianMixture.of(
            new double[] {0, 1, 5}, new double[] {1, 2, 0.5}, new double[] {0.2, 0.3, 0.5});
    GaussianMixture repeated =
        GaussianMixture.of(
            new double[] {0, 0, 1, 1, 1, 5, 5, 5, 5, 5},
            new double[] {1, 1, 2, 2, 2, 0.5, 0.5, 0.5, 0.5, 0.5});
    assertSame(weighted, repeated, 0, 1);
  }

  @ParameterizedTest
  @MethodSource("dev.coset.distribution.Mixtures#smooth")
  void theOrderOfComponentsDoesNotMatter(GaussianMixture mixture) {
    int[] order = PermutationSampler.natural(mixture.size());
    PermutationSampler.shuffle(Mixtures.random(5), order);
    GaussianMixture shuffled =
        GaussianMixture.of(
            IntStream.of(order).mapToDouble(mixture::mean).toArray(),
            IntStream.of(order).mapToDouble(mixture::sd).toArray(),
            IntStream.of(order).mapToDouble(mixture::weight).toArray());
    assertSame(mixture, shuffled, 0, 1);
  }

  @ParameterizedTest
  @MethodSource("dev.coset.distribution.Mixtures#smooth")
  void anAffineMapCarriesEverythingAlong(GaussianMixture mixture) {
    assertSame(mixture, mixture.scaled(-17, 250), -17, 250);
    assertSame(mixture, mixture.scaled(3, 0.01), 3, 0.01);
  }

  /** That other is the density of shift + scale Y. */
  private static void assertSame(
      GaussianMixture mixture, GaussianMixture other, double shift, double scale) {
    double rounding = 1e-13 * (Math.abs(shift) + scale * (1 + Math.abs(mixture.mean())));
    Offset<Double> close = within(1e-10 * scale * mixture.sd() + rounding);
    assertThat(other.mean()).isCloseTo(shift + scale * mixture.mean(), within(rounding));
    assertThat(other.sd()).isCloseTo(scale * mixture.sd(), close);
    assertThat(other.aleatoric()).isCloseTo(scale * mixture.aleatoric(), close);
    assertThat(other.epistemic()).isCloseTo(scale * mixture.epistemic(), close);
    for (double p : new double[] {0.001, 0.05, 0.5, 0.95}) {
      double y = mixture.quantile(p);
      assertThat(other.quantile(p)).isCloseTo(shift + scale * y, close);
      assertThat(other.crps(shift + scale * y)).isCloseTo(scale * mixture.crps(y), close);
      assertThat(other.cdf(shift + scale * y)).isCloseTo(mixture.cdf(y), within(1e-9));
      assertThat(other.logDensity(shift + scale * y) + Math.log(scale))
          .isCloseTo(mixture.logDensity(y), within(1e-8));
    }
  }

  @Test
  void refusesWhatIsNoMixture() {
    double[] two = {1, 2};
    assertThatThrownBy(() -> GaussianMixture.of(two, new double[] {1}))
        .hasMessageContaining("2 means and 1 standard deviations");
    assertThatThrownBy(() -> GaussianMixture.of(new double[0], new double[0]))
        .hasMessageContaining("at least one component");
    assertThatThrownBy(() -> GaussianMixture.of(two, new double[] {1, 0}))
        .hasMessageContaining("component 1 is 0.0");
    assertThatThrownBy(() -> GaussianMixture.of(new double[] {Double.NaN, 0}, two))
        .hasMessageContaining("mean of component 0 is NaN");
    assertThatThrownBy(() -> GaussianMixture.of(two, two, new double[] {0.5, 0.6}))
        .hasMessageContaining("sum to 1.1");
    assertThatThrownBy(() -> GaussianMixture.of(two, two, new double[] {1, 0}))
        .hasMessageContaining("weight of component 1");
    GaussianMixture mixture = GaussianMixture.of(two, two);
    assertThatThrownBy(() -> mixture.quantile(0)).hasMessageContaining("between 0 and 1");
    assertThatThrownBy(() -> mixture.quantile(Double.NaN)).hasMessageContaining("NaN");
    assertThatThrownBy(() -> mixture.scaled(0, -1)).hasMessageContaining("positive");
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-130, 1, 1e130})
  void everythingSaidIsFinite(double sd) {
    for (double mean : new double[] {0, 1e38, 1e300}) {
      var mixture =
          GaussianMixture.of(new double[] {0, mean, -mean}, new double[] {0.3, sd, 2 * sd})
              .scaled(1e300, 1e200);
      assertThat(mixture.mean()).isFinite();
      assertThat(mixture.sd()).isFinite().isPositive();
      for (double quantile : mixture.quantiles(1e-9, 0.5, 0.95)) {
        assertThat(quantile).isFinite();
      }
    }
  }
}
