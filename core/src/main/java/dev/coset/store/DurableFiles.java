package dev.coset.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Files that are there whole or not at all, even after a power cut. */
public final class DurableFiles {
  private DurableFiles() {}

  /** Writes a file beside its place, forces it, moves it there, and forces the folder. */
  public static void replace(Path folder, String name, byte[] content) throws IOException {
    Path pending = folder.resolve(name + ".pending");
    try (var channel =
        FileChannel.open(
            pending,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      writeFully(channel, ByteBuffer.wrap(content));
      channel.force(true);
    }
    Files.move(
        pending,
        folder.resolve(name),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
    forceFolder(folder);
  }

  static void writeFully(FileChannel channel, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  static void forceFolder(Path folder) throws IOException {
    try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (java.nio.file.AccessDeniedException windows) {
      // Windows opens no folders; its file systems order a rename after the data on their own.
    }
  }
}
