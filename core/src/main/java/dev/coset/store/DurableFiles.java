package dev.coset.store;

import dev.coset.data.InputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Writes files completely or not at all, even in a power cut, in folders that may hold anything:
 * links are not followed, and what is no regular file is not opened.
 */
public final class DurableFiles {
  private DurableFiles() {}

  /** Writes a file beside its place, forces it, moves it there, and forces the folder. */
  public static void replace(Path folder, String name, byte[] content) throws IOException {
    replace(folder, name, channel -> writeFully(channel, ByteBuffer.wrap(content)));
  }

  /** What a file is to hold. */
  @FunctionalInterface
  interface Content {
    void writeTo(FileChannel channel) throws IOException;
  }

  /** The same of content that is written piece by piece. */
  static void replace(Path folder, String name, Content content) throws IOException {
    Path place = folder.resolve(name);
    try (var pending = Pending.file(place)) {
      content.writeTo(pending.channel());
      pending.channel().force(true);
      pending.replace();
    } catch (IOException e) {
      throw about(place, e);
    }
    forceFolder(folder);
  }

  /**
   * Opens a regular file; whatever else lies there, such as a link or a pipe, is refused.
   *
   * @throws NoSuchFileException where nothing lies there, unless it is to be created
   */
  static FileChannel open(Path file, OpenOption... options) throws IOException {
    requireRegular(file);
    Set<OpenOption> all = new HashSet<>(List.of(options));
    all.add(LinkOption.NOFOLLOW_LINKS);
    return FileChannel.open(file, all);
  }

  /** The content of a regular file of at most so many bytes. */
  static byte[] read(Path file, long most) throws IOException {
    try (var channel = open(file, StandardOpenOption.READ)) {
      requireSize(file, channel.size(), most);
      var content = ByteBuffer.allocate((int) channel.size());
      readFully(channel, content, 0);
      return content.array();
    } catch (IOException e) {
      throw about(file, e);
    }
  }

  /** Refuses a file of more bytes. */
  static void requireSize(Path file, long size, long most) {
    if (size > most) {
      throw new InputException(
          "The file %s has %d bytes, more than the %d it may have: restore it from a copy, or fit again."
              .formatted(file, size, most));
    }
  }

  private static void requireRegular(Path file) throws IOException {
    BasicFileAttributes attributes;
    try {
      attributes = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException absent) {
      return;
    }
    if (!attributes.isRegularFile()) {
      throw new InputException(
          "The path %s is %s, but a run holds regular files only: remove it, or restore the run from a copy."
              .formatted(
                  file,
                  attributes.isSymbolicLink()
                      ? "a link"
                      : attributes.isDirectory() ? "a folder" : "not a regular file"));
    }
  }

  /** Fills the buffer from a position on; false where the file ends before. */
  static boolean readFully(FileChannel channel, ByteBuffer buffer, long from) throws IOException {
    long start = from - buffer.position();
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, start + buffer.position()) < 0) {
        return false;
      }
    }
    return true;
  }

  static void writeFully(FileChannel channel, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /** The same failure with the name of the file, which that of a channel lacks. */
  public static IOException about(Path file, IOException failure) {
    return failure instanceof FileSystemException
        ? failure
        : new FileSystemException(file.toString(), null, failure.getMessage());
  }

  static void forceFolder(Path folder) throws IOException {
    try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (AccessDeniedException windows) {
      // Windows opens no folders; its file systems order a rename after the data on their own.
    } catch (IOException e) {
      throw about(folder, e);
    }
  }
}
