package dev.coset.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.coset.distribution.ClampRange;
import dev.coset.distribution.ClassProbabilities;
import dev.coset.distribution.GaussianMixture;
import dev.coset.distribution.LogMixture;
import dev.coset.distribution.Mixtures;
import dev.coset.distribution.NumberDistribution;
import dev.coset.distribution.Shape;
import dev.coset.distribution.StudentMixture;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class TargetScalingTest {
  /** Prices: positive and skewed. */
  private static final double[] Y =
      IntStream.range(0, 60).mapToDouble(i -> 300 * Math.exp(((i * 37) % 60) / 20.0)).toArray();

  private static final int[] TRAIN = IntStream.range(0, 40).toArray();

  /** What a likelihood says, in its own units. */
  private static final GaussianMixture STANDARD = Mixtures.posterior(30, 1);

  private static final double[] PLACES = {-1.2, -0.3, 0.4, 1, 2};

  private static Dataset dataset(double... y) {
    double[][] x = new double[y.length][1];
    Arrays.setAll(x, i -> new double[] {i % 7});
    return Dataset.of(List.of("x"), x, "price", y);
  }

  private static TargetScaling scaling(TargetScale scale) {
    return Scaling.fit(dataset(Y), TRAIN, scale).target();
  }

  @ParameterizedTest
  @EnumSource
  void whatIsStandardisedComesBack(TargetScale scale) {
    TargetScaling scaling = scaling(scale);
    for (double y : Y) {
      assertThat(scaling.original(scaling.standard(y))).isCloseTo(y, within(1e-13 * y));
    }
  }

  @ParameterizedTest
  @EnumSource
  void trainingTargetsHaveMeanZeroAndDeviationOneOnTheScale(TargetScale scale) {
    Dataset data = dataset(Y);
    double[] z = Scaling.fit(data, TRAIN, scale).points(data, TRAIN).y().values();
    assertThat(Arrays.stream(z).average()).hasValueCloseTo(0.0, within(1e-12));
    assertThat(Arrays.stream(z).map(v -> v * v).average()).hasValueCloseTo(1.0, within(1e-12));
  }

  /** Comparable units are those of the linear scale, whatever the model's. */
  @ParameterizedTest
  @EnumSource
  void comparableTargetsAreTheLinearOnes(TargetScale scale) {
    TargetScaling scaling = scaling(scale);
    TargetScaling linear = scaling(TargetScale.LINEAR);
    for (double y : Y) {
      assertThat(scaling.comparable(scaling.standard(y)))
          .isCloseTo(linear.standard(y), within(1e-12));
    }
  }

  @Test
  void onTheLinearScaleWhatIsSaidIsComparableAlready() {
    assertThat(scaling(TargetScale.LINEAR).comparable(STANDARD)).isSameAs(STANDARD);
  }

  /** What has a probability has it in any units. */
  @ParameterizedTest
  @EnumSource
  void theProbabilityBelowATargetDoesNotDependOnUnits(TargetScale scale) {
    TargetScaling scaling = scaling(scale);
    var original = (NumberDistribution) scaling.original(STANDARD);
    var comparable = (NumberDistribution) scaling.comparable(STANDARD);
    for (double z : PLACES) {
      assertThat(original.cdf(scaling.original(z))).isCloseTo(STANDARD.cdf(z), within(1e-12));
      assertThat(comparable.cdf(scaling.comparable(z))).isCloseTo(STANDARD.cdf(z), within(1e-12));
    }
  }

  /** By {@code dy / dz}, and as the derivative of the distribution function. */
  @Test
  void onTheLogScaleTheComparableDensityIsThatOfTheLinearTarget() {
    TargetScaling scaling = scaling(TargetScale.LOG);
    var comparable = (NumberDistribution) scaling.comparable(STANDARD);
    for (double z : PLACES) {
      double y = scaling.comparable(z);
      double slope = scaling.spread() * scaling.original(z) / scaling.deviation();
      assertThat(comparable.logDensity(y))
          .isCloseTo(STANDARD.logDensity(z) - Math.log(slope), within(1e-11))
          .isCloseTo(STANDARD.logDensity(z) + scaling.logStretch(z), within(1e-11));
      double h = 1e-5 * slope;
      double difference = (comparable.cdf(y + h) - comparable.cdf(y - h)) / (2 * h);
      assertThat(comparable.density(y)).isCloseTo(difference, within(1e-7 / slope));
    }
    double mass =
        Mixtures.integral(
            STANDARD,
            z ->
                comparable.density(scaling.comparable(z))
                    * (scaling.spread() * scaling.original(z) / scaling.deviation()));
    assertThat(mass).isCloseTo(1, within(1e-10));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -3})
  void aTrainingTargetWithoutALogarithmIsRefused(double y) {
    double[] values = Y.clone();
    values[3] = y;
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> Scaling.fit(dataset(values), TRAIN, TargetScale.LOG))
        .withMessageContaining("'price' is " + y)
        .withMessageContaining("targetScale(TargetScale.LOG)");
    double[] other = Y.clone();
    other[55] = y; // not a training row
    TargetScaling scaling = Scaling.fit(dataset(other), TRAIN, TargetScale.LOG).target();
    assertThat(scaling.standard(y)).isFinite().isLessThan(scaling.standard(1e-300));
  }

  @Test
  void classesAreLeftAsTheyAre() {
    var data =
        Dataset.classes(
            List.of("x"), new double[][] {{1}, {2}, {3}}, "kind", List.of("b", "c", "a"));
    Scaling scaling = Scaling.fit(data, new int[] {0, 1, 2});
    assertThat(scaling.points(data, new int[] {1, 2}).y())
        .isEqualTo(Targets.classes(new double[] {2, 0}, 3));
    var said =
        ClassProbabilities.of(
            new double[][] {ClassProbabilities.logSoftmax(1, 2, 3)}, new double[] {1});
    assertThat(scaling.target().original(said)).isSameAs(said);
    assertThat(scaling.target().comparable(said)).isSameAs(said);
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> Scaling.fit(data, new int[] {0, 1, 2}, TargetScale.LOG))
        .withMessageContaining("'kind'")
        .withMessageContaining("targetScale(TargetScale.LOG)");
  }

  @Test
  void unitsAreChangedOnce() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> scaling(TargetScale.LOG).original(LogMixture.exp(STANDARD)))
        .withMessageContaining("not logarithmic");
  }

  /** The range of the training targets, extended by its own width on each side. */
  @Test
  void momentsAreClampedByTheTrainingTargets() {
    TargetScaling scaling =
        Scaling.fit(dataset(Y), TRAIN, TargetScale.LOG).clampedBy(dataset(Y), TRAIN).target();
    double least = Math.log(Arrays.stream(TRAIN).mapToDouble(i -> Y[i]).min().orElseThrow());
    double greatest = Math.log(Arrays.stream(TRAIN).mapToDouble(i -> Y[i]).max().orElseThrow());
    assertThat(scaling.clamp().low()).isCloseTo(2 * least - greatest, within(1e-12));
    assertThat(scaling.clamp().high()).isCloseTo(2 * greatest - least, within(1e-12));
    var far = (NumberDistribution) scaling.original(STANDARD.scaled(1e4, 1));
    assertThat(far.mean()).isCloseTo(Math.exp(scaling.clamp().high()), within(1e-6));
    assertThat(far.sd()).isCloseTo(0, within(1e-9));
    assertThat(far.quantile(0.5)).isEqualTo(Double.MAX_VALUE);
    var other = (NumberDistribution) scaling.comparable(STANDARD.scaled(1e4, 1));
    assertThat(other.mean())
        .isCloseTo((far.mean() - scaling.mean()) / scaling.deviation(), within(1e-9));
  }

  /** Such as of a file that an earlier version wrote. */
  @Test
  void withoutTheRangeOfTheTargetsMomentsAreClampedByTheirDeviation() {
    TargetScaling scaling = scaling(TargetScale.LOG);
    assertThat(scaling.clampIsGuessed()).isTrue();
    assertThat(scaling(TargetScale.LINEAR).clampIsGuessed()).isFalse();
    var far = (NumberDistribution) scaling.original(STANDARD.scaled(1e4, 1));
    assertThat(far.mean()).isCloseTo(scaling.original(10), within(1e-9 * scaling.original(10)));
  }

  /** Two values: {@code (1 - 2p) / sqrt(p (1 - p))} where the upper one has the share p. */
  @ParameterizedTest
  @ValueSource(doubles = {0.05, 0.25, 0.5, 0.9})
  void skewnessIsTheClosedForm(double share) {
    double[] y = IntStream.range(0, 100).mapToDouble(i -> i < 100 * share ? 1 : 0).toArray();
    double exact = (1 - 2 * share) / Math.sqrt(share * (1 - share));
    assertThat(TargetScale.skewness(y, null)).isCloseTo(exact, within(1e-12));
    double[] moved = Arrays.stream(y).map(v -> 7 * v - 3).toArray();
    assertThat(TargetScale.skewness(moved, null)).isCloseTo(exact, within(1e-9));
    double[] negated = Arrays.stream(y).map(v -> -v).toArray();
    assertThat(TargetScale.skewness(negated, null)).isCloseTo(-exact, within(1e-12));
  }

  /** The range of training targets on the logarithm, by its own width on each side. */
  @Test
  void theClampIsOfTrainingTargetsAlone() {
    double[] y = {Math.exp(1), Math.exp(3), Math.exp(2), Math.exp(9)};
    TargetScaling log = scaling(TargetScale.LOG).clampedBy(y, new int[] {0, 1, 2});
    assertThat(log.clampIsGuessed()).isFalse();
    assertThat(log.clamp()).isNotNull();
    assertThat(log.clamp().low()).isCloseTo(-1, within(1e-12));
    assertThat(log.clamp().high()).isCloseTo(5, within(1e-12));
    assertThat(log.clampedTo(null)).isEqualTo(scaling(TargetScale.LOG));
    assertThat(scaling(TargetScale.LOG).clampIsGuessed()).isTrue();
    TargetScaling linear = scaling(TargetScale.LINEAR);
    assertThat(linear.clampedBy(new double[] {5, 1, 99, -3}, new int[] {0, 1, 3}).clamp())
        .isEqualTo(new ClampRange(-11, 13));
    assertThat(linear.clampIsGuessed()).isFalse();
  }

  /** Of heavy tails alone, in the units of the data and in those of scores. */
  @Test
  void noiseWithHeavyTailsIsCutOffAtTheRange() {
    TargetScaling scaling =
        Scaling.fit(dataset(Y), TRAIN, TargetScale.LINEAR).clampedBy(dataset(Y), TRAIN).target();
    var heavy =
        StudentMixture.of(new double[] {0}, new double[] {1}, new Shape[] {Shape.student(1.5)});
    var original = (NumberDistribution) scaling.original(heavy);
    ClampRange range = scaling.clamp();
    double width = range.high() - range.low();
    assertThat(original.aleatoric()).isBetween(scaling.deviation(), width / 2);
    assertThat(original.mean()).isCloseTo(scaling.mean(), within(1e-9 * width));
    assertThat(original.quantile(0.9))
        .isCloseTo(scaling.original(heavy.quantile(0.9)), within(1e-9 * width));
    var comparable = (NumberDistribution) scaling.comparable(heavy);
    assertThat(comparable.aleatoric())
        .isCloseTo(original.aleatoric() / scaling.deviation(), within(1e-9));
    assertThat(comparable.logDensity(0.7)).isCloseTo(heavy.logDensity(0.7), within(1e-12));
    assertThat(scaling.comparable(STANDARD)).isSameAs(STANDARD);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2, 7})
  void filesHoldTheNumberOfClasses(int classes) {
    var kind = TargetKind.ofStored(classes);
    var scaling = new TargetScaling(TargetScale.LINEAR, kind, 1, 2, 3, 4, null);
    String json = JsonMapper.shared().writeValueAsString(scaling);
    assertThat(json).contains("\"classes\":" + classes).doesNotContain("kind");
    assertThat(JsonMapper.shared().readValue(json, TargetScaling.class)).isEqualTo(scaling);
  }
}
