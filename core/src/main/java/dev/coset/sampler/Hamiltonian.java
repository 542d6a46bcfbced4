package dev.coset.sampler;

import dev.coset.posterior.LogDensity;
import dev.coset.vectormath.StandardNormal;
import dev.coset.vectormath.VectorMath;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * {@code H(z) = -log p(q) + r'M^-1 r / 2} with a diagonal mass matrix, and its leapfrog motion.
 *
 * <p>Reference: M. Betancourt (2017), A conceptual introduction to Hamiltonian Monte Carlo.
 */
final class Hamiltonian {
  private static final VectorMath MATH = VectorMath.best();

  private final LogDensity density;
  private final double[] inverseMass;
  private final double[] rho; // work space

  Hamiltonian(LogDensity density) {
    this.density = density;
    this.inverseMass = new double[density.dimension()];
    this.rho = new double[density.dimension()];
    Arrays.fill(inverseMass, 1);
  }

  int dimension() {
    return inverseMass.length;
  }

  double[] inverseMass() {
    return inverseMass;
  }

  /** Evaluates density and gradient at {@code z.q}. */
  void evaluate(PhasePoint z) {
    z.logDensity = density.valueAndGradient(z.q, z.gradient);
  }

  /** Draws {@code r ~ Normal(0, M)}. */
  void drawMomentum(PhasePoint z, UniformRandomProvider random) {
    for (int j = 0; j < inverseMass.length; j++) {
      z.r[j] = StandardNormal.sample(random) / Math.sqrt(inverseMass[j]);
    }
  }

  double energy(PhasePoint z) {
    int d = inverseMass.length;
    return MATH.weightedDot(inverseMass, 0, z.r, 0, z.r, 0, d) / 2 - z.logDensity;
  }

  /** Moves {@code z} by one leapfrog step; a negative step goes back in time. */
  void leapfrog(PhasePoint z, double step) {
    double half = step / 2;
    for (int j = 0; j < inverseMass.length; j++) {
      double r = Math.fma(half, z.gradient[j], z.r[j]);
      z.r[j] = r;
      z.q[j] = Math.fma(step * inverseMass[j], r, z.q[j]);
    }
    evaluate(z);
    for (int j = 0; j < inverseMass.length; j++) {
      z.r[j] = Math.fma(half, z.gradient[j], z.r[j]);
    }
  }

  /**
   * Whether a path turned: with {@code rho} the sum of its momenta less half its two end momenta,
   * whether {@code v . rho <= 0} at one end, {@code v = M^-1 r}.
   *
   * @param sum the sum of momenta up to the newer end
   * @param before the sum of momenta before the older end
   */
  boolean turned(double[] older, double[] newer, double[] sum, double[] before) {
    int d = inverseMass.length;
    return !(MATH.lesserWeightedDot(inverseMass, older, newer, sum, before, rho, d) > 0);
  }
}
