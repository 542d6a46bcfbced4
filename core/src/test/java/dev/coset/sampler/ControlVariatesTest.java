package dev.coset.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class ControlVariatesTest {
  private static final int BATCHES = 7;
  private static final int D = 3;

  private final UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(8);
  private final double[] centre = {0.4, -1.3, 2.2};
  private final double[] q = {0.5, -1.1, 1.9};

  private double[][] numbers(double least, double most) {
    return Stream.generate(() -> random.doubles(D, least, most).toArray())
        .limit(BATCHES)
        .toArray(double[][]::new);
  }

  private static double[] gradient(NormalBatches density, double[] at) {
    double[] gradient = new double[D];
    density.valueAndGradient(at, gradient);
    return gradient;
  }

  private static double[] estimate(ControlVariates variates, int batch, double[] at) {
    double[] gradient = new double[D];
    variates.estimate(batch, at, gradient);
    return gradient;
  }

  /** Although the gradients at the centre are rounded. */
  @Test
  void theMeanOverBatchesIsTheGradient() {
    var density = new NormalBatches(numbers(0.5, 5), numbers(-2, 2));
    var variates = new ControlVariates(density);
    variates.centre(centre);
    double[] mean = new double[D];
    for (int b = 0; b < BATCHES; b++) {
      double[] one = estimate(variates, b, q);
      for (int j = 0; j < D; j++) {
        mean[j] += one[j] / BATCHES;
      }
    }
    assertThat(mean).containsExactly(gradient(density, q), within(1e-13));
  }

  /** Wherever the centre: what batches differ in does not depend on q. */
  @Test
  void batchesOfOneCurvatureAllHaveTheGradient() {
    double[] precision = {2, 0.3, 7};
    double[][] same = IntStream.range(0, BATCHES).mapToObj(b -> precision).toArray(double[][]::new);
    var density = new NormalBatches(same, numbers(-2, 2));
    var variates = new ControlVariates(density);
    variates.centre(centre);
    double rounding = 1e-5; // a float's
    for (int b = 0; b < BATCHES; b++) {
      assertThat(estimate(variates, b, q)).containsExactly(gradient(density, q), within(rounding));
    }
  }

  @Test
  void atTheCentreEveryBatchHasTheGradientAndFarFromItTheyDiffer() {
    var density = new NormalBatches(numbers(0.5, 5), numbers(-2, 2));
    var variates = new ControlVariates(density);
    variates.centre(centre);
    assertThat(estimate(variates, 2, centre))
        .containsExactly(gradient(density, centre), within(1e-5));
    assertThat(Math.abs(estimate(variates, 2, q)[0] - estimate(variates, 4, q)[0]))
        .isGreaterThan(0.1);
    variates.centre(q);
    assertThat(estimate(variates, 2, q)).containsExactly(gradient(density, q), within(1e-5));
  }

  @Test
  void aCentreHasItsLogDensity() {
    var density = new NormalBatches(numbers(0.5, 5), numbers(-2, 2));
    double value = density.valueAndGradient(centre, new double[D]);
    assertThat(new ControlVariates(density).centre(centre)).isCloseTo(value, within(1e-12));
  }

  @Test
  void aDensityWithoutBatchesIsOne() {
    var density = WholeDensity.of(Densities.banana());
    var variates = new ControlVariates(density);
    double[] at = {0.3, 0.8};
    double[] expected = new double[2];
    double value = density.valueAndGradient(at, expected);
    assertThat(variates.batches()).isEqualTo(1);
    assertThat(variates.centre(new double[] {1, 1})).isFinite();
    double[] gradient = new double[2];
    variates.estimate(0, at, gradient);
    assertThat(gradient).containsExactly(expected, within(1e-14));
    assertThat(variates.centre(at)).isEqualTo(value);
    assertThat(WholeDensity.of(density)).isSameAs(density);
  }
}
