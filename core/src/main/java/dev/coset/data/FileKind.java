package dev.coset.data;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Files that are taken for tables and are not text, told by how they begin. */
enum FileKind {
  ZIP("PK\3\4", "a zip archive, as .xlsx and .ods files are: save its table as CSV"),
  EXCEL("\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1", "an Excel file: save it as CSV"),
  // The byte after the four letters is that of every page's header; a column may be named PAR1.
  PARQUET(
      "PAR1\u0015",
      "a Parquet file in a pipe or packed by gzip: give the file itself, or save it as CSV"),
  XZ("\u00FD7zXZ\0", "compressed by xz: unpack it, or compress it by gzip instead"),
  ZSTD("\u0028\u00B5\u002F\u00FD", "compressed by zstd: unpack it, or compress it by gzip instead");

  /** As many bytes as any of them needs. */
  static final int BYTES = 8;

  private final byte[] start;
  private final String what;

  FileKind(String start, String what) {
    this.start = start.getBytes(StandardCharsets.ISO_8859_1);
    this.what = what;
  }

  static @Nullable FileKind of(byte[] head) {
    for (FileKind kind : values()) {
      int length = kind.start.length;
      if (head.length >= length && Arrays.equals(head, 0, length, kind.start, 0, length)) {
        return kind;
      }
    }
    return null;
  }

  InputException refusal(String name) {
    return new InputException(name + " is " + what + ".");
  }
}
