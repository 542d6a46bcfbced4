package dev.coset.predictive;

import dev.coset.data.Blocks;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A mean over test rows, or a function of one.
 *
 * @param error its standard error; NaN of a single row
 */
public record Estimate(double value, double error) {
  private static final double TWO_SIDED_95 = 1.959963984540054;

  /**
   * The mean over rows. Rows of one group may all err together, so the error is that of the mean
   * over groups.
   *
   * @param values (row)
   * @param blocks the groups; null where each row stands for itself
   */
  public static Estimate mean(double[] values, @Nullable Blocks blocks) {
    double[] each = blocks == null ? values : new double[blocks.count()];
    if (blocks != null) {
      for (int row = 0; row < values.length; row++) {
        // So that the mean over groups is that over rows.
        each[blocks.of()[row]] += values[row] * each.length / values.length;
      }
    }
    return new Estimate(Paired.mean(values), Paired.error(each));
  }

  /** The mean lead of one predictive's log density over another's, row by row. */
  public static Estimate lead(TestRows rows, TestRows over) {
    double[] lead = new double[rows.count()];
    Arrays.setAll(lead, row -> rows.logDensity()[row] - over.logDensity()[row]);
    return mean(lead, rows.blocks());
  }

  /** The 95% confidence interval, by the normal approximation. */
  public double[] interval() {
    return new double[] {value - TWO_SIDED_95 * error, value + TWO_SIDED_95 * error};
  }
}
