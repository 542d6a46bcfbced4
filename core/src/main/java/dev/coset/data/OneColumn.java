package dev.coset.data;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * How well one column alone predicts the target. Each half of the rows is predicted from the other
 * half: a number by interpolation between the nearest values of the column, a class by the nearest
 * value.
 */
final class OneColumn {
  private static final int FEWEST_ROWS = 20; // that are not of the most frequent class
  private static final int GOLDEN = 0x9E3779B9; // 2^32 by the golden ratio, odd
  private static final int NONE = -1;

  private final double[] x; // (row), NaN where a cell is missing
  private final boolean ordered;
  private final double[] values; // (group): the different values, in order
  private final int[] groupOf; // (row), the last one where a cell is missing

  /**
   * @param ordered whether values that are near each other are similar, as levels are not
   */
  OneColumn(double[] x, boolean ordered) {
    this.x = x;
    this.ordered = ordered;
    this.values = different(x);
    this.groupOf =
        Arrays.stream(x)
            .mapToInt(v -> Double.isNaN(v) ? values.length : Arrays.binarySearch(values, v))
            .toArray();
  }

  private static double[] different(double[] x) {
    double[] sorted = Arrays.stream(x).filter(v -> !Double.isNaN(v)).sorted().toArray();
    int count = 0;
    for (double value : sorted) {
      if (count == 0 || Double.compare(value, sorted[count - 1]) != 0) {
        sorted[count++] = value;
      }
    }
    return Arrays.copyOf(sorted, count);
  }

  /** The same column by its ranks, where it is ordered. */
  OneColumn ofRanks() {
    return ordered ? new OneColumn(ranks(x), true) : this;
  }

  /** The mean rank of each value among all; NaN where a value is missing. */
  static double[] ranks(double[] x) {
    double[] sorted = Arrays.stream(x).filter(v -> !Double.isNaN(v)).sorted().toArray();
    var column = new OneColumn(sorted, true);
    double[] sum = new double[column.values.length];
    int[] count = new int[column.values.length];
    for (int i = 0; i < sorted.length; i++) {
      sum[column.groupOf[i]] += i;
      count[column.groupOf[i]]++;
    }
    return Arrays.stream(x)
        .map(
            v -> {
              int group = Double.isNaN(v) ? NONE : Arrays.binarySearch(column.values, v);
              return group == NONE ? Double.NaN : sum[group] / count[group];
            })
        .toArray();
  }

  /**
   * The share of the variance explained, over rows that have a value that is not beyond all of the
   * other half.
   */
  double explained(double[] y) {
    double[] prediction = new double[y.length];
    for (int half = 0; half < 2; half++) {
      predict(y, half, prediction);
    }
    int[] known = IntStream.range(0, y.length).filter(i -> !Double.isNaN(prediction[i])).toArray();
    double mean = Arrays.stream(known).mapToDouble(i -> y[i]).average().orElse(0);
    double errors = 0;
    double variance = 0;
    for (int i : known) {
      errors += (y[i] - prediction[i]) * (y[i] - prediction[i]);
      variance += (y[i] - mean) * (y[i] - mean);
    }
    return 2 * known.length < y.length || !(variance > 0) ? 0 : 1 - errors / variance;
  }

  private void predict(double[] y, int half, double[] prediction) {
    double[] mean = new double[values.length + 1];
    int[] count = new int[values.length + 1];
    for (int i : rows(1 - half)) {
      mean[groupOf[i]] += y[i];
      count[groupOf[i]]++;
    }
    for (int g = 0; g < mean.length; g++) {
      mean[g] /= count[g];
    }
    int[] below = nearest(count, 0, 1);
    int[] above = nearest(count, values.length - 1, -1);
    for (int i : rows(half)) {
      int group = groupOf[i];
      prediction[i] =
          group == values.length
              ? Double.NaN
              : ordered ? between(below[group], above[group], x[i], mean) : mean[group];
    }
  }

  /** A half without any period that the rows may have. */
  private int[] rows(int half) {
    return IntStream.range(0, x.length).filter(i -> (i * GOLDEN) >>> 31 == half).toArray();
  }

  private double between(int below, int above, double at, double[] mean) {
    if (below == NONE || above == NONE) {
      return Double.NaN;
    }
    double gap = values[above] - values[below];
    double share = gap > 0 ? (at - values[below]) / gap : 0;
    return mean[below] + share * (mean[above] - mean[below]);
  }

  /** (group): the last one with a row, going over the values from one end. */
  private int[] nearest(int[] count, int from, int step) {
    int[] nearest = new int[values.length];
    int last = NONE;
    for (int group = from; group >= 0 && group < values.length; group += step) {
      last = count[group] > 0 ? group : last;
      nearest[group] = last;
    }
    return nearest;
  }

  /** The share of the rows outside of the most frequent class by which errors are fewer. */
  double classesExplained(double[] y) {
    int errors = 0;
    for (int half = 0; half < 2; half++) {
      errors += errors(y, half);
    }
    double[] sorted = Arrays.stream(y).sorted().toArray();
    int most = 0;
    for (int i = 0, first = 0; i < sorted.length; i++) {
      first = sorted[i] == sorted[first] ? first : i;
      most = Math.max(most, i - first + 1);
    }
    int others = y.length - most;
    return others < FEWEST_ROWS ? 0 : 1 - (double) errors / others;
  }

  private int errors(double[] y, int half) {
    double[] vote = new double[values.length + 1]; // by majority, where there is one
    int[] lead = new int[values.length + 1];
    int[] count = new int[values.length + 1];
    for (int i : rows(1 - half)) {
      int group = groupOf[i];
      vote[group] = lead[group] == 0 ? y[i] : vote[group];
      lead[group] += vote[group] == y[i] ? 1 : -1;
      count[group]++;
    }
    int[] below = nearest(count, 0, 1);
    int[] above = nearest(count, values.length - 1, -1);
    int errors = 0;
    for (int i : rows(half)) {
      int group = groupOf[i];
      int from =
          count[group] > 0
              ? group
              : !ordered || group == values.length
                  ? NONE
                  : nearer(below[group], above[group], x[i]);
      errors += from == NONE || vote[from] != y[i] ? 1 : 0;
    }
    return errors;
  }

  private int nearer(int below, int above, double at) {
    return below == NONE || (above != NONE && values[above] - at < at - values[below])
        ? above
        : below;
  }
}
