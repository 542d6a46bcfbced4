package dev.coset.posteriordb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StanModelTest {
  private static final double STEP = 1e-3;

  @ParameterizedTest
  @EnumSource
  void theGradientIsThatOfTheDensity(StanModel model) {
    Program density = model.density();
    var random = RandomSource.XO_SHI_RO_256_PP.create(3);
    for (int point = 0; point < 5; point++) {
      double[] q = random.doubles(density.dimension(), -0.7, 0.7).toArray();
      double[] gradient = new double[q.length];
      double value = density.valueAndGradient(q, gradient);
      for (int j = 0; j < q.length; j++) {
        // Richardson's extrapolation: the error is of fourth order, and rounding's.
        double difference = (4 * slope(density, q, j, STEP / 2) - slope(density, q, j, STEP)) / 3;
        double tolerance = 1e-6 * (1 + Math.abs(gradient[j])) + 1e-13 * Math.abs(value) / STEP;
        assertThat(gradient[j]).isCloseTo(difference, within(tolerance));
      }
    }
  }

  private static double slope(Program density, double[] q, int j, double step) {
    return (moved(density, q, j, step) - moved(density, q, j, -step)) / (2 * step);
  }

  private static double moved(Program density, double[] q, int j, double by) {
    double[] there = q.clone();
    there[j] += by;
    return density.valueAndGradient(there, new double[q.length]);
  }
}
