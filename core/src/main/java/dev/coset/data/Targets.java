package dev.coset.data;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Targets at some points, on the scale of the likelihood. The array is shared, not copied: treat it
 * as fixed.
 *
 * @param values numbers, standardised, or the numbers of classes from 0
 * @param kind of the targets
 */
public record Targets(double[] values, TargetKind kind) {
  /** Where nothing is known of them. */
  public static final Targets NONE = numbers(new double[0]);

  public Targets {
    for (double value : values) {
      if (!kind.has(value)) {
        throw new IllegalArgumentException(
            "A target is %s where there are %s.".formatted(value, kind));
      }
    }
  }

  public static Targets numbers(double[] values) {
    return new Targets(values, TargetKind.NUMBER);
  }

  /** Targets that are classes, by their numbers from 0. */
  public static Targets classes(double[] values, int count) {
    return new Targets(values, new TargetKind.Classes(count));
  }

  public int count() {
    return values.length;
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
    return new Targets(Arrays.stream(points).mapToDouble(i -> values[i]).toArray(), kind);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Targets targets
        && kind.equals(targets.kind)
        && Arrays.equals(values, targets.values);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(values) + kind.hashCode();
  }

  @Override
  public String toString() {
    return count() + " targets, " + kind;
  }

  /** How frequent each class is; targets must be classes. */
  public double[] shares() {
    double[] share = new double[classes()];
    for (int i = 0; i < count(); i++) {
      share[classOf(i)] += 1.0 / count();
    }
    return share;
  }
}
