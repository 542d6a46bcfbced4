package dev.coset.data;

import static org.assertj.core.api.Assertions.assertThat;

/** What every message to a user has in common. */
final class Sentences {

  private Sentences() {}

  /** A note is short, and may begin with a number. */
  static void assertOneLine(String note) {
    assertThat(note).matches("[A-Z'0-9].*\\.").doesNotContainPattern("\\p{Cntrl}");
  }

  static void assertOneSentence(String message) {
    assertThat(message).matches("(?s)[A-Z'].*\\.").doesNotContainPattern("\\p{Cntrl}");
    assertThat(message.length()).isBetween(20, 2000);
    String unquoted = message.replaceAll("'[^']*'", "'quoted'");
    assertThat(unquoted).doesNotContainPattern("[.!?] +[A-Z]").doesNotContain("null", "Exception");
  }
}
