package dev.coset.predictive;

import dev.coset.data.Blocks;
import dev.coset.statistics.Weighted;
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
   * The weighted mean over rows. Rows of one group may all err together, so the error is that of
   * the mean over groups.
   *
   * @param values (row)
   * @param rows which these are: their groups and weights
   */
  public static Estimate mean(double[] values, TestRows rows) {
    return mean(values, rows.blocks(), rows.rowWeights());
  }

  static Estimate mean(double[] values, @Nullable Blocks blocks, double @Nullable [] weights) {
    if (blocks == null) {
      double error = Weighted.error(values, weights);
      return new Estimate(
          Weighted.mean(values, weights), Double.isInfinite(error) ? Double.NaN : error);
    }
    double[] each = new double[blocks.count()];
    double all = Weighted.total(weights, values.length);
    for (int row = 0; row < values.length; row++) {
      // So that the mean over groups is that over rows.
      each[blocks.of()[row]] += Weighted.of(weights, row) * values[row] * each.length / all;
    }
    return new Estimate(Weighted.mean(values, weights), Weighted.error(each, null));
  }

  /** The mean lead of one predictive's log density over another's, row by row. */
  public static Estimate lead(TestRows rows, TestRows over) {
    double[] lead = new double[rows.count()];
    Arrays.setAll(lead, row -> rows.logDensity()[row] - over.logDensity()[row]);
    return mean(lead, rows);
  }

  /** The 95% confidence interval, by the normal approximation. */
  public double[] interval() {
    return new double[] {value - TWO_SIDED_95 * error, value + TWO_SIDED_95 * error};
  }
}
