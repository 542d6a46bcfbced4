package dev.coset.parquet;

/**
 * Unpacks Snappy's format: literal bytes, and copies of bytes before.
 *
 * @see <a href="https://github.com/google/snappy/blob/main/format_description.txt">the format</a>
 */
final class Snappy {
  private Snappy() {}

  /** Fills an array from a place on. */
  static void unpack(byte[] packed, int from, byte[] into, int start) throws MalformedException {
    var in = new Bytes(packed);
    in.take(from);
    if (in.count() != into.length - start) {
      throw new MalformedException("a page has not the size that it says");
    }
    int at = start;
    while (in.remaining() > 0) {
      int tag = in.unsignedByte();
      if ((tag & 3) == 0) {
        int length = literal(in, tag >> 2);
        int literal = in.take(length);
        require(length <= into.length - at);
        System.arraycopy(packed, literal, into, at, length);
        at += length;
      } else {
        int length = (tag & 3) == 1 ? 4 + (tag >> 2 & 7) : 1 + (tag >> 2);
        int back =
            switch (tag & 3) {
              case 1 -> tag >> 5 << 8 | in.unsignedByte();
              case 2 -> in.unsignedByte() | in.unsignedByte() << 8;
              default -> in.int32();
            };
        at = copy(into, start, at, back, length);
      }
    }
    require(at == into.length);
  }

  private static int literal(Bytes in, int code) throws MalformedException {
    if (code < 60) {
      return code + 1;
    }
    int length = 0;
    for (int i = 0; i < code - 59; i++) {
      length |= in.unsignedByte() << (8 * i);
    }
    require(length >= 0 && length < Integer.MAX_VALUE);
    return length + 1;
  }

  /** Repeats bytes of the output, perhaps also those that it writes, and returns their end. */
  static int copy(byte[] into, int start, int at, int back, int length) throws MalformedException {
    require(back > 0 && back <= at - start && length <= into.length - at);
    if (back >= length) {
      System.arraycopy(into, at - back, into, at, length);
    } else {
      for (int i = at; i < at + length; i++) {
        into[i] = into[i - back];
      }
    }
    return at + length;
  }

  private static void require(boolean fits) throws MalformedException {
    if (!fits) {
      throw new MalformedException("a page cannot be unpacked");
    }
  }
}
