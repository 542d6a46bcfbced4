package dev.coset.distribution;

/** Numbers that a file can hold: where one overflows, the largest there is stands for it. */
public final class Finite {
  private Finite() {}

  /** The nearest finite number. */
  public static double nearest(double value) {
    return Math.clamp(value, -Double.MAX_VALUE, Double.MAX_VALUE);
  }
}
