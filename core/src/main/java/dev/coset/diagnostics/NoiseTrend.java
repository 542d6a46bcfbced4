package dev.coset.diagnostics;

import dev.coset.data.Blocks;
import dev.coset.data.Column;
import dev.coset.message.Message;
import dev.coset.message.Printable;
import dev.coset.model.Study;
import dev.coset.predictive.Slices;
import dev.coset.predictive.TestRows;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.statistics.distribution.TDistribution;
import org.hipparchus.stat.correlation.SpearmansCorrelation;

/**
 * A number known of rows with which errors grow or shrink more than the intervals foresee. How far
 * out a row lies in its own predictive, {@code |2 PIT - 1|}, depends on nothing in a calibrated
 * model, so a rank correlation (Spearman 1904) finds noise that changes long before quarters of the
 * rows hold too few.
 *
 * @param of what it is of, in words
 * @param correlation of ranks; above 0 where errors grow with the number
 * @param probability of one so far from 0, were there none
 */
record NoiseTrend(String of, double correlation, double probability) {
  private static final int FEWEST_ROWS = 30;

  /** Many rows show what is weaker too, but then intervals are wrong by a percent or two. */
  private static final double LEAST = 0.1;

  /**
   * The strongest, where it matters and chance does not explain it even though so many were looked
   * at.
   */
  static Optional<NoiseTrend> strongest(Study study, TestRows.OfNumbers rows) {
    double[] farOut = Arrays.stream(rows.pit()).map(p -> Math.abs(2 * p - 1)).toArray();
    List<NoiseTrend> trends =
        known(study, rows).entrySet().stream()
            .map(entry -> of(entry.getKey(), entry.getValue(), farOut, rows))
            .toList();
    return trends.stream()
        .filter(trend -> trend.probability * trends.size() < Slices.FALSE_ALARM)
        .filter(trend -> Math.abs(trend.correlation) >= LEAST)
        .min(Comparator.comparing(NoiseTrend::probability));
  }

  /** Numbers by what they are of. */
  private static Map<String, double[]> known(Study study, TestRows.OfNumbers rows) {
    Map<String, double[]> known = new LinkedHashMap<>();
    known.put("the prediction", rows.mean());
    var encoding = study.data().encoding();
    if (encoding.columns().size() <= Slices.MOST_COLUMNS) {
      double[][] features = study.data().features();
      int[] test = study.split().test();
      encoding.each(
          (column, feature) -> {
            if (column instanceof Column.Number || column instanceof Column.Time) {
              known.put(
                  column.name(),
                  Arrays.stream(test).mapToDouble(row -> features[feature][row]).toArray());
            }
          });
    }
    return known;
  }

  /** Student's t of the correlation of ranks; of values that are all the same there is none. */
  private static NoiseTrend of(
      String name, double[] ofRows, double[] farOut, TestRows.OfNumbers rows) {
    double[] value = independent(ofRows, rows);
    if (value.length < FEWEST_ROWS) {
      return new NoiseTrend(name, 0, 1);
    }
    double r = new SpearmansCorrelation().correlation(value, independent(farOut, rows));
    int freedom = value.length - 2;
    double t = Math.abs(r) * Math.sqrt(freedom / (1 - r * r));
    return Double.isNaN(t)
        ? new NoiseTrend(name, 0, 1)
        : new NoiseTrend(name, r, 2 * TDistribution.of(freedom).survivalProbability(t));
  }

  /** The means of groups, where rows are grouped: rows of a group may all err together. */
  private static double[] independent(double[] values, TestRows.OfNumbers rows) {
    Blocks blocks = rows.blocks();
    if (blocks == null) {
      return values;
    }
    double[] sum = new double[blocks.count()];
    int[] size = new int[sum.length];
    for (int row = 0; row < values.length; row++) {
      sum[blocks.of()[row]] += values[row];
      size[blocks.of()[row]]++;
    }
    Arrays.setAll(sum, group -> sum[group] / size[group]);
    return sum;
  }

  Message message(Message advice) {
    return Message.of(
        "Intervals are too narrow where %s is %s and too wide where it is %s (rank correlation"
            + " %.2f). Chance does not explain it. %s",
        Printable.line(of),
        correlation > 0 ? "large" : "small",
        correlation > 0 ? "small" : "large",
        correlation,
        advice);
  }
}
