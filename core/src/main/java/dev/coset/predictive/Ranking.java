package dev.coset.predictive;

import java.util.Arrays;
import java.util.OptionalDouble;

/** Points of two classes, ranked by the probability of the second, which counts as positive. */
final class Ranking {
  private double[] signed = new double[64]; // the second's probability, negative for the first
  private double[] weights = new double[64];
  private int points;
  private double positive; // the sum of weights
  private double negative;

  void add(double probability, boolean isPositive, double weight) {
    if (points == signed.length) {
      signed = Arrays.copyOf(signed, 2 * points);
      weights = Arrays.copyOf(weights, 2 * points);
    }
    weights[points] = weight;
    signed[points++] = isPositive ? probability : -probability;
    positive += isPositive ? weight : 0;
    negative += isPositive ? 0 : weight;
  }

  void merge(Ranking other) {
    int length = Math.max(signed.length, points + other.points);
    signed = Arrays.copyOf(signed, length);
    weights = Arrays.copyOf(weights, length);
    System.arraycopy(other.signed, 0, signed, points, other.points);
    System.arraycopy(other.weights, 0, weights, points, other.points);
    points += other.points;
    positive += other.positive;
    negative += other.negative;
  }

  /** By ranks (Mann and Whitney 1947); ties count half. Empty where one class is missing. */
  OptionalDouble auroc() {
    double[] wins = {0, 0}; // and negatives below
    descending(
        (truePositive, falsePositive) -> {
          double above = negative - wins[1] - falsePositive / 2.0;
          wins[0] += truePositive * above;
          wins[1] += falsePositive;
        });
    return positive == 0 || negative == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(wins[0] / positive / negative);
  }

  /**
   * The area under the curve of precision over recall as a sum of steps, {@code sum_n (R_n -
   * R_(n-1)) P_n} over thresholds. Empty where no point is positive.
   */
  OptionalDouble averagePrecision() {
    double[] sum = {0, 0, 0}; // of steps, true positives, all taken for positive
    descending(
        (truePositive, falsePositive) -> {
          sum[1] += truePositive;
          sum[2] += truePositive + falsePositive;
          sum[0] += truePositive * sum[1] / sum[2];
        });
    return positive == 0 ? OptionalDouble.empty() : OptionalDouble.of(sum[0] / positive);
  }

  @FunctionalInterface
  private interface Threshold {
    /** Takes the weights of the points of one probability. */
    void add(double positive, double negative);
  }

  private void descending(Threshold each) {
    Integer[] order = new Integer[points];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Double.compare(Math.abs(signed[b]), Math.abs(signed[a])));
    for (int from = 0, to; from < points; from = to) {
      double truePositive = 0;
      double falsePositive = 0;
      for (to = from; to < points && tied(order[from], order[to]); to++) {
        double weight = weights[order[to]];
        truePositive += isNegative(order[to]) ? 0 : weight;
        falsePositive += isNegative(order[to]) ? weight : 0;
      }
      each.add(truePositive, falsePositive);
    }
  }

  private boolean tied(int a, int b) {
    return Math.abs(signed[a]) == Math.abs(signed[b]);
  }

  private boolean isNegative(int point) {
    return Double.doubleToRawLongBits(signed[point]) < 0; // minus 0 too
  }
}
