package dev.coset.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.MonteCarlo;
import dev.coset.posterior.LogDensity;
import java.util.Arrays;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class MicrocanonicalTest {

  private static Microcanonical motion(LogDensity density, long seed) {
    var random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    double[] start = random.doubles(density.dimension(), -1, 1).toArray();
    var motion = new Microcanonical(density, start);
    motion.redirect(random);
    return motion;
  }

  private static double length(double[] u) {
    return Math.sqrt(Arrays.stream(u).map(x -> x * x).sum());
  }

  private static void turnRound(Microcanonical motion) {
    double[] u = motion.direction();
    for (int j = 0; j < u.length; j++) {
      u[j] = -u[j];
    }
  }

  @Test
  void aStepTurnedRoundLeadsBackAndItsEnergyErrorIsTheOpposite() {
    for (LogDensity density :
        new LogDensity[] {
          Densities.banana(), Densities.funnel(), Densities.correlatedNormal(9, 0.9)
        }) {
      var motion = motion(density, 5);
      double[] start = motion.q().clone();
      double[] direction = motion.direction().clone();
      double there = motion.step(0.2) + motion.step(0.2);
      turnRound(motion);
      double back = motion.step(0.2) + motion.step(0.2);
      turnRound(motion);
      assertThat(back).isCloseTo(-there, within(1e-12));
      assertThat(motion.q()).containsExactly(start, within(1e-12));
      assertThat(motion.direction()).containsExactly(direction, within(1e-12));
    }
  }

  /** Masses are a change of variables: the motion is that of {@code q / sd} where all sds are 1. */
  @Test
  void withMassesTheMotionIsThatOfParametersInTheirUnits() {
    double[] sd = {1e-3, 1, 50, 0.2};
    double[] scaledStart = {2e-4, -0.5, 30, 0.3};
    double[] start = new double[sd.length];
    Arrays.setAll(start, j -> scaledStart[j] / sd[j]);
    var scaled = new Microcanonical(Densities.scaledNormal(sd), scaledStart);
    var plain = new Microcanonical(Densities.scaledNormal(1, 1, 1, 1), start);
    Arrays.setAll(scaled.inverseMass(), j -> sd[j] * sd[j]);
    scaled.changeUnits();
    scaled.redirect(RandomSource.XO_SHI_RO_256_PP.create(6));
    plain.redirect(RandomSource.XO_SHI_RO_256_PP.create(6));
    for (int i = 0; i < 5; i++) {
      assertThat(scaled.step(0.3)).isCloseTo(plain.step(0.3), within(1e-12));
      for (int j = 0; j < sd.length; j++) {
        assertThat(scaled.q()[j] / sd[j]).isCloseTo(plain.q()[j], within(1e-12));
      }
      assertThat(scaled.direction()).containsExactly(plain.direction(), within(1e-12));
    }
  }

  /**
   * Of second order: a path's error falls with the square of the step, one step's with its cube.
   */
  @Test
  void theEnergyErrorOfAStepFallsWithItsCube() {
    double large = Math.abs(motion(Densities.correlatedNormal(5, 0.8), 3).step(2e-2));
    double small = Math.abs(motion(Densities.correlatedNormal(5, 0.8), 3).step(1e-2));
    assertThat(large / small).isCloseTo(8, within(0.4));
  }

  /**
   * The energy error is {@code -log} of how density times volume changed, so that a step could be
   * accepted with probability {@code exp(-error)}: in two dimensions, the volume of (x, y, angle).
   */
  @Test
  void theEnergyErrorIsThatOfDensityTimesVolume() {
    LogDensity density = Densities.banana();
    double[] at = {0.4, -0.3, 0.7};
    double h = 1e-5;
    double[][] jacobian = new double[3][3];
    for (int k = 0; k < 3; k++) {
      double[] up = at.clone();
      double[] down = at.clone();
      up[k] += h;
      down[k] -= h;
      double[] above = stepped(density, up);
      double[] below = stepped(density, down);
      for (int i = 0; i < 3; i++) {
        jacobian[i][k] = (above[i] - below[i]) / (2 * h);
      }
    }
    double before = density.valueAndGradient(Arrays.copyOf(at, 2), new double[2]);
    double[] to = stepped(density, at);
    double after = density.valueAndGradient(Arrays.copyOf(to, 2), new double[2]);
    assertThat(to[3]).isCloseTo(before - after - Math.log(determinant(jacobian)), within(1e-8));
  }

  /** Position, angle and energy error after one step. */
  private static double[] stepped(LogDensity density, double[] from) {
    var motion = new Microcanonical(density, Arrays.copyOf(from, 2));
    motion.direction()[0] = Math.cos(from[2]);
    motion.direction()[1] = Math.sin(from[2]);
    double error = motion.step(0.5);
    double[] u = motion.direction();
    return new double[] {motion.q()[0], motion.q()[1], Math.atan2(u[1], u[0]), error};
  }

  private static double determinant(double[][] m) {
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
        - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
        + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
  }

  @Test
  void theDirectionKeepsItsLength() {
    var motion = motion(Densities.funnel(), 8);
    var random = RandomSource.XO_SHI_RO_256_PP.create(8);
    for (int i = 0; i < 50; i++) {
      motion.refresh(0.1, 1, random);
      motion.step(0.1);
      assertThat(length(motion.direction())).isCloseTo(1, within(1e-14));
    }
  }

  /** After a path of the decoherence length, 1/e of the direction is left. */
  @Test
  void aDirectionIsForgottenOverItsLength() {
    int d = 1000;
    var motion = motion(Densities.correlatedNormal(d, 0), 1);
    var random = RandomSource.XO_SHI_RO_256_PP.create(2);
    double[] left = new double[200];
    for (int i = 0; i < left.length; i++) {
      double[] before = motion.direction().clone();
      for (int k = 0; k < 5; k++) {
        motion.refresh(0.6, 3, random);
      }
      for (int j = 0; j < d; j++) {
        left[i] += before[j] * motion.direction()[j];
      }
    }
    MonteCarlo.assertMean("what is left", left, Math.exp(-1), 1);
  }

  @Test
  void directionsDrawnAnewAreUniform() {
    var motion = motion(Densities.correlatedNormal(3, 0), 4);
    var random = RandomSource.XO_SHI_RO_256_PP.create(4);
    double[] heights = new double[20_000];
    for (int i = 0; i < heights.length; i++) {
      motion.redirect(random);
      heights[i] = motion.direction()[i % 3];
    }
    // Archimedes: a height on the sphere is uniform.
    MonteCarlo.assertDistributed("height", heights, x -> (x + 1) / 2, 40);
  }

  @Test
  void aStepToNowhereIsTakenBack() {
    LogDensity walled =
        Densities.of(
            2,
            (q, gradient) -> {
              gradient[0] = -q[0];
              gradient[1] = -q[1];
              return q[0] > 0.1 ? Double.NaN : -(q[0] * q[0] + q[1] * q[1]) / 2;
            });
    var motion = new Microcanonical(walled, new double[] {0, 0.5});
    motion.direction()[0] = 1;
    double before = motion.logDensity();
    assertThat(motion.step(0.5)).isNaN();
    assertThat(motion.q()).containsExactly(0, 0.5);
    assertThat(motion.gradient()).containsExactly(-0.0, -0.5);
    assertThat(motion.logDensity()).isEqualTo(before);
  }
}
