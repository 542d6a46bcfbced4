package dev.coset.vectormath;

/**
 * The hyperbolic sine and its inverse, by {@link Elementary}: {@code x = sinh(u)} is as wide as u
 * in the middle and the exponential of it far out, as a distribution with heavy tails needs it.
 */
public final class Hyperbolic {
  private Hyperbolic() {}

  /** Returns sinh u. */
  public static double sinh(double u) {
    double excess = Elementary.expm1(Math.abs(u));
    double sinh = (excess + excess / (excess + 1)) / 2;
    return u < 0 ? -sinh : sinh;
  }

  /** Returns the u whose sinh is x. */
  public static double arsinh(double x) {
    double a = Math.abs(x);
    double u = Elementary.log1p(a + a * (a / (1 + Math.sqrt(1 + a * a))));
    return x < 0 ? -u : u;
  }

  /** Returns the slope of sinh where its value is so much. */
  public static double cosh(double sinh) {
    return Math.sqrt(1 + sinh * sinh);
  }
}
