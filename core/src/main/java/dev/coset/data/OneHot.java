package dev.coset.data;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The levels of a text column as consecutive inputs: at a point one of them is high, or none. The
 * arrays are shared, not copied: treat them as fixed.
 *
 * @param first of the inputs
 * @param low (level), its input at a point of another level
 * @param high (level), its input at a point of this level
 */
public record OneHot(int first, double[] low, double[] high) {
  /** How many inputs it has. */
  public int levels() {
    return low.length;
  }

  /** The same inputs seen from a centre (input). */
  OneHot about(double[] centre) {
    return new OneHot(first, about(centre, low), about(centre, high));
  }

  private double[] about(double[] centre, double[] values) {
    double[] about = values.clone();
    for (int k = 0; k < about.length; k++) {
      about[k] -= centre[first + k];
    }
    return about;
  }

  /**
   * The level of a point: {@link #levels} where all inputs are low, and -1 where they are no
   * level's.
   *
   * @param x (input, point)
   */
  int levelOf(double[][] x, int point) {
    int level = levels();
    for (int k = 0; k < levels(); k++) {
      double value = x[first + k][point];
      if (value == high[k] && level == levels()) {
        level = k;
      } else if (value != low[k]) {
        return -1;
      }
    }
    return level;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof OneHot oneHot
        && first == oneHot.first
        && Arrays.equals(low, oneHot.low)
        && Arrays.equals(high, oneHot.high);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(low) + first;
  }

  @Override
  public String toString() {
    return "inputs %d to %d as one level".formatted(first, first + levels() - 1);
  }
}
