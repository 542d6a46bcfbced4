package dev.coset.predictive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.coset.data.Targets;
import dev.coset.distribution.Predictive;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LppdJackknifeTest {
  private static final double[] Y = {0.3, -1.2, 2.0, 0.0, 5.0};

  /** Also where one part's density is larger than all others' by more than double precision. */
  @ParameterizedTest
  @CsvSource({"2, 1", "3, 1", "4, 1", "4, 0.01", "12, 0.01"})
  void itIsTheSpreadOfTheLppdsWithoutEachPart(int parts, double unlikeTheFirst) {
    double[][] means = means(12, 1);
    double[] sds = IntStream.range(0, 12).mapToDouble(g -> 0.5 + 0.1 * g).toArray();
    for (int g = 12 / parts; unlikeTheFirst < 1 && g < 12; g++) {
      sds[g] *= unlikeTheFirst;
    }
    double[] without = new double[parts];
    for (int p = 0; p < parts; p++) {
      int left = p;
      int[] kept = IntStream.range(0, 12).filter(g -> g / (12 / parts) != left).toArray();
      double[][] m = IntStream.of(kept).mapToObj(g -> means[g]).toArray(double[][]::new);
      double[] s = IntStream.of(kept).mapToDouble(g -> sds[g]).toArray();
      without[p] = Scores.of(Predictive.of(m, s), Y).lppd();
    }
    double mean = IntStream.range(0, parts).mapToDouble(p -> without[p]).average().orElseThrow();
    double squares =
        IntStream.range(0, parts).mapToDouble(p -> Math.pow(without[p] - mean, 2)).sum();

    assertThat(LppdJackknife.error(Predictive.of(means, sds), Targets.numbers(Y), parts))
        .isCloseTo(Math.sqrt(squares * (parts - 1) / parts), withinPercentage(1e-9));
  }

  /** The standard deviation of 400 sample standard deviations' mean is some 4% of it. */
  @Test
  void itForetellsTheSpreadOverRepetitions() {
    int repetitions = 400;
    double[] lppd = new double[repetitions];
    double squaredErrors = 0;
    for (int r = 0; r < repetitions; r++) {
      double[] sds = new double[60];
      java.util.Arrays.fill(sds, 1);
      Predictive predictive = Predictive.of(means(60, 100 + r), sds);
      lppd[r] = Scores.of(predictive, Y).lppd();
      squaredErrors +=
          Math.pow(LppdJackknife.error(predictive, Targets.numbers(Y), 60), 2) / repetitions;
    }
    double mean = IntStream.range(0, repetitions).mapToDouble(r -> lppd[r]).average().orElseThrow();
    double variance =
        IntStream.range(0, repetitions).mapToDouble(r -> Math.pow(lppd[r] - mean, 2)).sum()
            / (repetitions - 1);
    // The sample variance has a relative error of sqrt(2 / 399) = 7%; the jackknife leans upwards.
    assertThat(Math.sqrt(squaredErrors / variance)).isBetween(0.88, 1.2);
  }

  /** What pairs have in common drops out of a difference; what they have not adds up. */
  @Test
  void ofADifferenceOnlyWhatPairsDoNotShareCounts() {
    double[] sds = new double[60];
    java.util.Arrays.fill(sds, 1);
    Targets y = Targets.numbers(Y);
    Predictive one = Predictive.of(means(60, 1), sds);
    Predictive other = Predictive.of(means(60, 2), sds);
    assertThat(LppdJackknife.errorOfDifference(one, one, y, 20)).isZero();
    double apart = Math.hypot(LppdJackknife.error(one, y, 20), LppdJackknife.error(other, y, 20));
    // the correlation of 20 pairs that share nothing is within 2.5 / sqrt(19)
    assertThat(LppdJackknife.errorOfDifference(one, other, y, 20) / apart).isBetween(0.65, 1.26);
  }

  @Test
  void onePartSaysNothingOfItsError() {
    assertThat(
            LppdJackknife.error(
                Predictive.of(means(6, 1), new double[] {1, 1, 1, 1, 1, 1}), Targets.numbers(Y), 1))
        .isNaN();
    assertThatThrownBy(
            () ->
                LppdJackknife.error(
                    Predictive.of(means(6, 1), new double[] {1, 1, 1, 1, 1, 1}),
                    Targets.numbers(Y),
                    4))
        .hasMessageContaining("6 components");
  }

  /** (component, point) */
  private static double[][] means(int components, long seed) {
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    var normal = ZigguratSampler.NormalizedGaussian.of(random);
    double[][] means = new double[components][Y.length];
    for (double[] row : means) {
      double shift = normal.sample();
      for (int i = 0; i < row.length; i++) {
        row[i] = Y[i] + shift + 0.3 * normal.sample();
      }
    }
    return means;
  }
}
