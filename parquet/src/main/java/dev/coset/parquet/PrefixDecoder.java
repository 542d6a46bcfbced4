package dev.coset.parquet;

import java.util.Arrays;

/** Decodes byte arrays that begin as the one before does. */
final class PrefixDecoder implements Decoder {
  /**
   * Few bytes can stand for many texts, each as long as the one before; so much is read at once.
   */
  private static final long MOST_BYTES = 1 << 24;

  private final Leaf leaf;
  private final DeltaReader prefixes;
  private final DeltaReader suffixes;
  private final Bytes in;
  private byte[] last = {};

  PrefixDecoder(Leaf leaf, Bytes in) throws MalformedException {
    this.leaf = leaf;
    this.prefixes = DeltaReader.before(in);
    this.suffixes = DeltaReader.before(in);
    this.in = in;
  }

  @Override
  public void read(Values into, int count) throws MalformedException {
    long bytes = 0;
    for (int i = 0; i < count; i++) {
      long prefix = prefixes.next();
      long suffix = suffixes.next();
      if (prefix < 0 || prefix > last.length) {
        throw new MalformedException("a text begins with more than the one before has");
      }
      int start = in.take(suffix);
      bytes += prefix + suffix;
      if (bytes > MOST_BYTES) {
        throw new MalformedException("its texts are too long");
      }
      byte[] next = Arrays.copyOf(last, (int) (prefix + suffix));
      System.arraycopy(in.array(), start, next, (int) prefix, (int) suffix);
      leaf.bytes(into, i, new Bytes(next));
      last = next;
    }
  }
}
