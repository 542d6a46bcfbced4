package dev.coset.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.coset.MonteCarlo;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.numbers.gamma.LogBeta;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StudentMixtureTest {
  private static final double[] PROBABILITIES = {1e-4, 0.05, 0.3, 0.5, 0.9, 0.999};

  static Stream<StudentMixture> mixtures() {
    return Stream.of(
        one(2, 0.3, 1.05),
        one(-1, 5, 30),
        of(Mixtures.posterior(3, 1), 1.2),
        of(Mixtures.posterior(300, 2), 3),
        of(Mixtures.weighted(40, 3, 0.3, 7), 2),
        of(Mixtures.weighted(40, 10, 1, 7), 5));
  }

  private static StudentMixture one(double location, double scale, double freedom) {
    return StudentMixture.of(
        new double[] {location}, new double[] {scale}, new Shape[] {Shape.student(freedom)});
  }

  /**
   * With the locations and scales of normals, of several degrees of freedom, a normal among them.
   */
  private static StudentMixture of(GaussianMixture like, double least) {
    return StudentMixture.of(
        each(like, like::mean),
        each(like, like::sd),
        IntStream.range(0, like.size())
            .mapToObj(g -> g % 7 == 3 ? Shape.NORMAL : Shape.student(least * (1 + g % 5)))
            .toArray(Shape[]::new),
        each(like, like::weight));
  }

  private static double[] each(GaussianMixture of, java.util.function.IntToDoubleFunction what) {
    return IntStream.range(0, of.size()).mapToDouble(what).toArray();
  }

  private static int component(StudentMixture mixture, double u) {
    int g = 0;
    double left = u;
    while (g < mixture.size() - 1 && left >= mixture.weight(g)) {
      left -= mixture.weight(g++);
    }
    return g;
  }

  private static double[] sample(StudentMixture mixture, int count, long seed) {
    var random = Mixtures.random(seed);
    double[] y = new double[count];
    for (int i = 0; i < count; i++) {
      int g = component(mixture, random.nextDouble());
      y[i] =
          mixture.location(g) + mixture.scale(g) * mixture.shape(g).quantile(random.nextDouble());
    }
    return y;
  }

  @Test
  void withVeryManyDegreesOfFreedomItIsAMixtureOfNormals() {
    GaussianMixture normals = Mixtures.weighted(40, 3, 0.3, 7);
    Shape[] shapes = new Shape[normals.size()];
    for (Shape shape : List.of(Shape.NORMAL, Shape.student(1e11))) {
      Arrays.fill(shapes, shape);
      var mixture =
          StudentMixture.of(
              each(normals, normals::mean),
              each(normals, normals::sd),
              shapes,
              each(normals, normals::weight));
      assertThat(mixture.mean()).isEqualTo(normals.mean());
      assertThat(mixture.sd()).isCloseTo(normals.sd(), within(1e-9));
      assertThat(mixture.quantiles(PROBABILITIES))
          .containsExactly(normals.quantiles(PROBABILITIES), within(2e-9));
      for (double y : new double[] {-9, 0.3, 4}) {
        assertThat(mixture.logDensity(y)).isCloseTo(normals.logDensity(y), within(1e-9));
        assertThat(mixture.cdf(y)).isCloseTo(normals.cdf(y), within(1e-10));
        assertThat(mixture.crps(y)).isCloseTo(normals.crps(y), within(1e-8));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("mixtures")
  void theDensityIsTheSlopeOfTheDistribution(StudentMixture mixture) {
    for (double y : mixture.quantiles(PROBABILITIES)) {
      double step = 1e-5 * mixture.scale();
      double slope = (mixture.cdf(y + step) - mixture.cdf(y - step)) / (2 * step);
      double rounding = 1e-10 / mixture.scale();
      assertThat(mixture.density(y)).isCloseTo(slope, within(rounding + 1e-6 * slope));
      assertThat(mixture.survival(y)).isCloseTo(1 - mixture.cdf(y), within(1e-14));
      double sum = 0;
      for (int g = 0; g < mixture.size(); g++) {
        sum += mixture.weight(g) * Math.exp(mixture.logDensityOf(g, y));
      }
      assertThat(sum).isCloseTo(mixture.density(y), withinPercentage(1e-9));
    }
  }

  @ParameterizedTest
  @MethodSource("mixtures")
  void quantilesInvertTheCdf(StudentMixture mixture) {
    for (double p : PROBABILITIES) {
      double y = mixture.quantile(p);
      double error = 1e-9 * mixture.density(y) * mixture.scale() + 1e-12;
      assertThat(mixture.cdf(y)).isCloseTo(p, within(error));
    }
    for (double p : new double[] {1e-12, 1e-9}) {
      assertThat(mixture.cdf(mixture.quantile(p))).isCloseTo(p, withinPercentage(1e-2));
      assertThat(mixture.survival(mixture.quantile(1 - p))).isCloseTo(p, withinPercentage(1e-2));
    }
  }

  /** Between far components and in their tails. */
  @Test
  void quantilesOfSeparatedComponentsAreFound() {
    var mixture =
        StudentMixture.of(
            new double[] {0, 1e6},
            new double[] {1, 1e-3},
            new Shape[] {Shape.student(3), Shape.student(8)});
    for (double p : new double[] {1e-6, 0.2, 0.4999, 0.5001, 0.75, 1 - 1e-6}) {
      assertThat(mixture.cdf(mixture.quantile(p))).isCloseTo(p, within(1e-9));
    }
  }

  /** Jordan, Krueger and Lerch (2019), appendix A. */
  @ParameterizedTest
  @ValueSource(doubles = {1.001, 1.2, 2, 3.7, 12, 300})
  void theCrpsOfOneComponentHasAKnownForm(double freedom) {
    var t = TDistribution.of(freedom);
    double betas =
        Math.exp(LogBeta.value(0.5, freedom - 0.5) - 2 * LogBeta.value(0.5, freedom / 2));
    for (double z : new double[] {-1e5, -40, -2, -0.3, 0, 1.1, 7, 300}) {
      double expected =
          z * (2 * t.cumulativeProbability(z) - 1)
              + 2 / (freedom - 1) * (t.density(z) * (freedom + z * z) - Math.sqrt(freedom) * betas);
      double rounding = 1e-12 * Math.abs(z) + 1e-13 / (freedom - 1);
      assertThat(one(2, 0.3, freedom).crps(2 + 0.3 * z))
          .isCloseTo(0.3 * expected, within(1e-8 + rounding));
    }
  }

  @ParameterizedTest
  @MethodSource("mixtures")
  void theCrpsIsTheIntegralOfTheSquaredDistanceBetweenDistributions(StudentMixture mixture) {
    for (double y : mixture.quantiles(0.02, 0.6)) {
      double unit = mixture.scale() + mixture.locationSpread();
      int steps = 2000;
      double sum = 0;
      for (int k = 0; k < steps; k++) { // midpoints in the distance to y, by equal ratios
        double u = 30.0 * (k + 0.5) / steps;
        double width = unit * Math.exp(u) * 1e-4 * 30 / steps;
        double away = unit * Math.expm1(u) * 1e-4;
        double above = mixture.survival(y + away);
        double below = mixture.cdf(y - away);
        sum += width * (above * above + below * below);
      }
      assertThat(mixture.crps(y)).isCloseTo(sum, within(1e-4 * unit));
    }
  }

  @ParameterizedTest
  @MethodSource("mixtures")
  void theCrpsIsFinerThanItsTolerance(StudentMixture mixture) {
    // Additions of the same numbers in other intervals: the error of each is that of Kronrod's
    // rule.
    double y = mixture.quantile(0.6);
    double moved = 0.37;
    double shifted = mixture.scaled(moved, 1).crps(y + moved);
    assertThat(shifted).isCloseTo(mixture.crps(y), within(1e-8 * mixture.crps(y)));
  }

  /** A law of draws: those that are clamped, and how far they are from their own location. */
  @ParameterizedTest
  @MethodSource("mixtures")
  void theNoiseIsThatOfClampedDraws(StudentMixture mixture) {
    double least = Double.POSITIVE_INFINITY;
    double greatest = Double.NEGATIVE_INFINITY;
    for (int g = 0; g < mixture.size(); g++) {
      least = Math.min(least, mixture.location(g) - mixture.scale(g));
      greatest = Math.max(greatest, mixture.location(g) + mixture.scale(g));
    }
    var range = ClampRange.extended(least, greatest);
    var random = Mixtures.random(3);
    double[] squares = new double[200_000];
    for (int i = 0; i < squares.length; i++) {
      int g = component(mixture, random.nextDouble());
      double noise = mixture.scale(g) * mixture.shape(g).quantile(random.nextDouble());
      boolean normal = mixture.shape(g) == Shape.NORMAL;
      double clamped =
          normal ? noise : range.clamped(mixture.location(g) + noise) - mixture.location(g);
      squares[i] = clamped * clamped;
    }
    var clamped = mixture.clampedTo(range);
    MonteCarlo.assertMean("noise", squares, clamped.aleatoric() * clamped.aleatoric(), 12);
    assertThat(clamped.sd())
        .isCloseTo(Math.hypot(clamped.aleatoric(), clamped.epistemic()), withinPercentage(1e-9));
    assertThat(clamped.mean()).isEqualTo(mixture.mean());
    assertThat(clamped.quantile(0.9)).isEqualTo(mixture.quantile(0.9));
    assertThat(clamped.crps(1)).isEqualTo(mixture.crps(1));
  }

  @ParameterizedTest
  @MethodSource("mixtures")
  void theMeanIsThatOfDraws(StudentMixture mixture) {
    double[] below = // of the median the error is known, of the mean not below 2 degrees of freedom
        Arrays.stream(sample(mixture, 100_000, 4))
            .map(y -> y < mixture.quantile(0.3) ? 1 : 0)
            .toArray();
    MonteCarlo.assertMean("below", below, 0.3, 12);
    double mean = 0;
    for (int g = 0; g < mixture.size(); g++) {
      mean += mixture.weight(g) * mixture.location(g);
    }
    assertThat(mixture.mean()).isCloseTo(mean, within(1e-12 * (1 + Math.abs(mean))));
  }

  /** Whatever is in the range, beyond it, or not known. */
  @Test
  void whatIsSaidIsFinite() {
    for (double freedom : new double[] {1 + 1e-9, 1.5, 2, 5, 1e20}) {
      for (double location : new double[] {-1e300, 0, 1e5}) {
        for (double scale : new double[] {1e-130, 1, 1e130}) {
          StudentMixture mixture = one(location, scale, freedom);
          for (StudentMixture each :
              List.of(mixture, mixture.clampedTo(ClampRange.extended(-1, 1)))) {
            assertThat(each.mean()).isFinite();
            assertThat(each.sd()).isFinite().isPositive();
            assertThat(each.crps(1)).isFinite().isNotNegative();
            for (double quantile : each.quantiles(PROBABILITIES)) {
              assertThat(quantile).isFinite();
            }
          }
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("mixtures")
  void anAffineMapCarriesEverythingAlong(StudentMixture mixture) {
    var range = ClampRange.extended(-2, 3);
    NumberDistribution clamped = mixture.clampedTo(range);
    NumberDistribution moved = clamped.scaled(2, 6);
    assertThat(moved.mean()).isCloseTo(6 * mixture.mean() + 2, within(1e-10));
    assertThat(moved.aleatoric()).isCloseTo(6 * clamped.aleatoric(), withinPercentage(1e-9));
    assertThat(moved.epistemic()).isCloseTo(6 * clamped.epistemic(), within(1e-10));
    for (double p : PROBABILITIES) {
      double y = mixture.quantile(p);
      double there = 6 * y + 2;
      assertThat(moved.quantile(p)).isCloseTo(there, within(1e-8 * (1 + Math.abs(there))));
      assertThat(moved.logDensity(there))
          .isCloseTo(mixture.logDensity(y) - Math.log(6), within(1e-8));
      assertThat(moved.crps(there)).isCloseTo(6 * mixture.crps(y), withinPercentage(1e-6));
    }
  }

  /** The parts keep their densities. */
  @Test
  void withNormalsItIsAMixtureToo() {
    StudentMixture heavy = of(Mixtures.posterior(5, 1), 1.2);
    GaussianMixture normals = Mixtures.posterior(4, 2);
    PredictiveDistribution mixed =
        PredictiveDistribution.mixed(List.of(normals, heavy), new double[] {0.3, 0.7});
    assertThat(mixed.size()).isEqualTo(9);
    for (double y : new double[] {-3, 0.4, 9}) {
      double density = 0.3 * Math.exp(normals.logDensity(y)) + 0.7 * Math.exp(heavy.logDensity(y));
      assertThat(mixed.logDensity(y)).isCloseTo(Math.log(density), within(1e-12));
    }
    assertThat(PredictiveDistribution.mixed(List.of(normals, normals), new double[] {0.5, 0.5}))
        .isInstanceOf(GaussianMixture.class);
  }

  @ParameterizedTest
  @MethodSource("mixtures")
  void aScoreHoldsEachOfItsParts(StudentMixture mixture) {
    var score = mixture.score(0.4);
    assertThat(score.logDensity()).isEqualTo(mixture.logDensity(0.4));
    assertThat(score.error()).isEqualTo(mixture.mean() - 0.4);
    assertThat(score.crps()).isEqualTo(mixture.crps(0.4));
    assertThat(score.pit()).isCloseTo(mixture.cdf(0.4), within(1e-12));
  }

  /** Of the exponential of what is clamped, by draws and by the definition of the CRPS. */
  @ParameterizedTest
  @MethodSource("mixtures")
  void theExponentialHasMomentsOfClampedDraws(StudentMixture logs) {
    var range = new ClampRange(logs.quantile(0.02), logs.quantile(0.97));
    var mixture = LogMixture.exp(logs, range).scaled(3, 2);
    var random = Mixtures.random(5);
    double[] y = new double[200_000];
    for (int i = 0; i < y.length; i++) {
      int g = component(logs, random.nextDouble());
      double z = logs.location(g) + logs.scale(g) * logs.shape(g).quantile(random.nextDouble());
      boolean normal = logs.shape(g) == Shape.NORMAL;
      ClampRange of = normal ? range : range.about(logs.location(g), logs.scale(g));
      y[i] = 3 + 2 * Math.exp(of.clamped(z));
    }
    MonteCarlo.assertMean("mean", y, mixture.mean(), 12);
    double mean = mixture.mean();
    MonteCarlo.assertMean(
        "variance",
        Arrays.stream(y).map(each -> (each - mean) * (each - mean)).toArray(),
        mixture.sd() * mixture.sd(),
        12);
    double low = Math.exp(range.low());
    double high = Math.exp(range.high());
    var free = LogMixture.exp(logs, range);
    for (double at : new double[] {-1, low / 2, (3 * low + high) / 4, 2 * high}) {
      double sum = at < low ? low - at : at > high ? at - high : 0;
      int steps = 2000;
      for (int k = 0; k < steps; k++) {
        double z = range.low() + (range.high() - range.low()) * (k + 0.5) / steps;
        double cdf = logs.cdf(z) - (Math.exp(z) >= at ? 1 : 0);
        sum += cdf * cdf * Math.exp(z) * (range.high() - range.low()) / steps;
      }
      double step = high * (range.high() - range.low()) / steps;
      assertThat(free.crps(at)).isCloseTo(sum, within(3 * step));
    }
  }

  /** {@code E h(Z) = h(m) +} the integrals of its slope times the tails, by midpoints. */
  @ParameterizedTest
  @ValueSource(doubles = {1.1, 3, 40})
  void theExponentialOfOneHasItsMoments(double freedom) {
    var t = TDistribution.of(freedom);
    double center = 0.5;
    for (double scale : new double[] {1e-6, 0.02, 0.4, 3}) {
      var extended = ClampRange.extendedLogs(-1, 4);
      var range = extended.about(center, scale);
      assertThat(range).isEqualTo(new ClampRange(scale == 3 ? -6 : -1, scale == 3 ? 9 : 4));
      int n = 20_000;
      double mean = 0;
      double squares = 0;
      for (int side : new int[] {-1, 1}) {
        double bound = (side < 0 ? center - range.low() : range.high() - center) / scale;
        double most = Math.log1p(bound);
        for (int k = 0; k < n; k++) {
          double away = Math.expm1(most * (k + 0.5) / n);
          double width = scale * (1 + away) * most / n;
          double grown = Math.expm1(side * scale * away);
          double part = side * width * t.survivalProbability(away) * (1 + grown);
          mean += part;
          squares += 2 * grown * part;
        }
      }
      double unit = Math.exp(center);
      var mixture = LogMixture.exp(one(center, scale, freedom), extended);
      double sd = unit * Math.sqrt(squares - mean * mean);
      assertThat(mixture.sd()).isCloseTo(sd, withinPercentage(1e-3));
      assertThat(mixture.mean()).isCloseTo(unit * (1 + mean), within(1e-5 * sd));
    }
  }
}
