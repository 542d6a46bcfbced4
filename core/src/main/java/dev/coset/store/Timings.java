package dev.coset.store;

import dev.coset.chains.ChainOutcome;
import dev.coset.data.InputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The seconds of each chain, one line each, and of each wait for chains, which may be fewer where
 * several run at once. They are for people: where they cannot be read or kept, the run continues
 * without.
 */
final class Timings {
  private static final String NAME = "timings.csv";
  private static final String WAITED = "waited";
  private static final long MOST_BYTES = 1L << 28;

  private final Path file;

  Timings(Path folder) {
    this.file = folder.resolve(NAME);
  }

  Map<Integer, Double> read() {
    Map<Integer, Double> seconds = new TreeMap<>();
    for (String line : text().split("\n", -1)) {
      int comma = line.indexOf(',');
      try {
        seconds.put(
            Integer.valueOf(line.substring(0, comma)), Double.valueOf(line.substring(comma + 1)));
      } catch (NumberFormatException | StringIndexOutOfBoundsException cut) {
        // a line that a kill cut short, or somebody's
      }
    }
    return seconds;
  }

  /** All waits together. */
  double waited() {
    double sum = 0;
    for (String line : text().split("\n", -1)) {
      if (line.startsWith(WAITED + ",")) {
        try {
          sum += Double.parseDouble(line.substring(WAITED.length() + 1));
        } catch (NumberFormatException cut) {
          // as above
        }
      }
    }
    return sum;
  }

  private String text() {
    try {
      return new String(DurableFiles.read(file, MOST_BYTES), StandardCharsets.UTF_8);
    } catch (IOException | InputException unreadable) {
      return "";
    }
  }

  void add(List<ChainOutcome> outcomes) {
    var lines = new StringBuilder();
    outcomes.forEach(o -> lines.append(o.chain()).append(',').append(o.seconds()).append('\n'));
    append(lines.toString());
  }

  void addWait(double seconds) {
    append(WAITED + "," + seconds + "\n");
  }

  private void append(String lines) {
    byte[] text = lines.getBytes(StandardCharsets.UTF_8);
    try (var channel =
        DurableFiles.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      DurableFiles.writeFully(channel, ByteBuffer.wrap(text));
    } catch (IOException | InputException unwritable) {
      return; // the chains themselves are kept
    }
  }
}
