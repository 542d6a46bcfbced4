package dev.coset.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.message.Said;
import java.util.Arrays;
import java.util.function.DoubleSupplier;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetOutliersTest {
  private final UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(11);
  private final ZigguratSampler.NormalizedGaussian normal =
      ZigguratSampler.NormalizedGaussian.of(random);

  private Dataset data(int rows, DoubleSupplier target) {
    double[][] x = new double[rows][1];
    double[] y = new double[rows];
    for (int i = 0; i < rows; i++) {
      x[i][0] = i;
      y[i] = target.getAsDouble();
    }
    return Dataset.of(x, y);
  }

  private static TargetOutliers outliers(Dataset data, TargetScale scale) {
    int[] all = IntStream.range(0, data.rows()).toArray();
    return TargetOutliers.of(data, all, Scaling.fit(data, all, scale).target());
  }

  private static String sentence(Dataset data, TargetScale scale) {
    return outliers(data, scale).sentence(data, scale).map(Said::said).orElse("");
  }

  /** Student's t with 3 degrees of freedom. */
  private double heavy() {
    double squares = 0;
    for (int i = 0; i < 3; i++) {
      double z = normal.sample();
      squares += z * z;
    }
    return normal.sample() / Math.sqrt(squares / 3);
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 300, 1000, 5000})
  void ordinarySamplesHaveNone(int rows) {
    for (int sample = 0; sample < 60; sample++) {
      assertThat(sentence(data(rows, normal::sample), TargetScale.LINEAR)).isEmpty();
      assertThat(sentence(data(rows, () -> Math.exp(2 * normal.sample())), TargetScale.LOG))
          .isEmpty();
      assertThat(sentence(data(rows, () -> -Math.log1p(-random.nextDouble())), TargetScale.LINEAR))
          .isEmpty();
      assertThat(sentence(data(rows, this::heavy), TargetScale.LINEAR)).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"20, 1", "200, 1", "200, 2", "3000, 12"})
  void aFewValuesFarOutAreNamed(int rows, int wrong) {
    Dataset data = data(rows, () -> 2 + 0.3 * normal.sample());
    int[] places = IntStream.range(0, wrong).map(i -> 7 + i * (rows / (wrong + 1))).toArray();
    for (int place : places) {
      data.target()[place] = 3000;
    }
    assertThat(outliers(data, TargetScale.LINEAR).rows()).containsExactly(places);
    String said = sentence(data, TargetScale.LINEAR);
    assertThat(said).contains("3000 in data row 8", "Check or remove");
    assertThat(said).contains(wrong > 5 ? " and 7 more" : wrong == 1 ? "an outlier" : "2 outliers");
  }

  @Test
  void theLogarithmIsAdvisedWhereItIsPossibleAndNotInForce() {
    Dataset positive = data(200, () -> Math.exp(0.2 * normal.sample()));
    positive.target()[3] = 1e9;
    assertThat(sentence(positive, TargetScale.LINEAR)).contains("--target-scale log");
    assertThat(sentence(positive, TargetScale.LOG)).isNotEmpty().doesNotContain("--target-scale");
    Dataset mixed = data(200, normal::sample);
    mixed.target()[3] = 1e6;
    assertThat(sentence(mixed, TargetScale.LINEAR)).isNotEmpty().doesNotContain("--target-scale");
  }

  @Test
  void rowsThatDoNotTrainAndClassesHaveNone() {
    Dataset data = data(50, normal::sample);
    data.target()[49] = 1e6;
    int[] train = IntStream.range(0, 49).toArray();
    var scaling = Scaling.fit(data, train, TargetScale.LINEAR).target();
    assertThat(TargetOutliers.of(data, train, scaling).rows()).isEmpty();
    assertThat(TargetOutliers.farOut(new double[] {1, 1, 1, 1, 1, 50})).isEmpty();
    assertThat(Arrays.stream(TargetOutliers.farOut(new double[] {1, 2, 3, 4, 5, 1e3})))
        .containsExactly(5);
  }

  /** By quartiles, the robust deviation of 0 to 100 is 25 / 0.6745, and far are ten of these. */
  @ParameterizedTest
  @CsvSource({"101, 0", "101, 7", "101, 100", "13, 4"})
  void farIsTenRobustDeviationsFromTheMedian(int count, int place) {
    double[] y = IntStream.range(0, count).mapToDouble(i -> i * 53 % count).toArray();
    double[] sorted = y.clone();
    Arrays.sort(sorted);
    double reach = 10 * (sorted[(int) (0.75 * (count - 1))] - sorted[(int) (0.25 * (count - 1))]);
    reach /= 2 * 0.6744897501960817;
    assertThat(TargetOutliers.farOut(y)).isEmpty();
    for (int side : new int[] {-1, 1}) {
      double[] wrong = y.clone();
      wrong[place] = side * 100 * reach;
      assertThat(TargetOutliers.farOut(wrong)).containsExactly(place);
    }
  }

  /** Far out they are, but they must also make most of the standard deviation. */
  @ParameterizedTest
  @ValueSource(doubles = {5, 12, 20, 30, 38, 45, 60, 100})
  void onlyDominatingValuesAreNamed(double robust) {
    double[] y = IntStream.range(0, 101).mapToDouble(i -> i).toArray();
    double unit = 25 / 0.6744897501960817;
    double[] wrong = y.clone();
    wrong[50] = 50 + robust * unit;
    double all = deviation(wrong);
    double others =
        deviation(IntStream.range(0, 101).filter(i -> i != 50).mapToDouble(i -> y[i]).toArray());
    boolean named = robust > 10.5 && all > 4 * others;
    assertThat(TargetOutliers.farOut(wrong)).hasSize(named ? 1 : 0);
  }

  private static double deviation(double[] y) {
    double mean = Arrays.stream(y).average().orElseThrow();
    return Math.sqrt(Arrays.stream(y).map(v -> (v - mean) * (v - mean)).average().orElseThrow());
  }

  /** Few rows are three, or one in a hundred. */
  @ParameterizedTest
  @CsvSource({"100, 3, true", "100, 4, false", "500, 5, true", "500, 6, false"})
  void manyRowsFarOutAreNoOutliers(int count, int far, boolean named) {
    double[] y = IntStream.range(0, count).mapToDouble(i -> i % 50).toArray();
    Arrays.fill(y, 10, 10 + far, 1e6);
    assertThat(TargetOutliers.farOut(y)).hasSize(named ? far : 0);
  }

  @Test
  void oneRowIsNamedAsOne() {
    Dataset data = data(100, () -> 2 + 0.3 * normal.sample());
    data.target()[7] = 3000;
    assertThat(sentence(data, TargetScale.LINEAR)).contains("an outlier", "this row", "It makes");
    data.target()[9] = 4000;
    assertThat(sentence(data, TargetScale.LINEAR))
        .contains("2 outliers", "these rows", "They make")
        .doesNotContain("more");
  }
}
