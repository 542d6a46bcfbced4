package dev.coset.sampler;

import org.apache.commons.rng.UniformRandomProvider;

/**
 * Moves a chain by passes over all batches, one step for each, and measures its temperature. A pass
 * that goes wrong is taken back to where the chain last was in order.
 */
final class BatchPasses {
  /** A chain with so much kinetic energy is on its way to infinity. */
  private static final double MOST_TEMPERATURE = 100;

  private final ControlVariates force;
  private final KineticLangevin motion;
  private final SymmetricSweeps sweeps;
  private final UniformRandomProvider random;
  private final double[] safe;
  private double safeValue;
  private double squares; // sum of temperatures after each step
  private long steps;

  BatchPasses(ControlVariates force, double[] start, UniformRandomProvider random) {
    this.force = force;
    this.motion = new KineticLangevin(force, start);
    this.sweeps = new SymmetricSweeps(force.batches());
    this.random = random;
    this.safe = start.clone();
    motion.redirect(random);
    safeValue = force.centre(start);
  }

  double[] x() {
    return motion.x();
  }

  /** The log density where the centre was taken last. */
  double logDensity() {
    return safeValue;
  }

  /** The mean of {@code v^2} over parameters and steps; 1 where no step was taken. */
  double temperature() {
    return steps == 0 ? 1 : squares / steps;
  }

  long steps() {
    return steps;
  }

  /** Forgets the temperature, and takes steps as the thermostat says from now on. */
  void begin(Thermostat thermostat) {
    motion.tune(thermostat.step(), thermostat.friction());
    squares = 0;
    steps = 0;
  }

  /** One pass. Returns whether it went well. */
  boolean pass() {
    double sum = 0;
    for (int i = 0; i < force.batches(); i++) {
      double temperature = motion.step(sweeps.next(random), random);
      if (!(temperature <= MOST_TEMPERATURE)) {
        goBack();
        return false;
      }
      sum += temperature;
    }
    squares += sum;
    steps += force.batches();
    return true;
  }

  /**
   * Takes the position as the centre of control variates, for the gradient of one pass. Returns
   * whether its log density is finite.
   */
  boolean centre() {
    double value = force.centre(motion.x());
    if (!Double.isFinite(value)) {
      goBack();
      force.centre(safe);
      return false;
    }
    safeValue = value;
    System.arraycopy(motion.x(), 0, safe, 0, safe.length);
    return true;
  }

  private void goBack() {
    System.arraycopy(safe, 0, motion.x(), 0, safe.length);
    motion.redirect(random);
    sweeps.restart();
  }
}
