package dev.coset.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StudentShapeTest {
  private static final double[] PLACES = {
    0, 1e-9, 0.003, 0.7, 1.9, 4.123, 7.5, 31, 500, 1022.9, 1023, 1e4, 1e12
  };

  @ParameterizedTest
  @ValueSource(doubles = {1.001, 1.5, 2, 2.7, 4, 11.5, 60, 1e3, 1e5})
  void itIsTheLibrarys(double freedom) {
    var library = TDistribution.of(freedom);
    Shape shape = Shape.student(freedom);
    for (double z : PLACES) {
      double expected = library.survivalProbability(z);
      assertThat(shape.tail(z)).isEqualTo(expected);
      assertThat(shape.quickTail(z)).isCloseTo(expected, within(1e-13));
      if (expected > 1e-12) { // far out of a normal the table has few cells
        assertThat(shape.quickTail(z)).isCloseTo(expected, withinPercentage(1e-6));
      }
      double log = shape.logHeight() - shape.drop(z);
      assertThat(log).isCloseTo(library.logDensity(z), within(1e-9 * (1 + Math.abs(log))));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {1.01, 1.5, 2, 4, 30, 1e4})
  void quantilesInvertTheDistribution(double freedom) {
    Shape shape = Shape.student(freedom);
    for (double p : new double[] {1e-8, 1e-3, 0.3, 0.5, 0.84, 0.999999}) {
      double z = shape.quantile(p);
      double tail = shape.tail(Math.abs(z));
      assertThat(tail).isCloseTo(Math.min(p, 1 - p), withinPercentage(1e-6));
      assertThat(Math.signum(z)).isEqualTo(Math.signum(p - 0.5));
    }
  }

  /** Where it exists, and without bounds. */
  @Test
  void theDeviationIsThatOfTheDistribution() {
    double free = Double.POSITIVE_INFINITY;
    for (double freedom : new double[] {2.1, 3, 7, 50, 1e4}) {
      assertThat(Shape.student(freedom).deviation(free, free))
          .isCloseTo(Math.sqrt(freedom / (freedom - 2)), withinPercentage(1e-10));
      assertThat(Shape.student(freedom).deviation(1e300, 1e300))
          .isCloseTo(
              Math.sqrt(freedom / (freedom - 2)), withinPercentage(freedom < 3 ? 0.1 : 1e-6));
    }
    assertThat(Shape.student(2).deviation(free, free)).isInfinite();
    assertThat(Shape.NORMAL.deviation(3, 4)).isEqualTo(1);
  }

  /** {@code E min(Z, b)^2 = integral of 2 z T(z)} to b, by midpoints. */
  @ParameterizedTest
  @ValueSource(doubles = {1.1, 2, 2.5, 9})
  void theDeviationIsThatOfWhatIsCutOff(double freedom) {
    var library = TDistribution.of(freedom);
    for (double bound : new double[] {0.02, 1.7, 40, 2000}) {
      int steps = 20_000;
      double most = Math.log1p(bound);
      double[] parts = new double[steps];
      Arrays.setAll(
          parts,
          k -> {
            double z = Math.expm1(most * (k + 0.5) / steps);
            return 2 * z * library.survivalProbability(z) * (1 + z) * most / steps;
          });
      double square = Arrays.stream(parts).sum();
      double deviation = Shape.student(freedom).deviation(bound, bound);
      assertThat(deviation * deviation).isCloseTo(2 * square, withinPercentage(1e-4));
    }
  }

  @Test
  void withoutAMeanThereIsNone() {
    assertThatThrownBy(() -> Shape.student(1)).hasMessageContaining("give more than 1");
    assertThat(Shape.student(Double.POSITIVE_INFINITY)).isSameAs(Shape.NORMAL);
  }
}
