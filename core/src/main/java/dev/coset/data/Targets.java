package dev.coset.data;

import dev.coset.statistics.Weighted;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Targets at some points, on the scale of the likelihood. The arrays are shared, not copied: treat
 * them as fixed.
 *
 * @param values numbers, standardised, or the numbers of classes from 0
 * @param kind of the targets
 * @param weights how many points each counts as; null where all count as 1
 */
public record Targets(double[] values, TargetKind kind, double @Nullable [] weights) {
  /** Where nothing is known of them. */
  public static final Targets NONE = numbers(new double[0]);

  public Targets {
    if (weights != null && weights.length != values.length) {
      throw new IllegalArgumentException(
          "There are %d targets but %d weights.".formatted(values.length, weights.length));
    }
    for (double value : values) {
      if (!kind.has(value)) {
        throw new IllegalArgumentException(
            "A target is %s where there are %s.".formatted(value, kind));
      }
    }
  }

  /** Targets that count equally. */
  public Targets(double[] values, TargetKind kind) {
    this(values, kind, null);
  }

  public static Targets numbers(double[] values) {
    return new Targets(values, TargetKind.NUMBER);
  }

  /** Targets that are classes, by their numbers from 0. */
  public static Targets classes(double[] values, int count) {
    return new Targets(values, new TargetKind.Classes(count));
  }

  /** The same with weights. */
  public Targets weighted(double @Nullable [] each) {
    return new Targets(values, kind, each);
  }

  public int count() {
    return values.length;
  }

  /** How many points they count as: the sum of the weights. */
  public double total() {
    return Weighted.total(weights, count());
  }

  /** How many points one counts as. */
  public double weight(int point) {
    return Weighted.of(weights, point);
  }

  /** How many classes there are; targets must be classes. */
  public int classes() {
    return switch (kind) {
      case TargetKind.Classes(int count) -> count;
      case TargetKind.Number _ ->
          throw new IllegalStateException("The targets are numbers, not classes.");
    };
  }

  /** The target of one point: a number, or the number of its class. */
  public double at(int point) {
    return values[point];
  }

  /** The class of one point, from 0. */
  public int classOf(int point) {
    return (int) values[point];
  }

  /** What folds share out evenly, as {@link TargetKind#strata} says. */
  public int[] strata() {
    return kind.strata(values);
  }

  /** The targets of some of the points. */
  Targets select(int[] points) {
    return new Targets(
        Arrays.stream(points).mapToDouble(i -> values[i]).toArray(),
        kind,
        Weighted.select(weights, points));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Targets targets
        && kind.equals(targets.kind)
        && Arrays.equals(values, targets.values)
        && Arrays.equals(weights, targets.weights);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(values) + kind.hashCode();
  }

  @Override
  public String toString() {
    return count() + " targets, " + kind;
  }

  /** How frequent each class is, by weight; targets must be classes. */
  public double[] shares() {
    double[] share = new double[classes()];
    double total = total();
    for (int i = 0; i < count(); i++) {
      share[classOf(i)] += weight(i) / total;
    }
    return share;
  }
}
