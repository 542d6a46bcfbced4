package dev.coset.store;

import dev.coset.data.InputException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The right to change a run, held by one process at a time. The lock is on a file of its own that
 * nobody reads: on some systems closing any channel of a locked file gives up the lock.
 */
final class RunLock implements AutoCloseable {
  static final String NAME = "lock";

  private final FileChannel channel;

  private RunLock(FileChannel channel) {
    this.channel = channel;
  }

  static RunLock take(Path folder) throws IOException {
    var channel =
        DurableFiles.open(
            folder.resolve(NAME), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    boolean alone = false;
    try {
      alone = channel.tryLock() != null;
    } catch (OverlappingFileLockException sameProcess) {
      alone = false;
    } finally {
      if (!alone) {
        channel.close();
      }
    }
    if (!alone) {
      throw new InputException(
          "Another process is at work on the run %s: wait until it ends or stop it."
              .formatted(folder.toAbsolutePath()));
    }
    return new RunLock(channel);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
