package dev.coset.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Messages have short sentences and few digits, as far as their patterns in the sources show. */
class MessageFormTest {
  /** Calls whose literals are messages, or parts of them. */
  private static final Set<String> MESSAGES =
      Set.of(
          "Message.of",
          "Message.text",
          "InputException",
          "InputException.of",
          "Finding.ok",
          "Finding.note",
          "Finding.warning",
          "console.note",
          "console.warn",
          "console.fail",
          "IllegalArgumentException",
          "IllegalStateException");

  /** Formats of numbers that have more than three significant digits. */
  private static final Pattern MANY_DIGITS =
      Pattern.compile("%[+,]*(?:\\.(?:[4-9]|\\d\\d)[fg]|\\.[3-9]e|[feg])");

  @Test
  void sentencesAreShort() {
    List<String> found = new ArrayList<>();
    for (SourceText text : messages()) {
      for (String sentence : Words.sentences(text.words())) {
        if (Words.count(sentence) > Words.MOST) {
          found.add(
              "%s:%d: %d words: %s"
                  .formatted(text.file(), text.line(0), Words.count(sentence), sentence));
        }
      }
    }
    assertThat(found).isEmpty();
  }

  @Test
  void numbersHaveAtMostThreeDigits() {
    assertThat(messages())
        .filteredOn(text -> MANY_DIGITS.matcher(text.words()).find())
        .extracting(text -> text.file() + ":" + text.line(0) + ": " + text.words())
        .isEmpty();
  }

  @Test
  void wordsAreCountedWithoutWhatIsQuoted() {
    assertThat(Words.count("Column 'a long name' has %d cells, %.2g%% of 'all of them'."))
        .isEqualTo(8);
    assertThat(Words.sentences("It failed. Rerun with '--a b. C', or 0.5 of it. Done."))
        .containsExactly("It failed.", "Rerun with '--a b. C', or 0.5 of it.", "Done.");
  }

  @Test
  void digitsOfFormatsAreSeen() {
    assertThat(List.of("%.4f", "%+.5g", "%f", "%.3e")).allMatch(MANY_DIGITS.asPredicate());
    assertThat(List.of("%.2f", "%.3g", "%d", "%s", "100%% of"))
        .noneMatch(MANY_DIGITS.asPredicate());
  }

  private static List<SourceText> messages() {
    List<SourceText> messages =
        SourceText.all().stream()
            .filter(text -> text.kind() == SourceText.Kind.LITERAL && !text.words().isEmpty())
            .filter(text -> MESSAGES.stream().anyMatch(text::isIn))
            .toList();
    assertThat(messages).hasSizeGreaterThan(400);
    return messages;
  }
}
