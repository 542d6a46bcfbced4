package dev.coset.predictive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.chains.ChainPlan;
import dev.coset.data.Dataset;
import dev.coset.data.Split;
import dev.coset.distribution.Predictive;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlicesTest {
  private static final int ROWS = 400;

  private final UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(8);

  private static Study study() {
    double[][] x = new double[ROWS + 10][2];
    double[] y = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      x[i][0] = (i * 37) % 101;
      x[i][1] = i % 2; // too few values for quarters
      y[i] = i;
    }
    int[] test = IntStream.range(0, ROWS).toArray();
    int[] train = IntStream.range(ROWS, x.length).toArray();
    return Study.of(
        Dataset.of(x, y),
        new Split(train, test),
        Configuration.of(new int[] {1}, ChainPlan.of(1, 20, 1, 0)));
  }

  /** Calibrated where the power is 1. */
  private TestRows.OfNumbers rows(double[] mean, double[] noise, double power) {
    double[] pit = random.doubles(ROWS).map(u -> Math.pow(u, power)).toArray();
    var scores = Scores.of(Predictive.of(new double[1][1], new double[] {1}), new double[1]);
    return new TestRows.OfNumbers(
        scores, new double[ROWS], mean, noise, new double[ROWS], pit, null);
  }

  private double[] any() {
    return random.doubles(ROWS).toArray();
  }

  @ParameterizedTest
  @CsvSource({"30, 25", "30, 30", "200, 0", "57, 41"})
  void wilsonsIntervalHasTheSharesFromWhichThisOneIsSoFar(int rows, int held) {
    double[] interval = new Slice("", "", "", rows, held, 0.9).interval(0.95);
    double share = (double) held / rows;
    for (double p : interval) {
      double z = Math.abs(share - p) / Math.sqrt(p * (1 - p) / rows);
      assertThat(Math.abs(p - share) < 1e-15 || Math.abs(z - 1.959963985) < 1e-6)
          .as("%s", p)
          .isTrue();
    }
    assertThat(interval[0]).isLessThanOrEqualTo(share);
    assertThat(interval[1]).isGreaterThanOrEqualTo(share);
  }

  @Test
  void theProbabilityIsThatOfAllThatIsNoMoreProbableOnEitherSide() {
    var slice = new Slice("", "", "", 40, 31, 0.9);
    var binomial = BinomialDistribution.of(40, 0.9);
    double below = IntStream.rangeClosed(0, 31).mapToDouble(binomial::probability).sum();
    assertThat(slice.probability()).isCloseTo(2 * below, within(1e-12));
    assertThat(slice.tooFew()).isTrue();
    assertThat(new Slice("", "", "", 40, 36, 0.9).probability()).isEqualTo(1);
  }

  @Test
  void everyRowIsInOneQuarter() {
    var rows = rows(any(), any(), 1);
    long held = IntStream.range(0, ROWS).filter(rows::held).count();
    var slices = Slices.of(study(), rows);
    for (String by : new String[] {Slices.PREDICTED, Slices.NOISE, "x1"}) {
      var of = slices.all().stream().filter(s -> s.by().equals(by)).toList();
      assertThat(of).as(by).hasSize(4);
      assertThat(of.stream().mapToInt(Slice::rows).sum()).isEqualTo(ROWS);
      assertThat(of.stream().mapToDouble(Slice::held).sum()).isEqualTo((double) held);
    }
    assertThat(slices.all()).noneMatch(s -> s.by().equals("x2"));
  }

  @Test
  void noiseThatIsTheSameEverywhereButForRoundingIsNotSliced() {
    double[] noise = any();
    Arrays.setAll(noise, i -> 0.3 * (1 + 1e-12 * noise[i]));
    assertThat(Slices.of(study(), rows(any(), noise, 1)).all())
        .noneMatch(s -> s.by().equals(Slices.NOISE))
        .anyMatch(s -> s.by().equals(Slices.PREDICTED));
  }

  /** Bonferroni: of 500 calibrated models at most 5 are blamed on average, and 15 hardly ever. */
  @Test
  void aCalibratedModelIsHardlyEverBlamed() {
    Study study = study();
    int blamed = 0;
    for (int i = 0; i < 500; i++) {
      var slices = Slices.of(study, rows(any(), any(), 1));
      blamed += slices.worst(true).or(() -> slices.worst(false)).isPresent() ? 1 : 0;
    }
    assertThat(blamed).isLessThan(15);
  }

  @Test
  void aBadQuarterIsFound() {
    double[] mean = any();
    var rows = rows(mean, any(), 1);
    double[] sorted = mean.clone();
    Arrays.sort(sorted);
    for (int i = 0; i < ROWS; i++) {
      if (mean[i] >= sorted[3 * ROWS / 4] && i % 4 == 0) {
        rows.pit()[i] = 0.999;
      }
    }
    Slice worst = Slices.of(study(), rows).worst(true).orElseThrow();
    assertThat(worst.words()).isEqualTo("rows with the largest predictions");
    assertThat(worst.rows()).isEqualTo(ROWS / 4);
  }
}
