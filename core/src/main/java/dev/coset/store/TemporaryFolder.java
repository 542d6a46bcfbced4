package dev.coset.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.Cleaner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A folder that is deleted when it is no longer needed, at the end of the program at the latest.
 */
public record TemporaryFolder(Path path) implements Runnable {
  private static final Cleaner CLEANER = Cleaner.create();

  public static TemporaryFolder create() {
    try {
      var created = new TemporaryFolder(Files.createTempDirectory("coset-"));
      Runtime.getRuntime().addShutdownHook(new Thread(created));
      return created;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Does work in a folder, or in a temporary one where there is none. */
  public static <T> T unless(@Nullable Path folder, Function<Path, T> work) {
    if (folder != null) {
      return work.apply(folder);
    }
    var temporary = create();
    try {
      return work.apply(temporary.path());
    } finally {
      temporary.run();
    }
  }

  /** Deletes the folder once an object is no longer reachable. */
  public void deleteAfter(Object owner) {
    CLEANER.register(owner, this);
  }

  /** Deletes the folder. */
  @Override
  public void run() {
    try {
      RunCopy.delete(path);
    } catch (IOException left) {
      // the system clears temporary folders
    }
  }
}
