package dev.coset.store;

import dev.coset.data.InputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/**
 * Records appended one after another, each forced to disk before the next: length, CRC32C, body. A
 * journal cut at any byte opens as the records before the cut.
 */
final class Journal implements AutoCloseable {
  private static final long MAGIC = 0x434F5345_544A3031L; // COSETJ01
  private static final int HEADER = Long.BYTES;
  private static final int RECORD_HEADER = 2 * Integer.BYTES;

  private final FileChannel channel;

  private Journal(FileChannel channel) {
    this.channel = channel;
  }

  /** Hands over every whole record and returns the number of bytes they take, with the header. */
  static long read(Path file, Consumer<byte[]> sink) throws IOException {
    if (!Files.exists(file)) {
      return 0;
    }
    try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return read(channel, file, sink);
    }
  }

  private static long read(FileChannel channel, Path file, Consumer<byte[]> sink)
      throws IOException {
    long size = channel.size();
    var header = ByteBuffer.allocate(HEADER);
    if (!fill(channel, header, 0)) {
      return 0; // cut inside the header: nothing was written yet
    }
    if (header.getLong(0) != MAGIC) {
      throw new InputException(
          "The file " + file + " is not a journal of draws: restore it or fit again.");
    }
    long end = HEADER;
    var recordHeader = ByteBuffer.allocate(RECORD_HEADER);
    while (fill(channel, recordHeader.clear(), end)) {
      int length = recordHeader.getInt(0);
      if (length <= 0 || length > size - end - RECORD_HEADER) {
        break;
      }
      var body = ByteBuffer.allocate(length);
      if (!fill(channel, body, end + RECORD_HEADER)
          || checksum(body.array()) != recordHeader.getInt(Integer.BYTES)) {
        break;
      }
      sink.accept(body.array());
      end += RECORD_HEADER + length;
    }
    return end;
  }

  /** Opens for appending, alone, handing over what is there; a damaged end is cut off. */
  static Journal open(Path file, Consumer<byte[]> sink) throws IOException {
    var channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      lock(channel, file);
      long end = read(channel, file, sink);
      channel.truncate(end);
      channel.position(end);
      if (end == 0) {
        DurableFiles.writeFully(channel, ByteBuffer.allocate(HEADER).putLong(MAGIC).flip());
      }
      channel.force(true);
      return new Journal(channel);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static void lock(FileChannel channel, Path file) throws IOException {
    boolean alone;
    try {
      alone = channel.tryLock() != null;
    } catch (OverlappingFileLockException sameProcess) {
      alone = false;
    }
    if (!alone) {
      throw new InputException(
          "Another process is at work on the run "
              + file.toAbsolutePath().getParent()
              + ": wait until it ends or stop it.");
    }
  }

  /** Appends one record; when this returns, it is on disk. */
  void append(byte[] body) throws IOException {
    var bytes = ByteBuffer.allocate(RECORD_HEADER + body.length);
    bytes.putInt(body.length).putInt(checksum(body)).put(body).flip();
    DurableFiles.writeFully(channel, bytes);
    channel.force(false);
  }

  private static boolean fill(FileChannel channel, ByteBuffer buffer, long from)
      throws IOException {
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, from + buffer.position()) < 0) {
        return false;
      }
    }
    return true;
  }

  private static int checksum(byte[] body) {
    var crc = new CRC32C();
    crc.update(body);
    return (int) crc.getValue();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
