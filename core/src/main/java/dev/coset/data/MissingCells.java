package dev.coset.data;

/**
 * What to do with cells that hold no value: empty, {@code NA}, {@code NaN}, {@code n/a}, {@code
 * null}, {@code None} or {@code ?}.
 */
public enum MissingCells {
  /** An error that counts them per column. */
  ERROR,
  /** Leaves out the rows that have any. */
  DROP,
  /** Takes the training mean of the feature; a missing target is still an error. */
  MEAN
}
