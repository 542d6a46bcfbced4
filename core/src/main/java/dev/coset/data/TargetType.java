package dev.coset.data;

/** The type of a file's target: a number or classes. */
public enum TargetType {
  /** Classes where it is text, true and false, or exactly 0 and 1; else a number. */
  AUTO,
  /** A number; text is an error. */
  NUMBER,
  /** Classes, one for each value. */
  CLASSES
}
