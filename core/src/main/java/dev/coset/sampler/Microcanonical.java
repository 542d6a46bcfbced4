package dev.coset.sampler;

import dev.coset.posterior.LogDensity;
import dev.coset.vectormath.Elementary;
import dev.coset.vectormath.StandardNormal;
import dev.coset.vectormath.VectorMath;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Motion at constant speed, {@code x' = u} with {@code |u| = 1} and {@code u' = (1 - u u') g / (d -
 * 1)}, with {@code x = M^1/2 q} for a diagonal mass matrix and {@code g} the gradient of the log
 * density by {@code x}; the direction is partially drawn anew before each step. It keeps the
 * density {@code p(q)} times the uniform one of directions; what a step of finite size changes of
 * it is its energy error.
 *
 * <p>References: J. Robnik, G. B. De Luca, E. Silverstein, U. Seljak (2023), Microcanonical
 * Hamiltonian Monte Carlo; J. Robnik, U. Seljak (2023), Fluctuation without dissipation. The
 * splitting is the minimal-norm one of I. Omelyan, I. Mryglod, R. Folk (2003).
 */
final class Microcanonical {
  private static final VectorMath MATH = VectorMath.best();
  private static final double LOG_TWO = 0x1.62e42fefa39efp-1;

  private final LogDensity density;
  private final int d;
  private final double[] q;
  private final double[] u;
  private final double[] gradient; // by x
  private final double[] inverseMass;
  private final double[] unit; // of each parameter: its root
  private final double mostError;
  private final double[] normals;
  private final double[] tails; // of them
  private double logDensity;

  // Where a step began, for one that cannot be finished.
  private final double[] qBefore;
  private final double[] gradientBefore;

  Microcanonical(LogDensity density, double[] start) {
    this.density = density;
    this.d = density.dimension();
    if (d < 2) {
      throw new IllegalArgumentException(
          "Motion at constant speed needs at least 2 parameters: use NUTS for 1.");
    }
    this.q = start.clone();
    this.u = new double[d];
    this.gradient = new double[d];
    this.inverseMass = new double[d];
    this.unit = new double[d];
    Arrays.fill(inverseMass, 1);
    Arrays.fill(unit, 1);
    this.mostError = Math.max(Tuning.LEAST_MOST_ERROR, Tuning.MOST_ERROR * Math.sqrt(d));
    this.normals = new double[d];
    this.tails = new double[d];
    this.qBefore = new double[d];
    this.gradientBefore = new double[d];
    this.logDensity = density.valueAndGradient(q, gradient);
  }

  double[] q() {
    return q;
  }

  double[] direction() {
    return u;
  }

  double[] gradient() {
    return gradient;
  }

  double logDensity() {
    return logDensity;
  }

  /** The diagonal of {@code M^-1}. */
  double[] inverseMass() {
    return inverseMass;
  }

  /** Moves from now on with the masses that are set in {@link #inverseMass}. */
  void changeUnits() {
    for (int j = 0; j < d; j++) {
      double now = Math.sqrt(inverseMass[j]);
      gradient[j] *= now / unit[j];
      unit[j] = now;
    }
  }

  /** Draws the direction anew. */
  void redirect(UniformRandomProvider random) {
    StandardNormal.sample(u, tails, random);
    normalise();
  }

  /**
   * Draws a part of the direction anew, so that after a path of this length little is left of it.
   */
  void refresh(double step, double decoherence, UniformRandomProvider random) {
    double nu = Math.sqrt(Elementary.expm1(2 * step / decoherence) / d);
    StandardNormal.sample(normals, tails, random);
    for (int j = 0; j < d; j++) {
      u[j] = Math.fma(nu, normals[j], u[j]);
    }
    normalise();
  }

  /**
   * One step, of two gradients. Returns its energy error; NaN where it led to no finite density, or
   * far off its path, in which case the position is what it was.
   */
  double step(double size) {
    System.arraycopy(q, 0, qBefore, 0, d);
    System.arraycopy(gradient, 0, gradientBefore, 0, d);
    double before = logDensity;
    double kinetic = turn(Tuning.SPLITTING * size);
    move(size / 2);
    kinetic += turn((1 - 2 * Tuning.SPLITTING) * size);
    move(size / 2);
    kinetic += turn(Tuning.SPLITTING * size);
    double error = kinetic - logDensity + before;
    if (Math.abs(error) <= mostError) {
      return error;
    }
    System.arraycopy(qBefore, 0, q, 0, d);
    System.arraycopy(gradientBefore, 0, gradient, 0, d);
    logDensity = before;
    return Double.NaN;
  }

  private void move(double length) {
    for (int j = 0; j < d; j++) {
      q[j] = Math.fma(length * unit[j], u[j], q[j]);
    }
    logDensity = density.valueAndGradient(q, gradient);
    for (int j = 0; j < d; j++) {
      gradient[j] *= unit[j];
    }
  }

  /**
   * Turns the direction towards the gradient, exactly for a constant one. With {@code e = g / |g|},
   * {@code delta = size |g| / (d - 1)}, {@code zeta = exp(-delta)} and {@code c = u . e} the new
   * direction is that of {@code (1 - zeta) (1 + zeta + c (1 - zeta)) e + 2 zeta u}. Returns the
   * change of the kinetic energy.
   */
  private double turn(double size) {
    double norm = Math.sqrt(MATH.dot(gradient, 0, gradient, 0, d));
    if (norm == 0) {
      return 0;
    }
    double delta = size * norm / (d - 1);
    double zeta = Elementary.exp(-delta);
    double c = MATH.dot(u, 0, gradient, 0, d) / norm;
    double towards = (1 - zeta) * (1 + zeta + c * (1 - zeta)) / norm;
    double stays = 2 * zeta;
    for (int j = 0; j < d; j++) {
      u[j] = Math.fma(towards, gradient[j], stays * u[j]);
    }
    normalise();
    return (d - 1) * (delta - LOG_TWO + Elementary.log(1 + c + (1 - c) * zeta * zeta));
  }

  private void normalise() {
    double scale = 1 / Math.sqrt(MATH.dot(u, 0, u, 0, d));
    for (int j = 0; j < d; j++) {
      u[j] *= scale;
    }
  }
}
