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

  private StandardNormal() {}

  public static double sample(UniformRandomProvider random) {
    return of(random.nextLong());
  }

  /** Independent draws. */
  public static double[] samples(int count, UniformRandomProvider random) {
    double[] z = new double[count];
    sample(z, new double[count], random);
    return z;
  }

  /**
   * Sets all of z to independent draws: the same as one after the other, in a fraction of the time.
   *
   * @param tails overwritten, as long as z
   */
  public static void sample(double[] z, double[] tails, UniformRandomProvider random) {
    for (int i = 0; i < z.length; i++) {
      tails[i] = signedTail(random.nextLong());
    }
    for (int i = 0; i < z.length; i++) { // without a branch: in vector registers
      z[i] = centre(0.5 - Math.abs(tails[i]));
    }
    for (int i = 0; i < z.length; i++) {
      double p = Math.abs(tails[i]);
      z[i] = Math.copySign(0.5 - p <= CENTRE ? z[i] : farFromCentre(p), tails[i]);
    }
  }

  /** The draw that a random integer makes. */
  static double of(long bits) {
    double tail = signedTail(bits);
    return Math.copySign(beyond(Math.abs(tail)), tail);
  }

  /** The probability of the tail beyond a draw, with the draw's sign. */
  private static double signedTail(long bits) {
    long p = Double.doubleToRawLongBits(((bits >>> 1) + 0.5) * 0x1p-64);
    return Double.longBitsToDouble(p | bits << 63); // a branch would be mispredicted
  }

  /** The point {@code z >= 0} with {@code P(Z > z) = p}, for {@code 0 < p <= 1/2}. */
  static double beyond(double p) {
    double q = 0.5 - p;
    return q <= CENTRE ? centre(q) : farFromCentre(p);
  }

  private static double centre(double q) {
    double r = Math.fma(-q, q, CENTRE * CENTRE);
    return q
        * (polynomial(
                r,
                3.3871328727963666080,
                1.3314166789178437745e2,
                1.9715909503065514427e3,
                1.3731693765509461125e4,
                4.5921953931549871457e4,
                6.7265770927008700853e4,
                3.3430575583588128105e4,
                2.5090809287301226727e3)
            / polynomial(
                r,
                1,
                4.2313330701600911252e1,
                6.8718700749205790830e2,
                5.3941960214247511077e3,
                2.1213794301586595867e4,
                3.9307895800092710610e4,
                2.8729085735721942674e4,
                5.2264952788528545610e3));
  }

  private static double farFromCentre(double p) {
    double root = Math.sqrt(-Elementary.log(p));
    return root <= FAR ? tail(root - 1.6) : farTail(root - FAR);
  }

  private static double tail(double r) {
    return polynomial(
            r,
            1.42343711074968357734,
            4.63033784615654529590,
            5.76949722146069140550,
            3.64784832476320460504,
            1.27045825245236838258,
            2.41780725177450611770e-1,
            2.27238449892691845833e-2,
            7.74545014278341407640e-4)
        / polynomial(
            r,
            1,
            2.05319162663775882187,
            1.67638483018380384940,
            6.89767334985100004550e-1,
            1.48103976427480074590e-1,
            1.51986665636164571966e-2,
            5.47593808499534494600e-4,
            1.05075007164441684324e-9);
  }

  private static double farTail(double r) {
    return polynomial(
            r,
            6.65790464350110377720,
            5.46378491116411436990,
            1.78482653991729133580,
            2.96560571828504891230e-1,
            2.65321895265761230930e-2,
            1.24266094738807843860e-3,
            2.71155556874348757815e-5,
            2.01033439929228813265e-7)
        / polynomial(
            r,
            1,
            5.99832206555887937690e-1,
            1.36929880922735805310e-1,
            1.48753612908506148525e-2,
            7.86869131145613259100e-4,
            1.84631831751005468180e-5,
            1.42151175831644588870e-7,
            2.04426310338993978564e-15);
  }

  /** By coefficients from the constant term up. */
  private static double polynomial(
      double r,
      double c0,
      double c1,
      double c2,
      double c3,
      double c4,
      double c5,
      double c6,
      double c7) {
    double high = Math.fma(Math.fma(Math.fma(c7, r, c6), r, c5), r, c4);
    return Math.fma(Math.fma(Math.fma(Math.fma(high, r, c3), r, c2), r, c1), r, c0);
  }
}
