package dev.coset.export;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * How one element is stored, little-endian.
 *
 * @param name as NumPy writes it
 */
record ZarrType(String name, int bytes) {
  static final ZarrType FLOAT = new ZarrType("<f8", Double.BYTES);
  static final ZarrType INTEGER = new ZarrType("<i8", Long.BYTES);
  static final ZarrType BOOLEAN = new ZarrType("|b1", 1);

  /** Texts of a fixed number of code points, filled up with zeros. */
  static ZarrType text(List<String> texts) {
    int longest = texts.stream().mapToInt(t -> t.codePointCount(0, t.length())).max().orElse(1);
    int length = Math.max(1, longest);
    return new ZarrType("<U" + length, Integer.BYTES * length);
  }

  void putText(ByteBuffer to, String text) {
    byte[] utf32 = text.getBytes(StandardCharsets.UTF_32LE);
    to.put(Arrays.copyOf(utf32, bytes));
  }
}
