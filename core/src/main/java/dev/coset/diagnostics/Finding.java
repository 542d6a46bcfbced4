package dev.coset.diagnostics;

/**
 * One thing to know of a run.
 *
 * @param about what was looked at, in a word or two
 * @param sentence what was found and, unless all is well, what to do
 */
public record Finding(Severity severity, String about, String sentence) {

  /** In ascending order. */
  public enum Severity {
    /** Nothing to do. */
    OK,
    /** Worth knowing; the results stand. */
    NOTE,
    /** The results may be wrong until something is done. */
    WARNING
  }

  static Finding ok(String about, String sentence) {
    return new Finding(Severity.OK, about, sentence);
  }

  static Finding note(String about, String sentence) {
    return new Finding(Severity.NOTE, about, sentence);
  }

  static Finding warning(String about, String sentence) {
    return new Finding(Severity.WARNING, about, sentence);
  }
}
