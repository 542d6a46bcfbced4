package dev.coset.vectormath;

import org.apache.commons.rng.UniformRandomProvider;

/**
 * Draws from Normal(0, 1) by inversion: one random integer makes one draw, by arithmetic and {@link
 * Elementary#log} alone, so that any machine or device that has the integers has the draws. The
 * lowest bit is the sign, the 63 others the probability of the tail beyond the draw; far tails keep
 * a double's relative precision, down to 2^-65, which lies beyond 9.2 standard deviations.
 *
 * <p>Reference: M. Wichura (1988), The percentage points of the normal distribution, algorithm AS
 * 241 (PPND16).
 */
public final class StandardNormal {
  private static final double CENTRE = 0.425; // |q| up to here: p between 0.075 and 0.925
  private static final double FAR = 5; // sqrt(-log p) from here on: p below 1.4e-11

  // Numerators and denominators, coefficients from the constant term up.
  private static final double[] CENTRE_ABOVE = {
    3.3871328727963666080,
    1.3314166789178437745e2,
    1.9715909503065514427e3,
    1.3731693765509461125e4,
    4.5921953931549871457e4,
    6.7265770927008700853e4,
    3.3430575583588128105e4,
    2.5090809287301226727e3
  };
  private static final double[] CENTRE_BELOW = {
    1,
    4.2313330701600911252e1,
    6.8718700749205790830e2,
    5.3941960214247511077e3,
    2.1213794301586595867e4,
    3.9307895800092710610e4,
    2.8729085735721942674e4,
    5.2264952788528545610e3
  };
  private static final double[] TAIL_ABOVE = {
    1.42343711074968357734,
    4.63033784615654529590,
    5.76949722146069140550,
    3.64784832476320460504,
    1.27045825245236838258,
    2.41780725177450611770e-1,
    2.27238449892691845833e-2,
    7.74545014278341407640e-4
  };
  private static final double[] TAIL_BELOW = {
    1,
    2.05319162663775882187,
    1.67638483018380384940,
    6.89767334985100004550e-1,
    1.48103976427480074590e-1,
    1.51986665636164571966e-2,
    5.47593808499534494600e-4,
    1.05075007164441684324e-9
  };
  private static final double[] FAR_ABOVE = {
    6.65790464350110377720,
    5.46378491116411436990,
    1.78482653991729133580,
    2.96560571828504891230e-1,
    2.65321895265761230930e-2,
    1.24266094738807843860e-3,
    2.71155556874348757815e-5,
    2.01033439929228813265e-7
  };
  private static final double[] FAR_BELOW = {
    1,
    5.99832206555887937690e-1,
    1.36929880922735805310e-1,
    1.48753612908506148525e-2,
    7.86869131145613259100e-4,
    1.84631831751005468180e-5,
    1.42151175831644588870e-7,
    2.04426310338993978564e-15
  };

  private StandardNormal() {}

  public static double sample(UniformRandomProvider random) {
    return of(random.nextLong());
  }

  /** Independent draws. */
  public static double[] samples(int count, UniformRandomProvider random) {
    double[] z = new double[count];
    for (int i = 0; i < count; i++) {
      z[i] = sample(random);
    }
    return z;
  }

  /** The draw that a random integer makes. */
  static double of(long bits) {
    double z = beyond(((bits >>> 1) + 0.5) * 0x1p-64);
    return (bits & 1) == 0 ? z : -z;
  }

  /** The point {@code z >= 0} with {@code P(Z > z) = p}, for {@code 0 < p <= 1/2}. */
  static double beyond(double p) {
    double q = 0.5 - p;
    if (q <= CENTRE) {
      return q * ratio(CENTRE_ABOVE, CENTRE_BELOW, Math.fma(-q, q, CENTRE * CENTRE));
    }
    double r = Math.sqrt(-Elementary.log(p));
    return r <= FAR ? ratio(TAIL_ABOVE, TAIL_BELOW, r - 1.6) : ratio(FAR_ABOVE, FAR_BELOW, r - FAR);
  }

  private static double ratio(double[] above, double[] below, double r) {
    double a = above[7];
    double b = below[7];
    for (int i = 6; i >= 0; i--) {
      a = Math.fma(a, r, above[i]);
      b = Math.fma(b, r, below[i]);
    }
    return a / b;
  }
}
