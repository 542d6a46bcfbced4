package dev.coset.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Different texts, numbered from 0 in the order in which they came. Cells are found by their
 * characters, so that one that is known makes no string. Collisions go to the next free place.
 */
final class TextCodes {
  static final int NONE = -1;
  private final List<String> texts = new ArrayList<>(); // (code)
  private int[] hashes = new int[16]; // (code)
  private int[] codeAt = new int[32]; // (place): 1 + code, or 0; at most half of them are taken

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
    for (int place = hash & (codeAt.length - 1);
        codeAt[place] > 0;
        place = (place + 1) & (codeAt.length - 1)) {
      int code = codeAt[place] - 1;
      if (hashes[code] == hash && equal(texts.get(code), text, from, to)) {
        return code;
      }
    }
    return NONE;
  }

  /** Adds a text that is not there. */
  void add(String text) {
    int code = texts.size();
    texts.add(text);
    if (code == hashes.length) {
      hashes = Arrays.copyOf(hashes, 2 * code);
      codeAt = new int[4 * code];
      for (int known = 0; known < code; known++) {
        put(known);
      }
    }
    hashes[code] = hash(text.toCharArray(), 0, text.length());
    put(code);
  }

  private void put(int code) {
    int place = hashes[code] & (codeAt.length - 1);
    while (codeAt[place] > 0) {
      place = (place + 1) & (codeAt.length - 1);
    }
    codeAt[place] = code + 1;
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
