package dev.coset.statistics;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Values in ascending order, each of which counts as many times as its weight says.
 *
 * @param weights null where all are 1
 */
public record Ordered(double[] values, double @Nullable [] weights) {

  /** Of values in any order. */
  public static Ordered of(double[] values, double @Nullable [] weights) {
    if (weights == null) {
      double[] sorted = values.clone();
      Arrays.sort(sorted);
      return new Ordered(sorted, null);
    }
    int[] order =
        IntStream.range(0, values.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> values[i]))
            .mapToInt(i -> i)
            .toArray();
    return new Ordered(
        Arrays.stream(order).mapToDouble(i -> values[i]).toArray(),
        Weighted.select(weights, order));
  }

  /** Whether there are none. */
  public boolean isEmpty() {
    return values.length == 0;
  }

  /** Those for which a condition holds, changed and in order again. */
  public Ordered where(DoublePredicate condition, DoubleUnaryOperator change) {
    int[] kept = IntStream.range(0, values.length).filter(i -> condition.test(values[i])).toArray();
    return of(
        Arrays.stream(kept).mapToDouble(i -> change.applyAsDouble(values[i])).toArray(),
        Weighted.select(weights, kept));
  }

  /** The median; 0 where nothing is there. */
  public double median() {
    double half = Weighted.total(weights, values.length) / 2;
    return isEmpty() ? 0 : first(half, true) / 2 + first(half, false) / 2;
  }

  /** The value below which a share of the others lies. */
  public double quantile(double share) {
    return first(share * Math.max(0, Weighted.total(weights, values.length) - 1), false);
  }

  /** The first value with so much weight up to it, or with more. */
  private double first(double rank, boolean orEqual) {
    if (weights == null) { // ranks from 1
      int place = (int) (orEqual ? Math.ceil(rank) - 1 : Math.floor(rank));
      return values[Math.clamp(place, 0, values.length - 1)];
    }
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += weights[i];
      if (sum > rank || orEqual && sum == rank) {
        return values[i];
      }
    }
    return values[values.length - 1];
  }
}
