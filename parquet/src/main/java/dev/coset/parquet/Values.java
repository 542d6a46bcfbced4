package dev.coset.parquet;

import java.util.Arrays;

/** Decoded values of one column, in the one array that its cells need. */
final class Values {
  /** The array that holds them. */
  enum Storage {
    LONGS,
    DOUBLES,
    TEXTS
  }

  final long[] longs;
  final double[] doubles;
  final String[] texts;

  Values(Storage storage, int size) {
    longs = new long[storage == Storage.LONGS ? size : 0];
    doubles = new double[storage == Storage.DOUBLES ? size : 0];
    texts = new String[storage == Storage.TEXTS ? size : 0];
    Arrays.fill(texts, "");
  }

  /** Sets a value to one of others of the same storage. */
  void copy(int to, Values from, int index) {
    if (longs.length > 0) {
      longs[to] = from.longs[index];
    } else if (doubles.length > 0) {
      doubles[to] = from.doubles[index];
    } else {
      texts[to] = from.texts[index];
    }
  }
}
