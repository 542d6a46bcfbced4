package dev.coset.data;

/** What to do with cells that hold no value; see {@link Cell#missing}. */
public enum MissingCells {
  /** An error that counts them per column. */
  ERROR,
  /** Leaves out the rows that have any. */
  DROP,
  /**
   * Numbers and times take the training median, with a feature that says so where it happens often;
   * missing text is a level of its own; rows without a target are dropped.
   */
  IMPUTE
}
