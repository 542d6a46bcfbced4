package dev.coset.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.posterior.LogDensity;
import org.apache.commons.rng.simple.RandomSource;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class CurvatureTest {

  private static double frequency(LogDensity density, int iterations, double... at) {
    var curvature = new Curvature(density, RandomSource.XO_SHI_RO_256_PP.create(2));
    for (int i = 0; i < iterations; i++) {
      curvature.iterate(at);
    }
    return curvature.frequency();
  }

  @Test
  void ofANormalItIsThatOfItsNarrowestParameter() {
    assertThat(frequency(Densities.scaledNormal(3, 0.02, 1, 0.1), 10, 1, 2, 3, 4))
        .isCloseTo(50, Percentage.withPercentage(1e-6));
  }

  /** The precision matrix of an autoregression: its eigenvalues lie below {@code (1+r)/(1-r)}. */
  @Test
  void ofACorrelatedNormalItIsTheGreatestEigenvalue() {
    double found = frequency(Densities.correlatedNormal(2, 0.9), 15, 0, 0);
    assertThat(found * found).isCloseTo(1 / (1 - 0.9), Percentage.withPercentage(1e-6));
    double many = frequency(Densities.correlatedNormal(300, 0.9), 20, new double[300]);
    assertThat(many * many).isBetween(0.85 * 19, 19.0);
  }

  @Test
  void ofAFlatDensityItIsOne() {
    assertThat(frequency(Densities.plateau(3, 1), 5, 0, 0, 0)).isEqualTo(1);
  }

  /** Beyond 1e-6 from the point the density does not exist. */
  @Test
  void itLooksNearerWhereTheDensityEnds() {
    LogDensity narrow =
        Densities.of(
            2,
            (q, gradient) -> {
              boolean within = Math.abs(q[0]) < 1e-6 && Math.abs(q[1]) < 1e-6;
              gradient[0] = within ? -4 * q[0] : Double.NaN;
              gradient[1] = within ? -4 * q[1] : Double.NaN;
              return within ? -2 * (q[0] * q[0] + q[1] * q[1]) : Double.NaN;
            });
    assertThat(frequency(narrow, 5, 0, 0)).isCloseTo(2, within(1e-6));
  }
}
