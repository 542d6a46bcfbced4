package dev.coset.data;

import dev.coset.statistics.Weighted;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Targets at some points, on the scale of the likelihood. The arrays are shared, not copied: treat
 * them as fixed.
 *
 * @param values numbers, standardised, or the numbers of classes from 0
 * @param classes how many there are; 0 where targets are numbers
 * @param weights how many points each counts as; null where all count as 1
 */
public record Targets(double[] values, int classes, double @Nullable [] weights) {
  /** Where nothing is known of them. */
  public static final Targets NONE = numbers(new double[0]);

  public Targets {
    if (classes == 1 || classes < 0) {
      throw new IllegalArgumentException(
          "A class is one of at least 2, but there are " + classes + ".");
    }
    if (weights != null && weights.length != values.length) {
      throw new IllegalArgumentException(
          "There are %d targets but %d weights.".formatted(values.length, weights.length));
    }
    for (double value : values) {
      if (classes > 0 && !(value >= 0 && value < classes && value == Math.rint(value))) {
        throw new IllegalArgumentException(
            "There is no class %s among %d.".formatted(value, classes));
      }
    }
  }

  /** Targets that count equally. */
  public Targets(double[] values, int classes) {
    this(values, classes, null);
  }

  public static Targets numbers(double[] values) {
    return new Targets(values, 0);
  }

  /** The same with weights. */
  public Targets weighted(double @Nullable [] each) {
    return new Targets(values, classes, each);
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

  public boolean areClasses() {
    return classes > 0;
  }

  /** The target of one point: a number, or the number of its class. */
  public double at(int point) {
    return values[point];
  }

  /** The class of one point, from 0. */
  public int classOf(int point) {
    return (int) values[point];
  }

  /** What folds share out evenly: the class of each point, all the same where it is a number. */
  public int[] strata() {
    return areClasses()
        ? IntStream.range(0, count()).map(this::classOf).toArray()
        : new int[count()];
  }

  /** The targets of some of the points. */
  Targets select(int[] points) {
    return new Targets(
        Arrays.stream(points).mapToDouble(i -> values[i]).toArray(),
        classes,
        Weighted.select(weights, points));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Targets targets
        && classes == targets.classes
        && Arrays.equals(values, targets.values)
        && Arrays.equals(weights, targets.weights);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(values) + classes;
  }

  @Override
  public String toString() {
    return count() + (areClasses() ? " of " + classes + " classes" : " numbers");
  }

  /** How frequent each class is, by weight. */
  public double[] shares() {
    double[] share = new double[classes];
    double total = total();
    for (int i = 0; i < count(); i++) {
      share[classOf(i)] += weight(i) / total;
    }
    return share;
  }
}
