package dev.coset.predictive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.data.Blocks;
import dev.coset.distribution.Mixtures;
import dev.coset.distribution.Predictive;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PitCalibrationTest {
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);
  private final UniformRandomProvider random = Mixtures.random(5);

  /** Asserts a share of false alarms of at most 2%, but for the error of so many tables. */
  private static void assertFewAlarms(long alarms, int tables) {
    int most = BinomialDistribution.of(tables, 0.02).inverseSurvivalProbability(1e-4);
    assertThat(alarms).isLessThanOrEqualTo(most);
  }

  private PitCalibration calibration(SimultaneousBands bands, double[] pit) {
    double[] weight = new double[pit.length];
    Arrays.fill(weight, 1);
    return new PitCalibration(bands, PitCalibration.binned(pit, weight));
  }

  private long alarms(int rows, int tables, DoubleUnaryOperator pitOf) {
    var bands = SimultaneousBands.of(rows);
    return IntStream.range(0, tables)
        .filter(t -> calibration(bands, random.doubles(rows).map(pitOf).toArray()).isOff())
        .count();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 20, 50, 120, 400, 2000, 5000})
  void aCalibratedModelIsRarelyRejected(int rows) {
    int tables = 2000;
    assertFewAlarms(alarms(rows, tables, u -> u), tables);
  }

  /** Not so rarely that the test says nothing: the joint level is near 1%. */
  @Test
  void theJointLevelIsUsedUp() {
    assertThat(alarms(1000, 4000, u -> u)).isGreaterThan(15);
  }

  /** Exactly the share of rows inside the central half, the others outside. */
  private double[] halfHolds(int rows, double share) {
    double[] pit = new double[rows];
    int inside = (int) Math.round(share * rows);
    for (int i = 0; i < rows; i++) {
      double u = random.nextDouble();
      pit[i] = i < inside ? 0.25 + u / 2 : u < 0.5 ? u / 2 : 0.5 + u / 2;
    }
    return pit;
  }

  @ParameterizedTest
  @CsvSource({"200, 0.636", "250, 0.636", "400, 0.636", "200, 0.65", "200, 0.36"})
  void intervalsThatHoldTooManyOrTooFewAreFound(int rows, double share) {
    var found = PitCalibration.of(rows(halfHolds(rows, share), null));
    assertThat(found.isOff()).isTrue();
    assertThat(found.coverage().outside()).isPositive();
    assertThat(found.mostExtreme().isInterval()).isTrue();
  }

  @Test
  void biasIsFound() {
    double[] pit =
        random
            .doubles(300)
            .map(u -> NORMAL.cumulativeProbability(NORMAL.inverseCumulativeProbability(u) - 0.35))
            .toArray();
    var found = PitCalibration.of(rows(pit, null));
    assertThat(found.isOff()).isTrue();
    assertThat(found.mostExtreme().isInterval()).isFalse();
    assertThat(found.mostExtreme().share()).isGreaterThan(found.mostExtreme().nominal());
  }

  /** The verdict goes by the probability, the chart by the bands. */
  @ParameterizedTest
  @CsvSource({"30, 0.8", "150, 0.9", "150, 1.15", "1500, 0.95", "4000, 1.03"})
  void theTestRejectsWhereACurveLeavesItsBand(int rows, double power) {
    var bands = SimultaneousBands.of(rows);
    int off = 0;
    for (int t = 0; t < 300; t++) {
      double[] pit = random.doubles(rows).map(u -> Math.pow(u, power)).toArray();
      var one = calibration(bands, pit);
      assertThat(one.coverage().outside() + one.quantiles().outside() > 0).isEqualTo(one.isOff());
      off += one.isOff() ? 1 : 0;
    }
    assertThat(off).isBetween(1, 299);
  }

  /** Rows of a group share an error, all of it or half, or have none in common. */
  @ParameterizedTest
  @CsvSource({"1, 30", "0.5, 30", "0, 30", "0.8, 8", "0.9, 200"})
  void dependentRowsAreTestedByGroup(double shared, int groups) {
    int tables = 1000;
    int[] groupOf =
        IntStream.range(0, groups)
            .flatMap(g -> IntStream.range(0, 1 + 7 * (g % 4)).map(i -> g))
            .toArray();
    var normal = ZigguratSampler.NormalizedGaussian.of(random);
    var bands = SimultaneousBands.of(groups);
    long alarms = 0;
    for (int t = 0; t < tables; t++) {
      double[] common = normal.samples(groups).toArray();
      double[] pit =
          Arrays.stream(groupOf)
              .mapToDouble(
                  g -> Math.sqrt(shared) * common[g] + Math.sqrt(1 - shared) * normal.sample())
              .map(NORMAL::cumulativeProbability)
              .toArray();
      var rows = rows(pit, Blocks.groups(groupOf));
      double[] weight = rows.weights(IntStream.range(0, pit.length).toArray());
      var one = new PitCalibration(bands, PitCalibration.binned(pit, weight));
      assertThat(one.units()).isEqualTo(groups);
      alarms += one.isOff() ? 1 : 0;
    }
    assertFewAlarms(alarms, tables);
  }

  /** Groups that err each on its own are no excuse where intervals are far too narrow. */
  @Test
  void groupsThatAreAllTooNarrowAreFound() {
    int[] groupOf = IntStream.range(0, 400).map(i -> i / 8).toArray();
    double[] pit = new double[400];
    Arrays.setAll(pit, i -> random.nextDouble() < 0.5 ? 0.02 : 0.98);
    var found = PitCalibration.of(rows(pit, Blocks.groups(groupOf)));
    assertThat(found.isOff()).isTrue();
    assertThat(found.units()).isEqualTo(50);
  }

  /** A pit of 400 independent rows and scores of the same rows. */
  @Test
  void scoresAndRowsAreTestedAlike() {
    double[] pit = halfHolds(400, 0.6);
    double[] sd = {1};
    double[] y = Arrays.stream(pit).map(NORMAL::inverseCumulativeProbability).toArray();
    var scores = Scores.of(Predictive.of(new double[1][400], sd), y).regression();
    assertThat(PitCalibration.of(scores).probability())
        .isEqualTo(PitCalibration.of(rows(pit, null)).probability());
    double[] held = PitCalibration.of(scores).coverage().share();
    assertThat(held[held.length - 1]).isEqualTo(scores.coverage(0.95));
    assertThat(held[held.length - 2]).isEqualTo(scores.coverage(0.9));
    assertThat(held[8]).isEqualTo(scores.coverage(0.5));
  }

  private static TestRows.OfNumbers rows(double[] pit, @Nullable Blocks blocks) {
    var scores = Scores.of(Predictive.of(new double[1][1], new double[] {1}), new double[1]);
    double[] none = new double[pit.length];
    return new TestRows.OfNumbers(scores, none, none, none, none, pit, blocks);
  }
}
