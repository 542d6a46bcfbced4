package dev.coset.report;

import dev.coset.diagnostics.Finding;
import dev.coset.message.Dialect;
import dev.coset.message.Message;

/** Messages in a report, which names what to do by options of the command line. */
final class OptionText {
  private OptionText() {}

  static String of(Message message) {
    return message.in(Dialect.OPTIONS);
  }

  static String of(Finding finding) {
    return of(finding.message());
  }
}
