package dev.coset.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.MonteCarlo;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Integrals over y are taken over its logarithm, where the density is as smooth as a normal's. */
class LogMixtureTest {
  private static final double[] PROBABILITIES = {0.001, 0.05, 0.3, 0.5, 0.9, 0.999};

  static Stream<GaussianMixture> logs() {
    return Mixtures.smooth();
  }

  @ParameterizedTest
  @MethodSource("logs")
  void momentsAreIntegralsOfTheDensity(GaussianMixture logs) {
    var mixture = LogMixture.exp(logs);
    double mass = Mixtures.integral(logs, z -> Math.exp(z) * mixture.density(Math.exp(z)));
    double mean = Mixtures.integral(logs, z -> Math.exp(2 * z) * mixture.density(Math.exp(z)));
    double square =
        Mixtures.integral(
            logs,
            z ->
                Math.exp(z)
                    * mixture.density(Math.exp(z))
                    * Math.pow(Math.exp(z) - mixture.mean(), 2));
    assertThat(mass).isCloseTo(1, within(1e-11));
    assertThat(mixture.mean()).isCloseTo(mean, within(1e-10 * mean));
    // of the widest component 2e-9 of exp(2z) lies outside the range of the integral
    assertThat(mixture.sd()).isCloseTo(Math.sqrt(square), within(1e-8 * mixture.sd()));
  }

  /** What one component says by itself is noise; that they differ is not. */
  @ParameterizedTest
  @MethodSource("logs")
  void theVarianceIsThatWithinAndThatBetweenComponents(GaussianMixture logs) {
    var mixture = LogMixture.exp(logs);
    double within = 0;
    double between = 0;
    for (int g = 0; g < logs.size(); g++) {
      var alone =
          LogMixture.exp(
              GaussianMixture.of(new double[] {logs.mean(g)}, new double[] {logs.sd(g)}));
      assertThat(alone.epistemic()).isZero();
      assertThat(mixture.logDensityOf(g, 0.7)).isCloseTo(alone.logDensity(0.7), within(1e-10));
      within += logs.weight(g) * alone.sd() * alone.sd();
      between += logs.weight(g) * Math.pow(alone.mean() - mixture.mean(), 2);
    }
    assertThat(mixture.aleatoric()).isCloseTo(Math.sqrt(within), within(1e-12 * mixture.sd()));
    assertThat(mixture.epistemic()).isCloseTo(Math.sqrt(between), within(1e-12 * mixture.sd()));
  }

  @ParameterizedTest
  @MethodSource("logs")
  void theCdfIsTheIntegralOfTheDensity(GaussianMixture logs) {
    var mixture = LogMixture.exp(logs);
    double low = Math.log(mixture.quantile(1e-12));
    for (double y : mixture.quantiles(PROBABILITIES)) {
      double below =
          simpson(low, Math.log(y), z -> Math.exp(z) * mixture.density(Math.exp(z)), 4000);
      assertThat(mixture.cdf(y)).isCloseTo(below, within(1e-10));
      assertThat(mixture.survival(y)).isCloseTo(1 - below, within(1e-10));
    }
  }

  @ParameterizedTest
  @MethodSource("logs")
  void quantilesInvertTheCdf(GaussianMixture logs) {
    var mixture = LogMixture.exp(logs).scaled(-2, 30);
    double[] quantiles = mixture.quantiles(PROBABILITIES);
    for (int i = 0; i < quantiles.length; i++) {
      assertThat(mixture.cdf(quantiles[i])).isCloseTo(PROBABILITIES[i], within(1e-9));
    }
  }

  /** The definition: the integral of (F(x) - 1{y <= x})^2. */
  @ParameterizedTest
  @MethodSource("logs")
  void crpsIsTheIntegralOfTheSquaredDistanceBetweenDistributions(GaussianMixture logs) {
    var mixture = LogMixture.exp(logs);
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (int g = 0; g < logs.size(); g++) {
      low = Math.min(low, logs.mean(g) - 10 * logs.sd(g));
      high = Math.max(high, logs.mean(g) + (10 + logs.sd(g)) * logs.sd(g));
    }
    for (double y : mixture.quantiles(0.02, 0.5, 0.95)) {
      double below = simpson(low, Math.log(y), z -> squared(mixture.cdf(Math.exp(z)), z), 8000);
      double above =
          simpson(Math.log(y), high, z -> squared(mixture.survival(Math.exp(z)), z), 8000);
      assertThat(mixture.crps(y)).isCloseTo(below + above, within(1e-9 * mixture.sd()));
    }
    double start = low;
    double all = simpson(start, high, z -> squared(mixture.survival(Math.exp(z)), z), 8000);
    assertThat(mixture.crps(-3)) // below all that can be
        .isCloseTo(3 + Math.exp(start) + all, within(1e-9 * mixture.sd()));
  }

  private static double squared(double probability, double z) {
    return probability * probability * Math.exp(z);
  }

  /** Of few components pairs are summed, of many an integral is taken. */
  @ParameterizedTest
  @MethodSource("logs")
  void componentsGivenManyTimesOverChangeNoCrps(GaussianMixture logs) {
    int times = 1000 / logs.size() + 1;
    double[] means = new double[times * logs.size()];
    double[] sds = new double[means.length];
    double[] weights = new double[means.length];
    for (int i = 0; i < means.length; i++) {
      means[i] = logs.mean(i % logs.size());
      sds[i] = logs.sd(i % logs.size());
      weights[i] = logs.weight(i % logs.size()) / times;
    }
    var few = LogMixture.exp(logs);
    var many = LogMixture.exp(GaussianMixture.of(means, sds, weights));
    for (double y : few.quantiles(0.02, 0.5, 0.95)) {
      assertThat(many.crps(y)).isCloseTo(few.crps(y), within(1e-11 * few.sd()));
    }
  }

  @ParameterizedTest
  @MethodSource("logs")
  void anAffineMapCarriesEverythingAlong(GaussianMixture logs) {
    var mixture = LogMixture.exp(logs);
    NumberDistribution moved = mixture.scaled(-1, 2).scaled(5, 3); // 6 y + 2
    double sd = mixture.sd();
    assertThat(moved.mean()).isCloseTo(6 * mixture.mean() + 2, within(1e-12 * (1 + moved.mean())));
    assertThat(moved.sd()).isCloseTo(6 * sd, within(1e-12 * moved.sd()));
    assertThat(moved.aleatoric()).isCloseTo(6 * mixture.aleatoric(), within(1e-12 * moved.sd()));
    assertThat(moved.epistemic()).isCloseTo(6 * mixture.epistemic(), within(1e-12 * moved.sd()));
    for (double p : PROBABILITIES) {
      double y = mixture.quantile(p);
      double there = 6 * y + 2;
      assertThat(moved.quantile(p)).isCloseTo(there, within(1e-12 * there));
      // y itself comes back with a rounding of the shift, at most 2e-15 of its spread here
      assertThat(moved.cdf(there)).isCloseTo(p, within(1e-8));
      assertThat(moved.logDensity(there))
          .isCloseTo(mixture.logDensity(y) - Math.log(6), within(1e-8));
      assertThat(moved.crps(there)).isCloseTo(6 * mixture.crps(y), within(1e-12 * moved.sd()));
    }
  }

  @Test
  void belowItsShiftThereIsNothing() {
    var mixture = LogMixture.exp(Mixtures.posterior(20, 1)).scaled(4, 2);
    for (double y : new double[] {-10, 4}) {
      assertThat(mixture.density(y)).isZero();
      assertThat(mixture.logDensityOf(3, y)).isEqualTo(Double.NEGATIVE_INFINITY);
      assertThat(mixture.cdf(y)).isZero();
      assertThat(mixture.survival(y)).isEqualTo(1);
    }
  }

  /** Of draws whose logarithms are clamped, with the error of so many. */
  @ParameterizedTest
  @MethodSource("logs")
  void clampedMomentsAreThoseOfClampedDraws(GaussianMixture logs) {
    var range = new ClampRange(logs.quantile(0.1), logs.quantile(0.8));
    var mixture = LogMixture.exp(logs, range).scaled(3, 2);
    double[] y =
        Arrays.stream(Mixtures.sample(logs, 200_000, Mixtures.random(5)))
            .map(z -> 3 + 2 * Math.exp(range.clamped(z)))
            .toArray();
    MonteCarlo.assertMean("mean", y, mixture.mean(), 12);
    double mean = mixture.mean();
    MonteCarlo.assertMean(
        "variance",
        Arrays.stream(y).map(each -> (each - mean) * (each - mean)).toArray(),
        mixture.sd() * mixture.sd(),
        12);
    assertThat(Math.pow(mixture.aleatoric(), 2) + Math.pow(mixture.epistemic(), 2))
        .isCloseTo(Math.pow(mixture.sd(), 2), within(1e-12 * Math.pow(mixture.sd(), 2)));
  }

  /** Only moments and the CRPS are of the clamped number. */
  @ParameterizedTest
  @MethodSource("logs")
  void densitiesAndQuantilesAreNotClamped(GaussianMixture logs) {
    var range = new ClampRange(logs.quantile(0.4), logs.quantile(0.6));
    var free = LogMixture.exp(logs);
    var clamped = LogMixture.exp(logs, range);
    assertThat(clamped.sd()).isLessThan(free.sd());
    assertThat(clamped.quantiles(PROBABILITIES)).isEqualTo(free.quantiles(PROBABILITIES));
    for (double y : free.quantiles(PROBABILITIES)) {
      assertThat(clamped.logDensity(y)).isEqualTo(free.logDensity(y));
      assertThat(clamped.cdf(y)).isEqualTo(free.cdf(y));
    }
  }

  /** By the definition, with a distribution function that jumps at the bounds. */
  @ParameterizedTest
  @MethodSource("logs")
  void theClampedCrpsIsThatOfTheClampedNumber(GaussianMixture logs) {
    var range = new ClampRange(logs.quantile(0.1), logs.quantile(0.8));
    var mixture = LogMixture.exp(logs, range);
    double low = Math.exp(range.low());
    double high = Math.exp(range.high());
    for (double y : new double[] {-1, low / 2, (3 * low + high) / 4, 2 * high}) {
      double from = Math.min(low, y);
      double to = Math.max(high, y);
      int steps = 100_000;
      double sum = 0;
      for (int k = 0; k < steps; k++) {
        double x = from + (to - from) * (k + 0.5) / steps;
        double cdf = x < low ? 0 : x >= high ? 1 : mixture.cdf(x);
        sum += Math.pow(cdf - (x >= y ? 1 : 0), 2) * (to - from) / steps;
      }
      assertThat(mixture.crps(y)).isCloseTo(sum, within(3 * (to - from) / steps));
    }
  }

  /** One draw far above the data once made a mean of 5e64 beside a quantile of 2e6. */
  @Test
  void oneDrawFarAwayDoesNotDecideTheMean() {
    double[] means = new double[100];
    double[] sds = new double[100];
    Arrays.fill(means, 12);
    Arrays.fill(sds, 0.4);
    means[7] = 140;
    sds[9] = 20;
    var mixture = LogMixture.exp(GaussianMixture.of(means, sds), ClampRange.extendedLogs(8, 14));
    double highest = Math.exp(20);
    assertThat(mixture.mean()).isLessThan(0.02 * highest);
    assertThat(mixture.sd()).isLessThan(0.2 * highest);
    assertThat(mixture.crps(Math.exp(12))).isBetween(0.0, 0.02 * highest);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-130, 1e-3, 1, 1e130})
  void everythingSaidIsFinite(double sd) {
    for (double mean : new double[] {-1e300, -1e4, 0, 800, 1e30, 1e300}) {
      var logs = GaussianMixture.of(new double[] {0, mean, -mean}, new double[] {0.3, sd, 2 * sd});
      NumberDistribution mixture =
          LogMixture.exp(logs, ClampRange.extendedLogs(600, 700)).scaled(-1e300, 10);
      assertThat(mixture.mean()).isFinite();
      assertThat(mixture.sd()).isFinite();
      for (double quantile : mixture.quantiles(PROBABILITIES)) {
        assertThat(quantile).isFinite();
      }
      for (double y : new double[] {-1e300, 1, 1e300}) {
        assertThat(mixture.crps(y)).isFinite().isNotNegative();
      }
    }
  }

  @Test
  void aScoreHoldsEachOfItsParts() {
    var mixture = LogMixture.exp(Mixtures.weighted(7, 1, 0.3, 6)).scaled(1, 2);
    var score = mixture.score(3.5);
    assertThat(score)
        .isEqualTo(
            new NumberDistribution.Score(
                mixture.logDensity(3.5),
                mixture.mean() - 3.5,
                mixture.crps(3.5),
                mixture.cdf(3.5)));
  }

  static double simpson(double from, double to, DoubleUnaryOperator f, int intervals) {
    double step = (to - from) / intervals;
    double sum = f.applyAsDouble(from) + f.applyAsDouble(to);
    for (int i = 1; i < intervals; i++) {
      sum += (i % 2 == 1 ? 4 : 2) * f.applyAsDouble(from + i * step);
    }
    return sum * step / 3;
  }
}
