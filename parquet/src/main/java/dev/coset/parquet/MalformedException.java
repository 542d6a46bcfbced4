package dev.coset.parquet;

import java.io.IOException;

/**
 * Thrown where bytes are not those of a Parquet file. Its message completes "is damaged (...)"; who
 * knows the file's name makes a sentence of it.
 */
final class MalformedException extends IOException {
  private static final long serialVersionUID = 1;

  MalformedException(String what) {
    super(what);
  }
}
