package dev.coset.store;

import dev.coset.data.InputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.function.Predicate;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Records appended one after another, or several at once, forced to disk before the next: mark,
 * number, length, CRC32C, body. A journal cut at any byte opens as the records before the cut.
 * Damage in the middle loses the records it hit: reading continues at the next mark behind it. The
 * header names the manifest's digest, and all checksums begin with it, so that no record is read
 * under another manifest.
 */
final class Journal implements AutoCloseable {
  private static final long MAGIC = 0x434F5345_544A3032L; // COSETJ02
  private static final long MARK = 0x9D5EC0A7_F13B8264L; // no text, no number a draw would have
  private static final int DIGEST = 32;
  private static final int HEADER = Long.BYTES + DIGEST + Integer.BYTES;
  private static final int RECORD_HEADER = Long.BYTES + 3 * Integer.BYTES;
  private static final int WINDOW = 1 << 16; // bytes searched for a mark at once

  /**
   * What lies in a journal.
   *
   * @param end of the last intact record
   * @param next the number of the next record
   * @param lost records that damage made unreadable; a torn end is none
   */
  record Content(long end, int next, int lost) {
    private static final Content NOTHING = new Content(0, 0, 0);
  }

  private final FileChannel channel;
  private final byte[] digest;
  private int next;

  private Journal(FileChannel channel, byte[] digest, int next) {
    this.channel = channel;
    this.digest = digest;
    this.next = next;
  }

  /**
   * Hands over every intact record.
   *
   * @param sink says whether it understands a record; one that it does not is as good as damaged
   */
  static Content read(Path file, byte[] digest, Predicate<byte[]> sink) throws IOException {
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return Content.NOTHING;
    }
    try (var channel = DurableFiles.open(file, StandardOpenOption.READ)) {
      return read(channel, digest, sink);
    } catch (IOException e) {
      throw DurableFiles.about(file, e);
    }
  }

  /** A damaged header says nothing; then the records' checksums decide. */
  private static void refuseOther(FileChannel channel, Path file, byte[] digest)
      throws IOException {
    var header = ByteBuffer.allocate(HEADER);
    if (DurableFiles.readFully(channel, header, 0)
        && header.getLong(0) == MAGIC
        && header.getInt(HEADER - Integer.BYTES) == headerChecksum(header.array())
        && !Arrays.equals(header.array(), Long.BYTES, Long.BYTES + DIGEST, digest, 0, DIGEST)) {
      throw new InputException(
          "The draws in %s were made under another manifest than the one beside them: restore both from one copy, or fit again."
              .formatted(file));
    }
  }

  private static ByteBuffer headerOf(byte[] digest) {
    var header = ByteBuffer.allocate(HEADER).putLong(MAGIC).put(digest);
    return header.putInt(headerChecksum(header.array())).flip();
  }

  private static int headerChecksum(byte[] header) {
    var crc = new CRC32C();
    crc.update(header, 0, HEADER - Integer.BYTES);
    return (int) crc.getValue();
  }

  /** Refuses a journal that was begun under another manifest, before anything else is believed. */
  static void requireBound(Path file, byte[] digest) throws IOException {
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      try (var channel = DurableFiles.open(file, StandardOpenOption.READ)) {
        refuseOther(channel, file, digest);
      } catch (IOException e) {
        throw DurableFiles.about(file, e);
      }
    }
  }

  private static Content read(FileChannel channel, byte[] digest, Predicate<byte[]> sink)
      throws IOException {
    long size = channel.size();
    if (size < HEADER) {
      return Content.NOTHING; // cut inside the header: nothing was written yet
    }
    long end = HEADER;
    int next = 0;
    int lost = 0;
    long at = HEADER;
    boolean damaged = false;
    while (at < size) {
      var header = header(channel, at, size);
      byte[] body = header == null ? null : body(channel, at, size, header, digest);
      if (header != null && body != null && sink.test(body)) {
        int number = header.getInt(Long.BYTES);
        lost += Math.max(0, number - next);
        next = Math.max(next, number + 1);
        at += RECORD_HEADER + body.length;
        end = at;
        damaged = false;
      } else {
        // An append that was cut short begins as it should and announces more than there is.
        damaged |= header == null ? size - at >= RECORD_HEADER : !exceeds(header, at, size);
        at = nextMark(channel, at + 1, size);
      }
    }
    return new Content(end, next, lost + (damaged ? 1 : 0));
  }

  /** The header of a record that begins with a mark; null where none does. */
  private static @Nullable ByteBuffer header(FileChannel channel, long at, long size)
      throws IOException {
    if (size - at < RECORD_HEADER) {
      return null;
    }
    var header = ByteBuffer.allocate(RECORD_HEADER);
    return DurableFiles.readFully(channel, header, at) && header.getLong(0) == MARK ? header : null;
  }

  private static boolean exceeds(ByteBuffer header, long at, long size) {
    return length(header) > size - at - RECORD_HEADER;
  }

  private static int length(ByteBuffer header) {
    return header.getInt(Long.BYTES + Integer.BYTES);
  }

  /** The body behind a header; null where it is damaged or not all there. */
  private static byte @Nullable [] body(
      FileChannel channel, long at, long size, ByteBuffer header, byte[] digest)
      throws IOException {
    int length = length(header);
    if (length <= 0 || exceeds(header, at, size)) {
      return null;
    }
    var body = ByteBuffer.allocate(length);
    boolean intact =
        DurableFiles.readFully(channel, body, at + RECORD_HEADER)
            && header.getInt(RECORD_HEADER - Integer.BYTES)
                == checksum(digest, header.getInt(Long.BYTES), body.array());
    return intact ? body.array() : null;
  }

  /** Where the next mark lies; the size of the file where none does. */
  private static long nextMark(FileChannel channel, long from, long size) throws IOException {
    var window = ByteBuffer.allocate(WINDOW);
    for (long at = from; size - at >= Long.BYTES; at += WINDOW - Long.BYTES + 1) {
      window.clear().limit((int) Math.min(WINDOW, size - at));
      if (!DurableFiles.readFully(channel, window, at)) {
        return size;
      }
      for (int i = 0; i + Long.BYTES <= window.limit(); i++) {
        if (window.getLong(i) == MARK) {
          return at + i;
        }
      }
    }
    return size;
  }

  /** Opens for appending, handing over what is there; a damaged end is cut off. */
  static Journal open(Path file, byte[] digest, Predicate<byte[]> sink) throws IOException {
    var channel =
        DurableFiles.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      Content content = read(channel, digest, sink);
      channel.truncate(content.end());
      channel.position(0);
      DurableFiles.writeFully(channel, headerOf(digest)); // again, in case it was damaged
      channel.position(Math.max(HEADER, content.end()));
      channel.force(true);
      return new Journal(channel, digest, content.next());
    } catch (IOException e) {
      channel.close();
      throw DurableFiles.about(file, e);
    } catch (RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** Appends records; when this returns, they are on disk, which is asked once for them all. */
  void append(Iterable<byte[]> bodies) throws IOException {
    long begin = channel.position();
    int number = next;
    try {
      for (byte[] body : bodies) {
        var bytes = ByteBuffer.allocate(RECORD_HEADER + body.length);
        bytes.putLong(MARK).putInt(number).putInt(body.length);
        bytes.putInt(checksum(digest, number, body)).put(body).flip();
        DurableFiles.writeFully(channel, bytes);
        number++;
      }
      channel.force(false);
    } catch (IOException e) {
      giveUp(begin, e);
      throw e;
    }
    next = number;
  }

  /** Takes back what was not kept whole, or what comes next would stand behind it. */
  private void giveUp(long begin, IOException failure) {
    try {
      channel.truncate(begin);
    } catch (IOException further) {
      failure.addSuppressed(further);
    }
  }

  private static int checksum(byte[] digest, int number, byte[] body) {
    var crc = new CRC32C();
    crc.update(digest);
    crc.update(ByteBuffer.allocate(2 * Integer.BYTES).putInt(number).putInt(body.length).flip());
    crc.update(body);
    return (int) crc.getValue();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
