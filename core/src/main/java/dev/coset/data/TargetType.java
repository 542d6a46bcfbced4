package dev.coset.data;

/** What a file's target is taken for. */
public enum TargetType {
  /** Classes where it is text, true and false, or exactly 0 and 1; else a number. */
  AUTO,
  /** A number; text is an error. */
  NUMBER,
  /** Classes, one for each value. */
  CLASSES
}
