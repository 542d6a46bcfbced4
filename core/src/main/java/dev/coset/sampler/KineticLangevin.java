package dev.coset.sampler;

import dev.coset.vectormath.StandardNormal;
import dev.coset.vectormath.VectorMath;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Kinetic Langevin dynamics {@code dx = v dt, dv = grad log p(x) dt - g v dt + sqrt(2 g) dW}, which
 * keeps {@code p(x)} times the standard normal density of velocities. A step is {@code U B U}: half
 * a step of {@link FreeMotion}, a kick {@code v += h grad log p(x)} by one gradient, and half a
 * step of free motion. Its error is of second order in h.
 *
 * <p>Reference: J. Sanz-Serna, K. Zygalakis (2021), Wasserstein distance estimates for the
 * distributions of numerical approximations to ergodic stochastic differential equations.
 */
final class KineticLangevin {
  private static final VectorMath MATH = VectorMath.best();

  private final ControlVariates force;
  private final int d;
  private final double[] x;
  private final double[] v;
  private final double[] gradient;
  private final double[] z1;
  private final double[] z2;
  private final double[] tails; // of them
  private double step;
  private FreeMotion half = new FreeMotion(1, 0, 0, 0, 0);

  KineticLangevin(ControlVariates force, double[] start) {
    this.force = force;
    this.d = start.length;
    this.x = start.clone();
    this.v = new double[d];
    this.gradient = new double[d];
    this.z1 = new double[d];
    this.z2 = new double[d];
    this.tails = new double[d];
  }

  double[] x() {
    return x;
  }

  double[] v() {
    return v;
  }

  /** Takes steps of this size and at this friction from now on. */
  void tune(double size, double friction) {
    step = size;
    half = FreeMotion.over(size / 2, friction);
  }

  /** Draws the velocity anew. */
  void redirect(UniformRandomProvider random) {
    StandardNormal.sample(v, tails, random);
  }

  /**
   * One step by the gradient of one batch. Returns the mean of {@code v^2} after it; NaN where the
   * log likelihood of the batch is not finite.
   */
  double step(int batch, UniformRandomProvider random) {
    moveFreely(random);
    double value = force.estimate(batch, x, gradient);
    MATH.addScaled(v, 0, step, gradient, 0, d);
    moveFreely(random);
    return Double.isFinite(value) ? MATH.dot(v, 0, v, 0, d) / d : Double.NaN;
  }

  private void moveFreely(UniformRandomProvider random) {
    StandardNormal.sample(z1, tails, random);
    StandardNormal.sample(z2, tails, random);
    double drift = half.drift();
    double spread = half.spread();
    double decay = half.decay();
    double shared = half.shared();
    double own = half.own();
    for (int j = 0; j < d; j++) {
      x[j] = Math.fma(drift, v[j], Math.fma(spread, z1[j], x[j]));
      v[j] = Math.fma(decay, v[j], Math.fma(shared, z1[j], own * z2[j]));
    }
  }
}
