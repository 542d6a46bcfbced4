package dev.coset.parquet;

import dev.coset.parquet.Footer.Chunk;
import java.io.IOException;
import java.util.zip.CRC32;

/** Reads the pages of a chunk one after another. */
final class PageReader {
  private static final int USUAL_HEADER = 1 << 9; // bytes
  private static final int LONGEST_HEADER = 1 << 22;

  private final Input file;
  private final Codec codec;
  private final PageMemory memory;
  private final long end;
  private long at;

  PageReader(Input file, Chunk chunk, PageMemory memory) throws IOException {
    this.file = file;
    this.codec = Codec.of(chunk.codec());
    this.memory = memory;
    this.at = chunk.start();
    this.end = at + chunk.length();
  }

  boolean hasNext() {
    return at < end;
  }

  /** Reads the next header; {@link #body} or {@link #skip} must follow. */
  PageHeader header() throws IOException {
    for (long length = USUAL_HEADER; ; length *= 8) { // it does not say how long it is
      var in = new Bytes(file.read(at, (int) Math.min(length, end - at)));
      int all = in.remaining();
      try {
        PageHeader header = PageHeader.read(in);
        at += all - in.remaining();
        if (header.compressedSize() > end - at) {
          throw new MalformedException("a page is longer than its column");
        }
        return header;
      } catch (MalformedException e) {
        if (length >= end - at || length >= LONGEST_HEADER) {
          throw e;
        }
      }
    }
  }

  void skip(PageHeader header) {
    at += header.compressedSize();
  }

  /** Reads what follows a header, unpacked. */
  byte[] body(PageHeader header) throws IOException {
    memory.take((long) header.compressedSize() + header.size());
    byte[] packed = file.read(at, header.compressedSize());
    at += packed.length;
    if (header.crc() != null) {
      var crc = new CRC32();
      crc.update(packed);
      if ((int) crc.getValue() != header.crc()) {
        throw new MalformedException("a page's checksum is wrong");
      }
    }
    int levels = header.levels(); // these are never compressed
    if (levels > header.size() || levels > packed.length) {
      throw new MalformedException("a page has not the size that it says");
    }
    byte[] body = new byte[header.size()];
    System.arraycopy(packed, 0, body, 0, levels);
    // What is empty may be stored as nothing, whatever the compression.
    Codec used = header.compressed() && levels < packed.length ? codec : Codec.UNCOMPRESSED;
    used.unpack(packed, levels, body, levels);
    memory.give(packed.length);
    return body;
  }
}
