package dev.coset.distribution;

/**
 * Bounds on a logarithm. Moments of the number itself are taken with the logarithm clamped to them:
 * the tail of a lognormal far from the data would otherwise decide them alone.
 */
public record LogRange(double low, double high) {
  /** No bounds. */
  static final LogRange UNBOUNDED =
      new LogRange(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);

  private static final double LARGEST = StrictMath.log(Double.MAX_VALUE);

  public LogRange {
    if (!(low < high)) {
      throw new IllegalArgumentException(
          "The logarithms from %s to %s are no range.".formatted(low, high));
    }
  }

  /** A range extended by its own width on each side, as far as there are numbers. */
  public static LogRange extended(double least, double greatest) {
    double width = greatest - least;
    return new LogRange(least - width, Math.min(greatest + width, LARGEST));
  }

  double clamped(double logarithm) {
    return Math.clamp(logarithm, low, high);
  }
}
