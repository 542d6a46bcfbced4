package dev.coset.model;

import dev.coset.data.Scaling;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The range of the training rows; elsewhere a model extrapolates. The arrays are shared, not
 * copied: treat them as fixed.
 *
 * @param low (kept feature), the smallest of each, standardised
 * @param high (kept feature)
 * @param constants (feature), the single training value of each feature that was dropped as
 *     constant; NaN where they vary
 */
public record TrainingRange(double[] low, double[] high, double[] constants) {
  /** The range of a study's training rows. */
  public static TrainingRange of(Study study) {
    double[][] train = study.standardised();
    int anyRow = study.split().train()[0];
    double[] constants =
        Arrays.stream(study.data().features()).mapToDouble(x -> x[anyRow]).toArray();
    for (int varying : study.scaling().kept()) {
      constants[varying] = Double.NaN;
    }
    return new TrainingRange(
        Arrays.stream(train).mapToDouble(x -> Arrays.stream(x).min().orElse(0)).toArray(),
        Arrays.stream(train).mapToDouble(x -> Arrays.stream(x).max().orElse(0)).toArray(),
        constants);
  }

  /** Refuses a range of other features than those of a scaling. */
  public void requireFits(Scaling scaling) {
    int features = scaling.kept().length;
    if (low.length != features
        || high.length != features
        || constants.length != features + scaling.leftOut().size()
        || !IntStream.range(0, features).allMatch(k -> low[k] <= high[k])) {
      throw new IllegalArgumentException("the training range is none of the features");
    }
  }

  /**
   * How far each row lies outside: the farthest of its features, in their standard deviations; 0
   * inside.
   *
   * @param standard (kept feature, row)
   */
  public double[] outside(double[][] standard) {
    double[] farthest = new double[standard[0].length];
    for (int k = 0; k < standard.length; k++) {
      for (int i = 0; i < farthest.length; i++) {
        farthest[i] = Math.max(farthest[i], outside(k, standard[k][i]));
      }
    }
    return farthest;
  }

  /** How far a value of one kept feature lies outside; not positive inside. */
  public double outside(int feature, double standard) {
    return Math.max(low[feature] - standard, standard - high[feature]);
  }

  /**
   * How many rows have another value of a feature that was the same in all training rows: nothing
   * is known of what it would change.
   *
   * @param x (feature, row)
   */
  public int unlikeConstants(double[][] x) {
    return (int)
        IntStream.range(0, x[0].length)
            .filter(
                row ->
                    IntStream.range(0, x.length)
                        .anyMatch(j -> !Double.isNaN(constants[j]) && x[j][row] != constants[j]))
            .count();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof TrainingRange range
        && Arrays.equals(low, range.low)
        && Arrays.equals(high, range.high)
        && Arrays.equals(constants, range.constants);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(low) + Arrays.hashCode(high);
  }
}
