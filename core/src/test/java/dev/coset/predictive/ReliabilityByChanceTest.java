package dev.coset.predictive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.data.Blocks;
import dev.coset.distribution.Predictive;
import dev.coset.predictive.ClassificationScores.Reliability;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReliabilityByChanceTest {
  private static final int BINS = 15;

  /** Rows whose class named is right with a probability that is that said to some power. */
  private static ReliabilityByChance simulated(
      UniformRandomProvider random, int rows, double least, double power) {
    double[] points = new double[BINS];
    double[] confidence = new double[BINS];
    double[] accuracy = new double[BINS];
    for (int i = 0; i < rows; i++) {
      double p = least + (1 - least) * random.nextDouble();
      int bin = (int) Math.min(p * BINS, BINS - 1);
      points[bin]++;
      confidence[bin] += p;
      accuracy[bin] += random.nextDouble() < Math.pow(p, power) ? 1 : 0;
    }
    for (int bin = 0; bin < BINS; bin++) {
      confidence[bin] /= points[bin];
      accuracy[bin] /= points[bin];
    }
    return ReliabilityByChance.of(new Reliability(points, confidence, accuracy));
  }

  /** An exact test of whole numbers is never too large, but for the error of the simulation. */
  @ParameterizedTest
  @CsvSource({"20, 0.4", "60, 0.4", "300, 0.4", "2000, 0.5", "40, 0.98"})
  void aCalibratedModelIsRarelyRejected(int rows, double least) {
    var random = RandomSource.XO_SHI_RO_256_PP.create(1);
    int times = 4000;
    double[] p = new double[times];
    Arrays.setAll(p, i -> simulated(random, rows, least, 1).probability());
    for (double level : new double[] {0.01, 0.1}) {
      double share = Arrays.stream(p).filter(v -> v < level).count() / (double) times;
      assertThat(share).isLessThan(level + 3 * Math.sqrt(level * (1 - level) / times));
    }
  }

  /** The verdict goes by the probability, the chart by the ranges. */
  @ParameterizedTest
  @ValueSource(doubles = {1, 1.2, 0.8})
  void theTestRejectsWhereABinLeavesItsRange(double power) {
    var random = RandomSource.XO_SHI_RO_256_PP.create(4);
    for (int i = 0; i < 500; i++) {
      var chance = simulated(random, 400, 0.3, power);
      assertThat(
              Stream.concat(chance.bins().stream(), Stream.of(chance.whole()))
                  .anyMatch(
                      bin -> {
                        double[] range = chance.range(bin);
                        return bin.share() < range[0] - 1e-12 || bin.share() > range[1] + 1e-12;
                      }))
          .isEqualTo(chance.isOff());
    }
  }

  /** All rows of a group are right together, or wrong. */
  @Test
  void dependentRowsAreTestedByGroup() {
    var random = RandomSource.XO_SHI_RO_256_PP.create(5);
    int groups = 40;
    int[] groupOf = IntStream.range(0, 10 * groups).map(i -> i / 10).toArray();
    var scores = Scores.of(Predictive.of(new double[1][1], new double[] {1}), new double[1]);
    int off = 0;
    for (int t = 0; t < 1000; t++) {
      double[] confidence = new double[groupOf.length];
      int[] label = new int[groupOf.length];
      for (int g = 0; g < groups; g++) {
        double c = 0.5 + random.nextDouble() / 2;
        Arrays.fill(confidence, 10 * g, 10 * g + 10, c);
        Arrays.fill(label, 10 * g, 10 * g + 10, random.nextDouble() < c ? 0 : 1);
      }
      var rows =
          new TestRows.OfClasses(
              scores,
              new double[label.length],
              new int[label.length],
              confidence,
              label,
              Blocks.groups(groupOf));
      off += ReliabilityByChance.of(rows).isOff() ? 1 : 0;
    }
    assertThat(off).isLessThan(20);
  }

  @Test
  void whoIsTooSureIsFound() {
    var random = RandomSource.XO_SHI_RO_256_PP.create(2);
    var sure = simulated(random, 500, 0.5, 2);
    assertThat(sure.probability()).isLessThan(1e-4);
    assertThat(sure.lean()).isLessThan(-3);
    var cautious = simulated(random, 500, 0.5, 0.3);
    assertThat(cautious.probability()).isLessThan(1e-4);
    assertThat(cautious.lean()).isGreaterThan(3);
  }

  @Test
  void certaintyThatFailsOnceIsImpossible() {
    double[] points = new double[BINS];
    points[BINS - 1] = 10;
    double[] one = new double[BINS];
    Arrays.fill(one, 1);
    double[] failed = one.clone();
    failed[BINS - 1] = 0.9;
    assertThat(ReliabilityByChance.of(new Reliability(points, one, failed)).probability()).isZero();
    assertThat(ReliabilityByChance.of(new Reliability(points, one, one)).probability()).isOne();
  }

  @Test
  void theErrorByChanceIsTheMeanOverAllOutcomes() {
    var chance = simulated(RandomSource.XO_SHI_RO_256_PP.create(3), 200, 0.3, 1);
    double sum = 0;
    for (Slice bin : chance.bins()) {
      int n = bin.rows();
      double c = bin.expected();
      for (int right = 0; right <= n && n > 0; right++) {
        sum += BinomialDistribution.of(n, c).probability(right) * Math.abs(right - n * c) / 200;
      }
    }
    assertThat(chance.expectedError()).isCloseTo(sum, within(1e-12));
  }
}
