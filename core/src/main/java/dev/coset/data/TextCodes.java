package dev.coset.data;

import java.util.ArrayList;
import java.util.List;

/**
 * Different texts, numbered from 0 in the order in which they came. Cells are found by their
 * characters, so that one that is known makes no string. Collisions go to the next free place.
 */
final class TextCodes {
  static final int NONE = -1;
  private final List<String> texts = new ArrayList<>(); // (code)
  private long[] entries =
      new long[32]; // (place): hash, 1 + code; 0 where free, as half of them are

  TextCodes() {}

  /** These, which differ. */
  TextCodes(List<String> texts) {
    texts.forEach(this::add);
  }

  int size() {
    return texts.size();
  }

  /** (code). */
  List<String> texts() {
    return texts;
  }

  int find(String text) {
    return find(text.toCharArray(), 0, text.length());
  }

  /** Returns the code of a text, or {@link #NONE}. */
  int find(char[] text, int from, int to) {
    int hash = hash(text, from, to);
    int mask = entries.length - 1;
    for (int place = hash & mask; entries[place] != 0; place = (place + 1) & mask) {
      int code = (int) entries[place] - 1;
      if ((int) (entries[place] >>> Integer.SIZE) == hash
          && equal(texts.get(code), text, from, to)) {
        return code;
      }
    }
    return NONE;
  }

  /** Adds a text that is not there. */
  void add(String text) {
    texts.add(text);
    if (2 * texts.size() > entries.length) {
      long[] known = entries;
      entries = new long[2 * known.length];
      for (long entry : known) {
        if (entry != 0) {
          put(entry);
        }
      }
    }
    put((long) hash(text.toCharArray(), 0, text.length()) << Integer.SIZE | texts.size());
  }

  private void put(long entry) {
    int mask = entries.length - 1;
    int place = (int) (entry >>> Integer.SIZE) & mask;
    while (entries[place] != 0) {
      place = (place + 1) & mask;
    }
    entries[place] = entry;
  }

  private static int hash(char[] text, int from, int to) {
    int hash = 0;
    for (int at = from; at < to; at++) {
      hash = 31 * hash + text[at];
    }
    hash *= 0x9E3779B9; // spreads what digits alone leave close together
    return hash ^ hash >>> 15;
  }

  private static boolean equal(String known, char[] text, int from, int to) {
    if (known.length() != to - from) {
      return false;
    }
    for (int i = 0; i < known.length(); i++) {
      if (known.charAt(i) != text[from + i]) {
        return false;
      }
    }
    return true;
  }
}
