package dev.coset.parquet;

import java.util.Optional;

/** How the values of a page are encoded, by their numbers in the format. */
enum Encoding {
  PLAIN(0),
  PLAIN_DICTIONARY(2),
  RLE(3),
  DELTA_BINARY_PACKED(5),
  DELTA_LENGTH_BYTE_ARRAY(6),
  DELTA_BYTE_ARRAY(7),
  RLE_DICTIONARY(8),
  BYTE_STREAM_SPLIT(9);

  private final int number;

  Encoding(int number) {
    this.number = number;
  }

  static Optional<Encoding> of(long number) {
    for (Encoding encoding : values()) {
      if (encoding.number == number) {
        return Optional.of(encoding);
      }
    }
    return Optional.empty();
  }
}
