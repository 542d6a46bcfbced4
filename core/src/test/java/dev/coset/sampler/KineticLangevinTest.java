package dev.coset.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.MonteCarlo;
import dev.coset.posterior.LogDensity;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KineticLangevinTest {
  /** Its normal draws are all zero. */
  private static final UniformRandomProvider NO_NOISE = () -> -1L;

  private static KineticLangevin motion(LogDensity density, double[] start) {
    var force = new ControlVariates(WholeDensity.of(density));
    force.centre(start);
    return new KineticLangevin(force, start);
  }

  /** A step so long that the bias is a sixth of the variance, which the recursion predicts. */
  @ParameterizedTest
  @CsvSource({"1, 1", "1.2, 0.3", "0.5, 2"})
  void momentsAreThoseOfTheLinearRecursion(double step, double friction) {
    int d = 20_000;
    var random = RandomSource.XO_SHI_RO_256_PP.create(17);
    var motion = motion(Densities.correlatedNormal(d, 0), new double[d]);
    motion.redirect(random);
    motion.tune(step, friction);
    double temperature = Double.NaN;
    for (int i = 0; i < 60; i++) {
      temperature = motion.step(0, random);
    }
    var expected = StationaryMoments.of(step, friction, 1);
    double[] x = motion.x();
    double[] v = motion.v();
    MonteCarlo.assertMean("x^2", product(x, x), expected.xx(), 9);
    MonteCarlo.assertMean("x v", product(x, v), expected.xv(), 9);
    MonteCarlo.assertMean("v^2", product(v, v), expected.vv(), 9);
    assertThat(temperature)
        .isCloseTo(Arrays.stream(product(v, v)).average().orElseThrow(), within(1e-12));
  }

  private static double[] product(double[] a, double[] b) {
    double[] product = new double[a.length];
    Arrays.setAll(product, j -> a[j] * b[j]);
    return product;
  }

  /** Of position and of velocity. */
  @ParameterizedTest
  @ValueSource(doubles = {0.2, 1, 3})
  void theBiasOfVariancesFallsWithTheSquareOfTheStep(double friction) {
    var large = StationaryMoments.of(0.1, friction, 1);
    var small = StationaryMoments.of(0.05, friction, 1);
    assertThat((large.xx() - 1) / (small.xx() - 1)).isCloseTo(4, within(0.1));
    assertThat((large.vv() - 1) / (small.vv() - 1)).isCloseTo(4, within(0.1));
    assertThat(large.xx()).isCloseTo(1, within(2e-3));
  }

  /** A whole sweep reads the same backwards: with the velocity turned round it leads back. */
  @Test
  void aSymmetricSweepWithoutNoiseTurnedRoundLeadsBack() {
    double[] start = {0.3, -1.2};
    var density =
        new NormalBatches(
            new double[][] {{1, 0.2}, {0.1, 3}, {2, 2}}, new double[][] {{1, 0}, {0, 2}, {-1, 1}});
    var force = new ControlVariates(density);
    force.centre(new double[2]);
    var motion = new KineticLangevin(force, start);
    motion.redirect(RandomSource.XO_SHI_RO_256_PP.create(4));
    motion.tune(0.2, 1e-14);
    double[] before = motion.v().clone();
    int[] sweep = {2, 0, 1, 1, 0, 2};
    for (int batch : sweep) {
      motion.step(batch, NO_NOISE);
    }
    assertThat(motion.x()[0]).isNotCloseTo(start[0], within(0.1));
    turnRound(motion);
    for (int batch : sweep) {
      motion.step(batch, NO_NOISE);
    }
    turnRound(motion);
    assertThat(motion.x()).containsExactly(start, within(1e-11));
    assertThat(motion.v()).containsExactly(before, within(1e-11));
  }

  private static void turnRound(KineticLangevin motion) {
    double[] v = motion.v();
    for (int j = 0; j < v.length; j++) {
      v[j] = -v[j];
    }
  }

  @Test
  void aStepToNowhereHasNoTemperature() {
    LogDensity nowhere = Densities.of(1, (q, gradient) -> q[0] == 0 ? 0 : Double.NaN);
    var motion = motion(nowhere, new double[1]);
    motion.tune(0.1, 1);
    assertThat(motion.step(0, RandomSource.XO_SHI_RO_256_PP.create(4))).isNaN();
  }
}
