package dev.coset.data;

import static org.assertj.core.api.Assertions.assertThat;

/** What every message to a user has in common. */
final class Sentences {

  private Sentences() {}

  static void assertOneSentence(String message) {
    assertThat(message).matches("(?s)[A-Z'].*\\.").doesNotContainPattern("\\p{Cntrl}");
    assertThat(message.length()).isBetween(20, 2000);
    String unquoted = message.replaceAll("'[^']*'", "'quoted'");
    assertThat(unquoted).doesNotContainPattern("[.!?] +[A-Z]").doesNotContain("null", "Exception");
  }
}
