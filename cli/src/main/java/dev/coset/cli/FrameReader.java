package dev.coset.cli;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads the frames that a program sends: each is one line of UTF-8, a JSON array of the words of a
 * command. A frame has a bounded length, and a frame that breaks the rules does not end the stream.
 */
final class FrameReader {
  static final int MOST_BYTES = 1 << 22;
  static final int MOST_WORDS = 1000;
  private static final JsonMapper JSON = JsonMapper.shared();

  /** One frame. */
  sealed interface Frame {
    /** The words of a command. */
    record Command(List<String> words) implements Frame {}

    /**
     * A frame that is no command.
     *
     * @param reason a sentence
     */
    record Refused(String reason) implements Frame {}
  }

  private final InputStream in;

  FrameReader(InputStream in) {
    this.in = new BufferedInputStream(in, 1 << 16);
  }

  /** Returns the next frame, or nothing at the end of the stream; ignores an unfinished line. */
  Optional<Frame> next() throws IOException {
    var line = new ByteArrayOutputStream();
    long length = 0;
    for (int b = in.read(); b >= 0; b = in.read()) {
      if (b == '\n') {
        return Optional.of(
            length > MOST_BYTES
                ? new Frame.Refused(
                    "A command has at most %d bytes, but this one has %d."
                        .formatted(MOST_BYTES, length))
                : frame(line.toByteArray()));
      }
      if (length++ < MOST_BYTES) {
        line.write(b);
      }
    }
    return Optional.empty();
  }

  private static Frame frame(byte[] line) {
    List<String> words = new ArrayList<>();
    try {
      JsonNode tree = JSON.readTree(text(line));
      if (!tree.isArray()) {
        return notACommand();
      }
      for (JsonNode word : tree) {
        if (!word.isString()) {
          return notACommand();
        }
        if (word.stringValue().indexOf('\0') >= 0) {
          return new Frame.Refused("A word of a command cannot contain the character U+0000.");
        }
        words.add(word.stringValue());
      }
    } catch (CharacterCodingException | JacksonException e) {
      return notACommand();
    }
    return words.size() > MOST_WORDS
        ? new Frame.Refused(
            "A command has at most %d words, but this one has %d."
                .formatted(MOST_WORDS, words.size()))
        : new Frame.Command(List.copyOf(words));
  }

  private static Frame notACommand() {
    return new Frame.Refused("A command is a JSON array of its words, each a string.");
  }

  private static String text(byte[] line) throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString();
  }
}
