package dev.coset.data;

/** What to do with a level of a text column that the encoding does not know. */
public enum UnknownLevel {
  /** An error that names row, column and level. */
  ERROR,
  /** All indicators of the column are 0. */
  ZERO
}
