package dev.coset.parquet;

import java.util.Arrays;

/**
 * Reads small numbers in runs: one number repeated, or groups of eight in few bits each.
 *
 * @see <a href="https://parquet.apache.org/docs/file-format/data-pages/encodings/">RLE/bit-packing
 *     hybrid</a>
 */
final class RunReader {
  private static final int MOST_BITS = 32;

  private final Bytes in;
  private final int width;
  private long left; // of this run
  private boolean packed;
  private int repeated;
  private long bits; // of packed numbers, read and not yet used
  private int available;

  /**
   * @param width bits of a number
   */
  RunReader(Bytes in, int width) throws MalformedException {
    if (width > MOST_BITS) {
      throw new MalformedException("numbers have too many bits");
    }
    this.in = in;
    this.width = width;
  }

  /** Reads the next numbers. */
  void read(int[] into, int count) throws MalformedException {
    int at = 0;
    while (at < count) {
      while (left == 0) {
        begin();
      }
      int now = (int) Math.min(left, count - at);
      if (packed) {
        unpack(into, at, now);
      } else {
        Arrays.fill(into, at, at + now, repeated);
      }
      left -= now;
      at += now;
    }
  }

  private void begin() throws MalformedException {
    int head = in.count();
    packed = (head & 1) == 1;
    left = packed ? 8L * (head >>> 1) : head >>> 1;
    if (packed) {
      bits = 0;
      available = 0;
    } else {
      repeated = 0;
      for (int shift = 0; shift < width; shift += Byte.SIZE) {
        repeated |= in.unsignedByte() << shift;
      }
      if (width < MOST_BITS && repeated >>> width != 0) {
        throw new MalformedException("numbers have too many bits");
      }
    }
  }

  private void unpack(int[] into, int from, int count) throws MalformedException {
    long mask = (1L << width) - 1;
    for (int i = from; i < from + count; i++) {
      while (available < width) {
        bits |= (long) in.unsignedByte() << available;
        available += Byte.SIZE;
      }
      into[i] = (int) (bits & mask);
      bits >>>= width;
      available -= width;
    }
  }
}
