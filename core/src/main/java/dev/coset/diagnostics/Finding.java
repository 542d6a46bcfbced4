package dev.coset.diagnostics;

import dev.coset.message.Message;
import dev.coset.message.Remedy;
import java.util.List;

/**
 * One finding on a run.
 *
 * @param about what was looked at, in a word or two
 * @param message what was found and, unless there is nothing to do, what to do
 */
public record Finding(Severity severity, String about, Message message) {

  /** In ascending order. */
  public enum Severity {
    /** Nothing to do. */
    OK,
    /** Worth knowing; the results stand. */
    NOTE,
    /** The results may be wrong until something is done. */
    WARNING
  }

  /** What to do about it: one of these, or several. */
  public List<Remedy> remedies() {
    return message.remedies();
  }

  static Finding ok(String about, String pattern, Object... values) {
    return new Finding(Severity.OK, about, Message.of(pattern, values));
  }

  static Finding note(String about, String pattern, Object... values) {
    return new Finding(Severity.NOTE, about, Message.of(pattern, values));
  }

  static Finding warning(String about, String pattern, Object... values) {
    return new Finding(Severity.WARNING, about, Message.of(pattern, values));
  }
}
