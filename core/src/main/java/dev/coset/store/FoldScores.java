package dev.coset.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The scores of candidates on held-out rows, fold by fold, while a choice is made. In the folder of
 * a run each is on disk before the next, so that cross-validation resumes where a kill ended it;
 * scores lost to damage are computed again. Thread-safe.
 */
public final class FoldScores implements AutoCloseable {
  static final String NAME = "scores.journal";
  private static final int HEADER = 2 * Integer.BYTES;

  private final Map<Part, double[]> known = new HashMap<>();
  private final Path file;
  private @Nullable Journal journal;

  private record Part(int candidate, int fold) {}

  private FoldScores(Path file) {
    this.file = file;
  }

  /** Kept nowhere else. */
  public static FoldScores inMemory() {
    return new FoldScores(Path.of(NAME));
  }

  /**
   * Those of a folder.
   *
   * @param digest of everything that determines them
   */
  static FoldScores in(Path folder, byte[] digest) throws IOException {
    var scores = new FoldScores(folder.resolve(NAME));
    scores.journal = Journal.open(scores.file, digest, scores::restore);
    return scores;
  }

  private boolean restore(byte[] body) {
    if (body.length < HEADER || (body.length - HEADER) % Double.BYTES != 0) {
      return false;
    }
    var bytes = ByteBuffer.wrap(body);
    var part = new Part(bytes.getInt(), bytes.getInt());
    double[] logDensity = new double[bytes.remaining() / Double.BYTES];
    bytes.asDoubleBuffer().get(logDensity);
    known.put(part, logDensity);
    return true;
  }

  /** The log predictive density of each row of a fold, where it is known. */
  public synchronized Optional<double[]> of(int candidate, int fold) {
    return Optional.ofNullable(known.get(new Part(candidate, fold)));
  }

  /** Keeps the scores of a fold; when this returns, they are on disk. */
  public synchronized void add(int candidate, int fold, double[] logDensity) {
    if (journal != null) {
      var body = ByteBuffer.allocate(HEADER + logDensity.length * Double.BYTES);
      body.putInt(candidate).putInt(fold).asDoubleBuffer().put(logDensity);
      try {
        journal.append(List.of(body.array()));
      } catch (IOException e) {
        throw new UncheckedIOException(DurableFiles.about(file, e));
      }
    }
    known.put(new Part(candidate, fold), logDensity);
  }

  @Override
  public synchronized void close() {
    if (journal != null) {
      try {
        journal.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
