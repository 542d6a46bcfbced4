package dev.coset.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.coset.MonteCarlo;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;

class HamiltonianTest {
  private final Hamiltonian banana = new Hamiltonian(Densities.banana());

  private PhasePoint start() {
    var z = new PhasePoint(2);
    z.q[0] = 0.7;
    z.q[1] = -0.4;
    z.r[0] = 1.1;
    z.r[1] = 0.3;
    banana.inverseMass()[0] = 0.8;
    banana.inverseMass()[1] = 1.7;
    banana.evaluate(z);
    return z;
  }

  @Test
  void leapfrogIsReversible() {
    PhasePoint z = start();
    for (int i = 0; i < 200; i++) {
      banana.leapfrog(z, 0.05);
    }
    assertThat(Math.abs(z.q[0] - start().q[0])).isGreaterThan(0.01);
    for (int i = 0; i < 200; i++) {
      banana.leapfrog(z, -0.05);
    }
    assertThat(z.q).containsExactly(start().q, within(1e-11));
    assertThat(z.r).containsExactly(start().r, within(1e-11));
  }

  @Test
  void leapfrogWithNegatedMomentumRetracesItsPath() {
    PhasePoint z = start();
    for (int i = 0; i < 100; i++) {
      banana.leapfrog(z, 0.1);
    }
    z.r[0] = -z.r[0];
    z.r[1] = -z.r[1];
    for (int i = 0; i < 100; i++) {
      banana.leapfrog(z, 0.1);
    }
    assertThat(z.q).containsExactly(start().q, within(1e-11));
  }

  @Test
  void energyErrorFallsByFourWhenTheStepHalves() {
    double coarse = largestEnergyError(0.02, 100);
    double fine = largestEnergyError(0.01, 200);
    assertThat(coarse / fine).isCloseTo(4, within(0.05));
  }

  private double largestEnergyError(double step, int steps) {
    PhasePoint z = start();
    double before = banana.energy(z);
    double largest = 0;
    for (int i = 0; i < steps; i++) {
      banana.leapfrog(z, step);
      largest = Math.max(largest, Math.abs(banana.energy(z) - before));
    }
    return largest;
  }

  @Test
  void aStraightPathHasNotTurnedAndAClosedOneHas() {
    var line = new Hamiltonian(Densities.correlatedNormal(2, 0));
    double[] none = {0, 0};
    assertThat(line.turned(new double[] {1, 0}, new double[] {1, 0}, new double[] {5, 0}, none))
        .isFalse();
    assertThat(line.turned(new double[] {1, 0}, new double[] {-1, 0.1}, new double[] {2, 1}, none))
        .isTrue();
    assertThat(line.turned(new double[] {-1, 0}, new double[] {1, 0}, new double[] {2, 0}, none))
        .isTrue();
    double[] nan = {Double.NaN, 0};
    assertThat(line.turned(nan, nan, nan, none)).isTrue();
  }

  @Test
  void anEndAtARightAngleToThePathHasTurned() {
    var line = new Hamiltonian(Densities.correlatedNormal(2, 0));
    double[] along = {2, 0};
    double[] across = {0, 2};
    double[] sum = {3, 1}; // less half of both ends: along x
    assertThat(line.turned(along, across, sum, new double[2])).isTrue();
    assertThat(line.turned(across, along, sum, new double[2])).isTrue();
    assertThat(line.turned(along, new double[] {1e-9, 2}, sum, new double[2])).isFalse();
  }

  @Test
  void momentaHaveTheMassAsTheirVariance() {
    var random = RandomSource.XO_SHI_RO_256_PP.create(5L);
    PhasePoint z = start();
    double[] light = new double[4000];
    double[] heavy = new double[light.length];
    for (int i = 0; i < light.length; i++) {
      banana.drawMomentum(z, random);
      light[i] = z.r[0];
      heavy[i] = z.r[1];
    }
    var first = NormalDistribution.of(0, Math.sqrt(1 / 0.8));
    var second = NormalDistribution.of(0, Math.sqrt(1 / 1.7));
    MonteCarlo.assertDistributed("m = 1 / 0.8", light, first::cumulativeProbability, 20);
    MonteCarlo.assertDistributed("m = 1 / 1.7", heavy, second::cumulativeProbability, 20);
  }

  /** On a circle both ends' velocities are along the chord until it is a diameter. */
  @Test
  void anOscillatorOnACircleTurnsAfterHalfAPeriod() {
    var z = new PhasePoint(2);
    z.q[0] = 1;
    z.r[1] = 1;
    assertThat(timeUntilItTurns(z)).isCloseTo(Math.PI, within(2 * STEP));
  }

  /** On a line from the centre, the momentum itself turns. */
  @Test
  void anOscillatorOnALineTurnsAfterAQuarterOfAPeriod() {
    var z = new PhasePoint(1);
    z.r[0] = 1;
    assertThat(timeUntilItTurns(z)).isCloseTo(Math.PI / 2, within(2 * STEP));
  }

  private static final double STEP = 0.01;

  /** Of an oscillator with unit frequency. */
  private static double timeUntilItTurns(PhasePoint z) {
    int dimension = z.q.length;
    var oscillator = new Hamiltonian(Densities.correlatedNormal(dimension, 0));
    oscillator.evaluate(z);
    double[] first = z.r.clone();
    double[] sum = z.r.clone();
    int steps = 0;
    do {
      oscillator.leapfrog(z, STEP);
      for (int j = 0; j < dimension; j++) {
        sum[j] += z.r[j];
      }
      steps++;
    } while (!oscillator.turned(first, z.r, sum, new double[dimension]));
    return steps * STEP;
  }
}
