package dev.coset.chains;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChainOutcomeTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u001b[2J", // clears a screen
        "\u001b]0;title\u0007", // renames a window
        "\u009b31m", // the same as escape and bracket, in one character
        "\r\nWarning: a line of its own\u2028",
        "\b\b\u007f\u202e", // overwrites, or turns the line around
        "\ud800" // half a character
      })
  void aReasonIsOneLineThatATerminalDoesNotObey(String hostile) {
    String reason = new ChainOutcome.Failed(1, "No " + hostile + " start.", 0).reason();
    assertThat(reason).startsWith("No ").endsWith(" start.");
    assertThat(reason.codePoints().map(Character::getType))
        .doesNotContain(
            (int) Character.CONTROL,
            (int) Character.FORMAT,
            (int) Character.SURROGATE,
            (int) Character.LINE_SEPARATOR);
  }

  @ParameterizedTest
  @ValueSource(strings = {"No start was found: \u03c3 too small.", "\ud83d\ude80 'a' <b>", ""})
  void aReasonOfPrintableTextStays(String text) {
    assertThat(new ChainOutcome.Failed(1, text, 0).reason()).isEqualTo(text);
  }
}
