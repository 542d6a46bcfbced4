package dev.coset.parquet;

/**
 * Reads whole numbers that are stored as differences, in blocks of few bits each.
 *
 * @see <a href="https://parquet.apache.org/docs/file-format/data-pages/encodings/">Delta
 *     encoding</a>
 */
final class DeltaReader {
  private static final int MOST_BLOCKS = 1 << 12;
  private static final int LARGEST_BLOCK = 1 << 20;

  private final Bytes in;
  private final int perMiniblock;
  private final int[] widths; // (miniblock), in bits
  private final long total;
  private long value;
  private long read;
  private long least; // difference of this block
  private int miniblock;
  private int leftInMiniblock;
  private long bits;
  private int available;

  DeltaReader(Bytes in) throws MalformedException {
    this.in = in;
    int block = in.count();
    int miniblocks = in.count();
    if (miniblocks == 0
        || miniblocks > MOST_BLOCKS
        || block > LARGEST_BLOCK
        || block % miniblocks != 0
        || block / miniblocks % Byte.SIZE != 0
        || block == 0) {
      throw new MalformedException("differences are in no known blocks");
    }
    perMiniblock = block / miniblocks;
    widths = new int[miniblocks];
    miniblock = miniblocks; // so that the first difference begins a block
    total = in.count();
    value = in.zigzag();
  }

  /** Numbers before other bytes, which are what is left. */
  static DeltaReader before(Bytes in) throws MalformedException {
    Bytes copy = in.copy();
    new DeltaReader(copy).skip();
    return new DeltaReader(in.slice(in.remaining() - copy.remaining()));
  }

  long next() throws MalformedException {
    if (read == total) {
      throw new MalformedException("a page lacks values");
    }
    if (read++ > 0) {
      if (leftInMiniblock == 0) {
        begin();
      }
      leftInMiniblock--;
      value += least + unpack(widths[miniblock - 1]);
    }
    return value;
  }

  /** Begins a miniblock, which is always stored in full. */
  private void begin() throws MalformedException {
    if (miniblock == widths.length) {
      least = in.zigzag();
      for (int i = 0; i < widths.length; i++) {
        widths[i] = in.unsignedByte();
        if (widths[i] > Long.SIZE) {
          throw new MalformedException("numbers have too many bits");
        }
      }
      miniblock = 0;
    }
    miniblock++;
    leftInMiniblock = perMiniblock;
    bits = 0;
    available = 0;
  }

  private long unpack(int width) throws MalformedException {
    long found = 0;
    for (int have = 0; have < width; ) {
      if (available == 0) {
        bits = in.unsignedByte();
        available = Byte.SIZE;
      }
      int take = Math.min(available, width - have);
      found |= (bits & ((1L << take) - 1)) << have;
      bits >>>= take;
      available -= take;
      have += take;
    }
    return found;
  }

  /** Passes all numbers; the last miniblock, too, is stored in full. */
  private void skip() throws MalformedException {
    for (long left = total - 1; left > 0; left -= perMiniblock) {
      begin();
      in.take((long) perMiniblock * widths[miniblock - 1] / Byte.SIZE);
    }
  }
}
