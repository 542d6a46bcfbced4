package dev.coset.data;

import java.util.Arrays;

/** On which scale a model sees a target that is a number. */
public enum TargetScale {
  /** As it is. */
  LINEAR,
  /** Its logarithm: for what is positive and skewed, such as prices and durations. */
  LOG;

  /** How skewed values are: their third central moment by the cube of their deviation. */
  public static double skewness(double[] y) {
    double mean = Arrays.stream(y).average().orElse(0);
    double square = Arrays.stream(y).map(v -> (v - mean) * (v - mean)).average().orElse(1);
    double cube =
        Arrays.stream(y).map(v -> (v - mean) * (v - mean) * (v - mean)).average().orElse(0);
    return cube / (square * Math.sqrt(square));
  }
}
