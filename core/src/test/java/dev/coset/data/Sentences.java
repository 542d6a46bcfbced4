package dev.coset.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.message.Words;

/** What every message to a user has in common. */
final class Sentences {

  /** What is wrong, perhaps why, and what to do. */
  private static final int MOST_SENTENCES = 3;

  private Sentences() {}

  /** A note is short, and may begin with a number. */
  static void assertOneLine(String note) {
    assertThat(note).matches("[A-Z'0-9].*\\.").doesNotContainPattern("\\p{Cntrl}");
  }

  /** A message says what is wrong and what to do in a few short sentences. */
  static void assertMessage(String message) {
    assertThat(message).matches("(?s)[A-Z'].*\\.").doesNotContainPattern("\\p{Cntrl}");
    assertThat(message.length()).isBetween(20, 2000);
    String unquoted = message.replaceAll("'[^']*'", "'quoted'");
    assertThat(unquoted.split("[.!?] +[A-Z']")).hasSizeLessThanOrEqualTo(MOST_SENTENCES);
    assertThat(unquoted).doesNotContain("null", "Exception");
    assertThat(Words.sentences(withoutPlaces(unquoted)))
        .allSatisfy(
            sentence ->
                assertThat(Words.count(sentence)).as(sentence).isLessThanOrEqualTo(Words.MOST));
  }

  /** Lists of names are one word, and places in parentheses none. */
  private static String withoutPlaces(String unquoted) {
    return unquoted
        .replaceAll("\\([^()]*\\)", "")
        .replaceAll("\\([^()]*\\)", "")
        .replaceAll("'quoted'(, 'quoted')+( and \\d+ more)?", "'quoted'");
  }
}
