package dev.coset.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OneColumnTest {
  private static final int ROWS = 400;

  private static double[] uniform(int seed) {
    var random = new Random(seed);
    return IntStream.range(0, ROWS).mapToDouble(i -> random.nextDouble()).toArray();
  }

  /** How many are less, and half of those that are equal. */
  @Test
  void ranksAreMeanRanks() {
    double[] x = uniform(1);
    Arrays.setAll(x, i -> i % 13 == 0 ? Double.NaN : Math.floor(20 * x[i]));
    double[] ranks = OneColumn.ranks(x);
    for (int i = 0; i < ROWS; i++) {
      double at = x[i];
      if (Double.isNaN(at)) {
        assertThat(ranks[i]).isNaN();
      } else {
        double less = Arrays.stream(x).filter(v -> v < at).count();
        double equal = Arrays.stream(x).filter(v -> v == at).count();
        assertThat(ranks[i]).isCloseTo(less + (equal - 1) / 2, within(1e-9));
      }
    }
  }

  @Test
  void aLineIsExplained() {
    double[] x = uniform(2);
    double[] y = Arrays.stream(x).map(v -> 3 - 2 * v).toArray();
    assertThat(new OneColumn(x, true).explained(y)).isCloseTo(1, within(1e-12));
    assertThat(new OneColumn(x, true).explained(uniform(3))).isLessThan(0);
  }

  /** By interpolation between the nearest values of the other half, or by the mean of a level. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theShareIsThatOfPredictionsFromTheOtherHalf(boolean ordered) {
    double[] x = uniform(4);
    double[] noise = uniform(5);
    Arrays.setAll(x, i -> i % 11 == 0 ? Double.NaN : Math.floor(30 * x[i]));
    double[] y = new double[ROWS];
    Arrays.setAll(y, i -> Double.isNaN(x[i]) ? 50 : x[i] * x[i] / 30 + noise[i]);
    double[] predicted = new double[ROWS];
    Arrays.setAll(predicted, i -> Double.isNaN(x[i]) ? Double.NaN : prediction(x, y, i, ordered));
    int[] known = IntStream.range(0, ROWS).filter(i -> !Double.isNaN(predicted[i])).toArray();
    double mean = Arrays.stream(known).mapToDouble(i -> y[i]).average().orElseThrow();
    double errors = Arrays.stream(known).mapToDouble(i -> square(y[i] - predicted[i])).sum();
    double variance = Arrays.stream(known).mapToDouble(i -> square(y[i] - mean)).sum();
    assertThat(new OneColumn(x, ordered).explained(y))
        .isCloseTo(1 - errors / variance, within(1e-9))
        .isBetween(0.8, 1.0);
  }

  private static boolean half(int row) {
    return row * 0x9E3779B9 < 0;
  }

  private static double square(double v) {
    return v * v;
  }

  private static double prediction(double[] x, double[] y, int row, boolean ordered) {
    int[] others = IntStream.range(0, ROWS).filter(i -> half(i) != half(row)).toArray();
    double below =
        Arrays.stream(others).mapToDouble(i -> x[i]).filter(v -> v <= x[row]).max().orElse(-1);
    double above =
        Arrays.stream(others).mapToDouble(i -> x[i]).filter(v -> v >= x[row]).min().orElse(-1);
    if (!ordered) {
      return mean(x, y, others, x[row]);
    }
    if (below < 0 || above < 0) {
      return Double.NaN;
    }
    double share = above > below ? (x[row] - below) / (above - below) : 0;
    return (1 - share) * mean(x, y, others, below) + share * mean(x, y, others, above);
  }

  private static double mean(double[] x, double[] y, int[] rows, double at) {
    return Arrays.stream(rows)
        .filter(i -> x[i] == at)
        .mapToDouble(i -> y[i])
        .average()
        .orElse(Double.NaN);
  }

  /** A constant target, and a column of which most is missing, explain nothing. */
  @Test
  void whereThereIsNothingToExplainTheShareIsZero() {
    double[] x = uniform(6);
    assertThat(new OneColumn(x, true).explained(new double[ROWS])).isZero();
    double[] few = x.clone();
    Arrays.fill(few, 0, ROWS * 6 / 10, Double.NaN);
    assertThat(new OneColumn(few, true).explained(x)).isZero();
    assertThat(new OneColumn(few, true).ofRanks().explained(x)).isZero();
  }

  /** A monotone function is a line of ranks; levels have no ranks. */
  @Test
  void ofRanksAnyMonotoneFunctionIsALine() {
    double[] x = uniform(7);
    double[] y = Arrays.stream(x).map(v -> Math.exp(300 * v * v - 200)).toArray();
    var column = new OneColumn(x, true);
    assertThat(column.explained(y)).isLessThan(0.99);
    assertThat(column.ofRanks().explained(OneColumn.ranks(y))).isGreaterThan(0.9999);
    var levels = new OneColumn(x, false);
    assertThat(levels.ofRanks()).isSameAs(levels);
  }

  /** Of 400 rows 300 are of the most frequent class: all errors less than 100 count. */
  @Test
  void classesAreExplainedByHowManyErrorsAreLess() {
    double[] x = uniform(8);
    double[] y = Arrays.stream(x).map(v -> Math.floor(4 * v) == 2 ? 1 : 0).toArray();
    int ones = (int) Arrays.stream(y).sum();
    assertThat(new OneColumn(x, true).classesExplained(y)).isGreaterThan(1 - 5.0 / ones);
    double[] levels = Arrays.stream(x).map(v -> Math.floor(4 * v)).toArray();
    assertThat(new OneColumn(levels, false).classesExplained(y)).isEqualTo(1);
    assertThat(new OneColumn(levels, true).classesExplained(y)).isEqualTo(1);
    assertThat(new OneColumn(uniform(9), true).classesExplained(y)).isLessThan(0.2);
    // levels that no other row has say nothing of a class: all rows are errors
    assertThat(new OneColumn(x, false).classesExplained(y))
        .isCloseTo(1 - (double) ROWS / ones, within(1e-12));
  }

  /** Of rows of one level most are of one class, and the others are errors. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aLevelIsOfTheClassOfItsMajority(boolean ordered) {
    double[] level = Arrays.stream(uniform(11)).map(v -> Math.floor(4 * v)).toArray();
    double[] noise = uniform(12);
    double[] y = new double[ROWS];
    Arrays.setAll(y, i -> noise[i] < 0.7 ? level[i] : (level[i] + 1) % 4);
    long errors = IntStream.range(0, ROWS).filter(i -> y[i] != level[i]).count();
    long most =
        IntStream.range(0, 4)
            .mapToLong(k -> Arrays.stream(y).filter(v -> v == k).count())
            .max()
            .orElseThrow();
    assertThat(new OneColumn(level, ordered).classesExplained(y))
        .isCloseTo(1 - (double) errors / (ROWS - most), within(1e-12));
  }

  @Test
  void aMissingCellIsALevelOfItsOwn() {
    double[] x = uniform(10);
    double[] y = Arrays.stream(x).map(v -> v < 0.3 ? 1 : 0).toArray();
    Arrays.setAll(x, i -> y[i] == 1 ? Double.NaN : x[i]);
    assertThat(new OneColumn(x, true).classesExplained(y)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {19, 20})
  void twentyRowsOutsideOfTheMostFrequentClassAreNeeded(int others) {
    double[] y = IntStream.range(0, ROWS).mapToDouble(i -> i % 20 == 0 ? 1 : 0).toArray();
    if (others == 19) {
      y[0] = 0;
    }
    assertThat(new OneColumn(y, true).classesExplained(y)).isEqualTo(others == 20 ? 1 : 0);
  }
}
