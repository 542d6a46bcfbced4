package dev.coset.sampler;

import dev.coset.vectormath.Elementary;

/**
 * Step size and friction of UBU, and how they follow the kinetic temperature, the mean of {@code
 * v^2}. It is 1 for an exact gradient and small steps. Noise of gradients raises it in proportion
 * to step over friction, and the size of steps by its square. So where it is above 1, a chain takes
 * shorter steps at more friction. Below 1 it only needs time.
 */
final class Thermostat {
  /** How far the temperature may be from 1. */
  static final double TOLERANCE = 0.05;

  /** Where it is kept, so that chance does not lead beyond the tolerance. */
  private static final double AIM = 0.02;

  private static final double ERRORS = 2.5; // standard errors beyond it that are no chance
  private static final double FACTOR = Math.sqrt(2);
  private static final double MOST_FRICTION = 2; // times the frequency: critical damping
  private static final int MOST_REDUCTIONS = 12;

  private final double relativeStep;
  private final double relativeFriction;
  private final int dimension;
  private double frequency = 1;
  private double shorter = 1;
  private double stronger = 1;
  private int reductions;
  private double squares; // temperatures times steps, since the last change
  private long steps;

  /**
   * @param relativeStep times the inverse frequency
   * @param relativeFriction times the frequency
   */
  Thermostat(double relativeStep, double relativeFriction, int dimension) {
    this.relativeStep = relativeStep;
    this.relativeFriction = relativeFriction;
    this.dimension = dimension;
  }

  /** Sets the root of the greatest curvature. */
  void frequency(double root) {
    frequency = root;
    forget();
  }

  double step() {
    return relativeStep / shorter / frequency;
  }

  double friction() {
    double most = Math.max(relativeFriction, MOST_FRICTION);
    return Math.min(relativeFriction * stronger, most) * frequency;
  }

  /** How often step and friction were changed. */
  int reductions() {
    return reductions;
  }

  /** Learns the mean temperature of so many steps. */
  void learn(double temperature, long number) {
    squares = Math.fma(temperature, number, squares);
    steps += number;
  }

  /** Whether the temperature since the last change is above its aim, and not by chance. */
  boolean isTooHot() {
    return steps > 0 && squares / steps - 1 > AIM + ERRORS * error(steps);
  }

  /**
   * The standard error of the mean of {@code v^2}. Without a force, {@code v^2} of steps i and j
   * has the correlation {@code exp(-2 g h |i - j|)}, which sums to {@code coth(g h)}.
   */
  double error(long number) {
    return Math.sqrt(2 / (Elementary.tanh(friction() * step()) * dimension * number));
  }

  /** Shortens the step and raises the friction. */
  void reduce() {
    if (reductions < MOST_REDUCTIONS) {
      reductions++;
      shorter *= FACTOR;
      stronger *= FACTOR;
    }
    forget();
  }

  private void forget() {
    squares = 0;
    steps = 0;
  }
}
