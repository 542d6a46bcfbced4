package dev.coset.data;

import java.util.List;
import java.util.stream.IntStream;

/** One row of a table while it is read; it holds only until the next is asked for. */
interface Row {
  int cells();

  boolean missing(int cell);

  /** Whether it is missing among numbers, as a dash is. */
  boolean missingNumber(int cell);

  /** As {@link Cell#number}. */
  double number(int cell);

  String text(int cell);

  /** The code of its text, or {@link TextCodes#NONE}. */
  default int code(int cell, TextCodes known) {
    return known.find(text(cell));
  }

  default List<String> texts() {
    return IntStream.range(0, cells()).mapToObj(this::text).toList();
  }

  /** The data row, from 1. */
  int dataRow();

  /** Where this row is, for a sentence. */
  default String where() {
    return place().toString();
  }

  Place place();

  /**
   * Where a row is in its file, both from 1.
   *
   * @param line 0 where the file has none
   */
  record Place(int dataRow, long line) {
    @Override
    public String toString() {
      return line == 0 ? "data row " + dataRow : "data row " + dataRow + " (line " + line + ")";
    }
  }
}
