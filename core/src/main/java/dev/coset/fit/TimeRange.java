package dev.coset.fit;

/**
 * Seconds that something takes.
 *
 * @param low equal to {@code high} where the time is known to about a third
 */
public record TimeRange(double low, double high) {
  /** A time that is known. */
  static TimeRange of(double seconds) {
    return new TimeRange(seconds, seconds);
  }

  /** Whether the time is known to about a third. */
  public boolean close() {
    return low == high;
  }
}
