package dev.coset.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.coset.cli.FrameReader.Frame;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a program may send, and what it may not. */
class FrameReaderTest {
  private static InputStream bytes(String text) {
    return new ByteArrayInputStream(text.getBytes(UTF_8));
  }

  @Test
  void aLineIsACommandAndAnUnfinishedOneIsNothing() throws IOException {
    var reader = new FrameReader(bytes("[\"a\", \"\u00e9\\n\"]\r\n[]\n[\"b\"]"));
    assertThat(reader.next()).contains(new Frame.Command(List.of("a", "\u00e9\n")));
    assertThat(reader.next()).contains(new Frame.Command(List.of()));
    assertThat(reader.next()).isEmpty();
  }

  @Test
  void noWordContainsTheCharacterThatEndsArgumentsOfPrograms() throws IOException {
    assertThat(new FrameReader(bytes("[\"a\\u0000\"]\n")).next())
        .contains(new Frame.Refused("A word of a command cannot contain the character U+0000."));
  }

  /** 300 million bytes are passed over without being kept. */
  @Test
  @Timeout(60)
  void theLineAfterOneOfAnyLengthIsRead() throws IOException {
    byte[] block = "x".repeat(1_000_000).getBytes(UTF_8);
    var blocks =
        Collections.nCopies(300, block).stream()
            .map(ByteArrayInputStream::new)
            .map(InputStream.class::cast)
            .toList();
    var reader =
        new FrameReader(
            new SequenceInputStream(
                new SequenceInputStream(Collections.enumeration(blocks)), bytes("\n[\"a\"]\n")));
    assertThat(reader.next())
        .contains(
            new Frame.Refused("A command has at most 4194304 bytes, but this one has 300000000."));
    assertThat(reader.next()).contains(new Frame.Command(List.of("a")));
  }
}
