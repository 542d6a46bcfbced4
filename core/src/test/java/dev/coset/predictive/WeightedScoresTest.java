package dev.coset.predictive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.data.Blocks;
import dev.coset.data.Repeated;
import dev.coset.data.TargetScaling;
import dev.coset.data.Targets;
import dev.coset.distribution.ClassProbabilities;
import dev.coset.distribution.GaussianMixture;
import dev.coset.distribution.Predictive;
import dev.coset.distribution.PredictiveDistribution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.assertj.core.api.recursive.comparison.RecursiveComparisonConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scores of weighted points are those of points given as often as their weights say. */
class WeightedScoresTest {
  private static final int POINTS = 90;
  private static final double[] WEIGHTS = Repeated.weights(POINTS, 1, 2);
  private static final int[] ROWS = Repeated.rows(WEIGHTS);
  private static final RecursiveComparisonConfiguration TO_ROUNDING =
      RecursiveComparisonConfiguration.builder()
          .withComparatorForType(WeightedScoresTest::compare, Double.class)
          .withComparatorForType(WeightedScoresTest::compareOptional, OptionalDouble.class)
          .withIgnoredFields("points", "quality.pitCounts", "quality.reliability.points")
          .build();

  private static int compare(double a, double b) {
    return Double.isNaN(a) && Double.isNaN(b) || Math.abs(a - b) <= 1e-11 * (1 + Math.abs(a))
        ? 0
        : Double.compare(a, b);
  }

  private static int compareOptional(OptionalDouble a, OptionalDouble b) {
    return a.isPresent() && b.isPresent()
        ? compare(a.getAsDouble(), b.getAsDouble())
        : Boolean.compare(a.isPresent(), b.isPresent());
  }

  private record Problem(List<PredictiveDistribution> at, Targets y) {
    static Problem of(int classes) {
      UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(11L + classes);
      List<PredictiveDistribution> at = new ArrayList<>();
      double[] y = new double[POINTS];
      for (int i = 0; i < POINTS; i++) {
        if (classes == 0) {
          y[i] = random.nextDouble() - 0.5;
          at.add(
              GaussianMixture.of(
                  new double[] {random.nextDouble() - 0.5, random.nextDouble()},
                  new double[] {0.3, 0.2 + random.nextDouble()}));
        } else {
          y[i] = random.nextInt(classes);
          double[] p =
              IntStream.range(0, classes).mapToDouble(k -> 1 + random.nextInt(4)).toArray();
          double all = DoubleStream.of(p).sum();
          at.add(
              ClassProbabilities.of(
                  new double[][] {DoubleStream.of(p).map(v -> Math.log(v / all)).toArray()},
                  new double[] {1}));
        }
      }
      return new Problem(at, classes == 0 ? Targets.numbers(y) : Targets.classes(y, classes));
    }

    Problem select(int[] rows) {
      double[] values = Arrays.stream(rows).mapToDouble(i -> y.at(i)).toArray();
      return new Problem(
          Arrays.stream(rows).mapToObj(at::get).toList(), new Targets(values, y.kind()));
    }

    Problem weighted() {
      return new Problem(at, y.weighted(WEIGHTS));
    }

    Scoring scoring() {
      var scoring = new Scoring();
      scoring.add(points());
      return scoring;
    }

    PointScores points() {
      return PointScores.of(Predictive.of(at), y, TargetScaling.unscaled(), 1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2, 3})
  void scoresAreThoseOfRepeatedPoints(int classes) {
    Problem plain = Problem.of(classes);
    Scores weighted = plain.weighted().scoring().scores();
    Scores repeated = plain.select(ROWS).scoring().scores();
    assertThat(weighted).usingRecursiveComparison(TO_ROUNDING).isEqualTo(repeated);
    assertThat(weighted.points()).isEqualTo(POINTS);
    if (classes == 0) {
      assertThat(weighted.regression().rmse())
          .isNotCloseTo(plain.scoring().scores().regression().rmse(), within(1e-3));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2, 3})
  void mergingIsAdding(int classes) {
    Problem plain = Problem.of(classes);
    int[] first = IntStream.range(0, 40).toArray();
    int[] second = IntStream.range(40, POINTS).toArray();
    var merged = part(plain, first);
    merged.merge(part(plain, second));
    assertThat(merged.scores())
        .usingRecursiveComparison(
            RecursiveComparisonConfiguration.builder()
                .withComparatorForType(WeightedScoresTest::compare, Double.class)
                .withComparatorForType(WeightedScoresTest::compareOptional, OptionalDouble.class)
                .build())
        .isEqualTo(plain.weighted().scoring().scores());
  }

  private static Scoring part(Problem plain, int[] rows) {
    Problem some = plain.select(rows);
    double[] weights = Arrays.stream(rows).mapToDouble(i -> WEIGHTS[i]).toArray();
    return new Problem(some.at, some.y.weighted(weights)).scoring();
  }

  /** What tests count is a whole number of rows, no more than there are of equal weight. */
  @Test
  void calibrationTestsCountRowsThatTellAsMuch() {
    Problem plain = Problem.of(0);
    double[] twos = new double[POINTS];
    Arrays.fill(twos, 2);
    Scores doubled = new Problem(plain.at, plain.y.weighted(twos)).scoring().scores();
    Scores single = plain.scoring().scores();
    assertThat(doubled.regression().pitCounts()).isEqualTo(single.regression().pitCounts());
    double total = Arrays.stream(WEIGHTS).sum();
    double squares = Arrays.stream(WEIGHTS).map(w -> w * w).sum();
    assertThat(PitCalibration.of(plain.weighted().scoring().scores().regression()).units())
        .isEqualTo((int) Math.rint(total * total / squares))
        .isLessThan(POINTS);
  }

  @Test
  void estimatesAreThoseOfRepeatedRows() {
    double[] values = IntStream.range(0, POINTS).mapToDouble(i -> i * 37 % 11).toArray();
    double[] copies = Arrays.stream(ROWS).mapToDouble(i -> values[i]).toArray();
    int[] groups = IntStream.range(0, POINTS).map(i -> i % 13).toArray();
    int[] ofCopies = Arrays.stream(ROWS).map(i -> groups[i]).toArray();
    for (boolean grouped : new boolean[] {false, true}) {
      Estimate of = Estimate.mean(values, grouped ? Blocks.groups(groups) : null, WEIGHTS);
      Estimate expected = Estimate.mean(copies, grouped ? Blocks.groups(ofCopies) : null, null);
      assertThat(of.value()).isCloseTo(expected.value(), within(1e-12));
      assertThat(of.error()).isCloseTo(expected.error(), within(1e-12));
    }
  }

  @Test
  void stackingIsThatOfRepeatedPoints() {
    var random = RandomSource.XO_SHI_RO_256_PP.create(5L);
    double[][] log = new double[3][POINTS];
    for (double[] mode : log) {
      Arrays.setAll(mode, i -> -2 * random.nextDouble());
    }
    double[][] copies =
        Arrays.stream(log)
            .map(mode -> Arrays.stream(ROWS).mapToDouble(i -> mode[i]).toArray())
            .toArray(double[][]::new);
    assertThat(Stacking.weights(log, WEIGHTS))
        .containsExactly(Stacking.weights(copies, null), within(1e-8));
    assertThat(Stacking.cautious(log, WEIGHTS, 5))
        .containsExactly(Stacking.cautious(copies, null, 5), within(1e-8));
    assertThat(Stacking.cautious(log, WEIGHTS, 5, 1))
        .containsExactly(Stacking.cautious(copies, null, 5, 1), within(1e-8));
    assertThat(LppdByDraws.of(log, WEIGHTS))
        .containsExactly(LppdByDraws.of(copies, null), within(1e-12));
  }

  /** Of a normal mean, where the density of a point given all others has a closed form. */
  @Test
  void leavingOneOutLeavesAllOfItsWeightOut() {
    var random = RandomSource.XO_SHI_RO_256_PP.create(6L);
    int n = 40;
    double[] weights = Repeated.weights(n, 1, 8);
    double[] y = random.doubles(n).map(u -> 3 * (u - 0.5)).toArray();
    double total = Arrays.stream(weights).sum();
    double sum = IntStream.range(0, n).mapToDouble(i -> weights[i] * y[i]).sum();
    int draws = 4000;
    double[][] log = new double[draws][n];
    var normal = org.apache.commons.statistics.distribution.NormalDistribution.of(0, 1);
    for (int g = 0; g < draws; g++) {
      // one draw of each of many equal slices of the posterior
      double z = normal.inverseCumulativeProbability((g + random.nextDouble()) / draws);
      double mean = sum / total + z / Math.sqrt(total);
      Arrays.setAll(log[g], i -> -Math.log(2 * Math.PI) / 2 - (y[i] - mean) * (y[i] - mean) / 2);
    }
    double[] found = LeaveOneOut.of(log, weights, 1, 1).logDensity();
    for (int i = 0; i < n; i++) {
      double left = total - weights[i];
      double variance = 1 + 1 / left;
      double residual = y[i] - (sum - weights[i] * y[i]) / left;
      assertThat(found[i])
          .isCloseTo(
              -Math.log(2 * Math.PI * variance) / 2 - residual * residual / (2 * variance),
              within(0.01));
    }
  }
}
