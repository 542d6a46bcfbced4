package dev.coset.data;

import dev.coset.statistics.Weighted;
import org.jspecify.annotations.Nullable;

/**
 * Weighted mean and standard deviation (divisor n) of the values that are there, in two passes. The
 * sums are compensated, so that a large offset costs no digits, and of values scaled by a power of
 * two, so that no square leaves the range of a double.
 *
 * @param deviation 0 where the values are constant or all missing
 * @param span largest less smallest value
 */
record Moments(double mean, double deviation, double span) {

  static Moments of(double[] values, int[] rows) {
    return of(values, rows, null);
  }

  /**
   * The same with weights.
   *
   * @param weights of all values; null where all are 1
   */
  static Moments of(double[] values, int[] rows, double @Nullable [] weights) {
    double min = Double.POSITIVE_INFINITY;
    double max = Double.NEGATIVE_INFINITY;
    for (int row : rows) {
      if (!Double.isNaN(values[row])) {
        min = Math.min(min, values[row]);
        max = Math.max(max, values[row]);
      }
    }
    if (min >= max) {
      return new Moments(Double.isInfinite(min) ? 0 : min, 0, 0);
    }
    int exponent = Math.getExponent(Math.max(-min, max));
    Sum sum = new Sum();
    Sum total = new Sum();
    for (int row : rows) {
      if (!Double.isNaN(values[row])) {
        double weight = Weighted.of(weights, row);
        sum.add(weight * Math.scalb(values[row], -exponent));
        total.add(weight);
      }
    }
    double n = total.value();
    double mean = sum.value() / n;
    Sum differences = new Sum();
    Sum squares = new Sum();
    for (int row : rows) {
      if (!Double.isNaN(values[row])) {
        double difference = Math.scalb(values[row], -exponent) - mean;
        double weight = Weighted.of(weights, row);
        differences.add(weight * difference);
        squares.add(weight * difference * difference);
      }
    }
    // The differences would sum to 0, were the mean not rounded.
    double rest = differences.value();
    double variance = (squares.value() - rest * rest / n) / n;
    return new Moments(
        Math.scalb(mean, exponent), Math.scalb(Math.sqrt(variance), exponent), max - min);
  }

  boolean constant() {
    return deviation == 0;
  }

  /** Neumaier's compensated sum (ZAMM 54, 1974). */
  private static final class Sum {
    private double sum;
    private double lost;

    void add(double term) {
      double next = sum + term;
      lost += Math.abs(sum) >= Math.abs(term) ? sum - next + term : term - next + sum;
      sum = next;
    }

    double value() {
      return sum + lost;
    }
  }
}
