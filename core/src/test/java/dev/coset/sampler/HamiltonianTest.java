package dev.coset.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
