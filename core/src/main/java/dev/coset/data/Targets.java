package dev.coset.data;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Targets at some points, on the scale of the likelihood. The array is shared, not copied: treat it
 * as fixed.
 *
 * @param values numbers, standardised, or the numbers of classes from 0
 * @param classes how many there are; 0 where targets are numbers
 */
public record Targets(double[] values, int classes) {
  /** Where nothing is known of them. */
  public static final Targets NONE = numbers(new double[0]);

  public Targets {
    if (classes == 1 || classes < 0) {
      throw new IllegalArgumentException(
          "A class is one of at least 2, but there are " + classes + ".");
    }
    for (double value : values) {
      if (classes > 0 && !(value >= 0 && value < classes && value == Math.rint(value))) {
        throw new IllegalArgumentException(
            "There is no class %s among %d.".formatted(value, classes));
      }
    }
  }

  public static Targets numbers(double[] values) {
    return new Targets(values, 0);
  }

  public int count() {
    return values.length;
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
    return new Targets(Arrays.stream(points).mapToDouble(i -> values[i]).toArray(), classes);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Targets targets
        && classes == targets.classes
        && Arrays.equals(values, targets.values);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(values) + classes;
  }

  @Override
  public String toString() {
    return count() + (areClasses() ? " of " + classes + " classes" : " numbers");
  }

  /** How frequent each class is. */
  public double[] shares() {
    double[] share = new double[classes];
    for (int i = 0; i < count(); i++) {
      share[classOf(i)] += 1.0 / count();
    }
    return share;
  }
}
