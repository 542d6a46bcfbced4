package dev.coset.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.coset.MonteCarlo;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PointsTest {
  private static final Points POINTS =
      new Points(new double[][] {{1, 2, 6}, {-4, 0, 4}}, new double[] {7, 8, 9});

  @Test
  void seenFromTheirCentrePointsHaveTheMeanZero() {
    assertThat(POINTS.centre()).containsExactly(3, 0);
    Points about = POINTS.about(POINTS.centre());
    assertThat(about.x()).isDeepEqualTo(new double[][] {{-2, -1, 3}, {-4, 0, 4}});
    assertThat(about.y()).isEqualTo(POINTS.y());
    assertThat(about.centre()).containsExactly(0, 0);
    assertThat(POINTS.about(new double[] {-1, 2}).about(new double[] {1, -2}).x())
        .isDeepEqualTo(POINTS.x());
    assertThat(POINTS.features()).isEqualTo(2);
    assertThat(POINTS.count()).isEqualTo(3);
  }

  /** The first of each of as many parts as are asked for, or all. */
  @ParameterizedTest
  @CsvSource({"10, 3", "10, 10", "10, 11", "7, 1", "1000, 7"})
  void someOfThePointsAreSpreadOverAll(int count, int most) {
    double[] x = IntStream.range(0, count).asDoubleStream().toArray();
    double[] some = new Points(new double[][] {x}, x).evenly(most).x()[0];
    assertThat(some).hasSize(Math.min(count, most)).isSorted().startsWith(0);
    for (int i = 0; i < some.length; i++) {
      double next = i + 1 < some.length ? some[i + 1] : count;
      assertThat(next - some[i]).isBetween(count / most * 1.0, (count + most - 1.0) / most);
    }
  }

  @Test
  void aRangeIsOfNeighbours() {
    assertThat(POINTS.range(1, 3).x()).isDeepEqualTo(new double[][] {{2, 6}, {0, 4}});
    assertThat(POINTS.range(1, 3).y().values()).containsExactly(8, 9);
    assertThat(POINTS.range(1, 1).count()).isZero();
  }

  @Test
  void pointsHaveAFeature() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Points(new double[0][], new double[0]))
        .withMessageContaining("no feature");
  }

  /** {@code y - sin(x)} is normal with standard deviation 0.3, and x is uniform on [0, 8]. */
  @Test
  void theSinusoidIsAsItSays() {
    Dataset data = Sinusoid.dataset(4000, 3);
    double[] x = data.features()[0];
    double[] noise =
        IntStream.range(0, 4000).mapToDouble(i -> data.target()[i] - Math.sin(x[i])).toArray();
    MonteCarlo.assertDistributed("x", x, v -> v / 8, 20);
    MonteCarlo.assertDistributed(
        "noise", noise, NormalDistribution.of(0, 0.3)::cumulativeProbability, 20);
    assertThat(Sinusoid.dataset(4000, 3).target()).isEqualTo(data.target());
    assertThat(Sinusoid.dataset(4000, 4).target()).isNotEqualTo(data.target());
    assertThat(data.encoding().featureNames()).containsExactly("x");
  }

  @Test
  void encodedRowsAreEqualByTheirCells() {
    int[] numbers = {3, 4};
    double[][] features = {{1, 2}, {5, 6}, {7, 8}};
    double[] target = {1, 0};
    var rows = new EncodedRows(numbers, features, target);
    var same =
        new EncodedRows(
            numbers.clone(),
            Arrays.stream(features).map(double[]::clone).toArray(double[][]::new),
            target.clone());
    assertThat(rows).isEqualTo(same).hasSameHashCodeAs(same);
    assertThat(rows).hasToString("2 rows of 3 features");
    assertThat(rows.rows()).isEqualTo(2);
    var others =
        new EncodedRows[] {
          new EncodedRows(new int[] {3, 5}, features, target),
          new EncodedRows(numbers, new double[][] {{1, 2}, {5, 6}, {7, 9}}, target),
          new EncodedRows(numbers, features, new double[] {1, 1}),
          new EncodedRows(numbers, features, null)
        };
    assertThat(others).doesNotContain(rows);
    assertThat(others[0].hashCode()).isNotEqualTo(rows.hashCode());
    assertThat(others[1].hashCode()).isNotEqualTo(rows.hashCode());
  }
}
