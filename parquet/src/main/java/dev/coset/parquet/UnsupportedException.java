package dev.coset.parquet;

import java.io.IOException;

/** Thrown where a file may be whole but is written in a way that is not read here. */
final class UnsupportedException extends IOException {
  private static final long serialVersionUID = 1;

  /**
   * @param what the rest of a sentence about the file or a column: "is encrypted"
   */
  UnsupportedException(String what) {
    super(what);
  }
}
