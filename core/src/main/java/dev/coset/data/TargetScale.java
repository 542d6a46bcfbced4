package dev.coset.data;

import dev.coset.statistics.Weighted;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** On which scale a model sees a target that is a number. */
public enum TargetScale {
  /** As it is. */
  LINEAR,
  /** Its logarithm: for what is positive and skewed, such as prices and durations. */
  LOG;

  /** How skewed values are: their third central moment by the cube of their deviation. */
  public static double skewness(double[] y, double @Nullable [] weights) {
    double mean = Weighted.mean(y, weights);
    double square =
        Weighted.mean(Arrays.stream(y).map(v -> (v - mean) * (v - mean)).toArray(), weights);
    double cube =
        Weighted.mean(
            Arrays.stream(y).map(v -> (v - mean) * (v - mean) * (v - mean)).toArray(), weights);
    return cube / (square * Math.sqrt(square));
  }
}
