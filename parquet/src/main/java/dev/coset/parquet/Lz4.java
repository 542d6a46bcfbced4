package dev.coset.parquet;

/**
 * Unpacks a block of LZ4: literal bytes and copies of bytes before, in turn.
 *
 * @see <a href="https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md">the format</a>
 */
final class Lz4 {
  private static final int SHORTEST_COPY = 4;

  private Lz4() {}

  /** Fills an array from a place on. */
  static void unpack(byte[] packed, int from, byte[] into, int start) throws MalformedException {
    var in = new Bytes(packed);
    in.take(from);
    int at = start;
    while (in.remaining() > 0) {
      int token = in.unsignedByte();
      int length = length(in, token >> 4, into.length - at);
      System.arraycopy(packed, in.take(length), into, at, length);
      at += length;
      if (in.remaining() > 0) { // the last has no copy
        int back = in.unsignedByte() | in.unsignedByte() << 8;
        int copied = length(in, token & 0xF, into.length - at) + SHORTEST_COPY;
        at = Snappy.copy(into, start, at, back, copied);
      }
    }
    if (at != into.length) {
      throw new MalformedException("a page cannot be unpacked");
    }
  }

  /** A length whose first four bits are known. */
  private static int length(Bytes in, int known, int most) throws MalformedException {
    int length = known;
    if (known == 0xF) {
      int more;
      do {
        more = in.unsignedByte();
        length += more;
      } while (more == 0xFF && length <= most);
    }
    if (length > most) {
      throw new MalformedException("a page cannot be unpacked");
    }
    return length;
  }
}
