package dev.coset.data;

/** Says whether the target is read along with the features. */
public enum TargetColumn {
  /** Not read, so its cells may hold anything. */
  IGNORED,
  /** Read where the file has the column. */
  OPTIONAL,
  /** Read, and an error where the file lacks the column. */
  REQUIRED
}
