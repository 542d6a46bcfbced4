package dev.coset.cli;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Sends what a command writes to standard error to the program that asked: text in frames {@code
 * {"err": ...}} as it comes, and each warning in a frame {@code {"warning": ...}} of its own.
 */
final class ServedMessages extends PrintWriter {
  private final Consumer<Map<String, ?>> frames;

  ServedMessages(Consumer<Map<String, ?>> frames) {
    super(new Text(frames), true);
    this.frames = frames;
  }

  void warn(String sentence) {
    flush();
    frames.accept(Map.of("warning", sentence));
  }

  private static final class Text extends Writer {
    private final Consumer<Map<String, ?>> frames;
    private final StringBuilder text = new StringBuilder();

    Text(Consumer<Map<String, ?>> frames) {
      this.frames = frames;
    }

    @Override
    public synchronized void write(char[] from, int offset, int length) {
      text.append(from, offset, length);
    }

    @Override
    public synchronized void flush() {
      if (!text.isEmpty()) {
        frames.accept(Map.of("err", text.toString()));
        text.setLength(0);
      }
    }

    @Override
    public void close() {
      flush();
    }
  }
}
