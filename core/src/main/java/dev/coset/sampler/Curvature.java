package dev.coset.sampler;

import dev.coset.posterior.LogDensity;
import dev.coset.vectormath.StandardNormal;
import dev.coset.vectormath.VectorMath;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * The greatest curvature {@code w^2} of {@code -log p} at a point, by power iterations. A product
 * of the Hessian with a vector is a central difference of two gradients, taken 1/w apart from the
 * point: there the density is narrowest by one standard deviation.
 */
final class Curvature {
  /** The gradients of one iteration. */
  static final int GRADIENTS = 2;

  private static final VectorMath MATH = VectorMath.best();
  private static final double FIRST_DISTANCE = 1e-3;
  private static final double SHRINK = 0.1;

  private final LogDensity density;
  private final int d;
  private final double[] direction;
  private final double[] at;
  private final double[] above;
  private final double[] below;
  private double distance = FIRST_DISTANCE;
  private double frequency = 1;

  Curvature(LogDensity density, UniformRandomProvider random) {
    this.density = density;
    this.d = density.dimension();
    this.direction = new double[d];
    this.at = new double[d];
    this.above = new double[d];
    this.below = new double[d];
    StandardNormal.sample(direction, at, random);
    scale(1 / Math.sqrt(MATH.dot(direction, 0, direction, 0, d)));
  }

  /** The root w of the greatest curvature; 1 where the density is flat. */
  double frequency() {
    return frequency;
  }

  /** One more iteration; where gradients are not finite the next looks nearer. */
  void iterate(double[] q) {
    gradient(q, distance, above);
    gradient(q, -distance, below);
    for (int j = 0; j < d; j++) {
      above[j] = (below[j] - above[j]) / (2 * distance);
    }
    double curvature = Math.sqrt(MATH.dot(above, 0, above, 0, d));
    if (!Double.isFinite(curvature)) {
      distance *= SHRINK;
    } else if (curvature > 0) {
      System.arraycopy(above, 0, direction, 0, d);
      scale(1 / curvature);
      frequency = Math.sqrt(curvature);
      distance = Math.min(1, 1 / frequency);
    }
  }

  private void gradient(double[] q, double length, double[] gradient) {
    for (int j = 0; j < d; j++) {
      at[j] = Math.fma(length, direction[j], q[j]);
    }
    density.valueAndGradient(at, gradient);
  }

  private void scale(double factor) {
    for (int j = 0; j < d; j++) {
      direction[j] *= factor;
    }
  }
}
