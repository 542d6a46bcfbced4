package dev.coset.distribution;

/**
 * Bounds on a target, or on its logarithm where models see that. Moments of what has a heavy tail
 * are taken with it clamped to them: the tail far from the data would otherwise decide them alone,
 * or make them infinite.
 */
public record ClampRange(double low, double high) {
  /** No bounds. */
  static final ClampRange UNBOUNDED =
      new ClampRange(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);

  /** Of the middle of a component, in scales. */
  private static final double REACH = 3;

  private static final double LARGEST_LOG = StrictMath.log(Double.MAX_VALUE);

  public ClampRange {
    if (!(low < high)) {
      throw new IllegalArgumentException(
          "The numbers from %s to %s are no range.".formatted(low, high));
    }
  }

  /** A range of numbers extended by its own width on each side. */
  public static ClampRange extended(double least, double greatest) {
    double width = greatest - least;
    return new ClampRange(Finite.nearest(least - width), Finite.nearest(greatest + width));
  }

  /** A range of logarithms extended by its own width on each side, as far as there are numbers. */
  public static ClampRange extendedLogs(double least, double greatest) {
    double width = greatest - least;
    return new ClampRange(least - width, Math.min(greatest + width, LARGEST_LOG));
  }

  double clamped(double value) {
    return Math.clamp(value, low, high);
  }

  /** The width of what was extended. */
  double inner() {
    return high / 3 - low / 3;
  }

  /**
   * What was extended, and further where a component reaches out of it: what its heavy tail is cut
   * off at where exponentials are taken, which would make the far end of the range decide.
   */
  ClampRange about(double location, double scale) {
    double inner = inner();
    if (inner == Double.POSITIVE_INFINITY) {
      return this;
    }
    return new ClampRange(
        Math.max(low, Math.min(low + inner, location - REACH * scale)),
        Math.min(high, Math.max(high - inner, location + REACH * scale)));
  }

  /** The same in other units; the scale is positive. */
  ClampRange scaled(double shift, double scale) {
    return new ClampRange(Math.fma(low, scale, shift), Math.fma(high, scale, shift));
  }
}
