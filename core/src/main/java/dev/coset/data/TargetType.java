package dev.coset.data;

/** What a file's target is read as. It becomes a target of some {@link TargetKind}. */
public enum TargetType {
  /** Classes where it is text, true and false, or exactly 0 and 1; else a number. */
  AUTO("numbers or classes"),
  /** A number; text is an error. */
  NUMBER("numbers"),
  /** Classes, one for each value. */
  CLASSES("classes");

  private final String plural;

  TargetType(String plural) {
    this.plural = plural;
  }

  /** What several such targets are, in a sentence. */
  public String plural() {
    return plural;
  }
}
