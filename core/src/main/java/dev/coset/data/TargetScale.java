package dev.coset.data;

/** On which scale a model sees a target that is a number. */
public enum TargetScale {
  /** As it is. */
  LINEAR,
  /** Its logarithm: for what is positive and skewed, such as prices and durations. */
  LOG
}
