package dev.coset.data;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One record of a file, its cells trimmed. The same object is filled again for every record, and
 * numbers are parsed in place, so that a million rows make no garbage.
 */
final class Row extends AbstractBaseCsvCallbackHandler<Row> {

  private char[] text = new char[256];
  private int[] ends = new int[16];
  private int[] starts = new int[16];
  private int cells;
  private int used;
  private int dataRow;
  private long line;

  int cells() {
    return cells;
  }

  boolean missing(int cell) {
    return Cell.missing(text, starts[cell], ends[cell]);
  }

  boolean missingNumber(int cell) {
    return Cell.missingNumber(text, starts[cell], ends[cell]);
  }

  /** As {@link Cell#number}. */
  double number(int cell) {
    return Cell.number(text, starts[cell], ends[cell]);
  }

  String text(int cell) {
    return new String(text, starts[cell], ends[cell] - starts[cell]);
  }

  List<String> texts() {
    return IntStream.range(0, cells).mapToObj(this::text).toList();
  }

  /** Whether the line holds nothing at all. */
  boolean blank() {
    return cells == 0 || (cells == 1 && starts[0] == ends[0]);
  }

  /** The data row, from 1. */
  int dataRow() {
    return dataRow;
  }

  void dataRow(int number) {
    dataRow = number;
  }

  /** Becomes a row of one empty cell. */
  void clear(long atLine) {
    handleBegin(atLine);
    handleField(0, text, 0, 0, false);
  }

  long line() {
    return line;
  }

  /** Where this row is, for a sentence. */
  String where() {
    return place().toString();
  }

  Place place() {
    return new Place(dataRow, line);
  }

  /** Where a row is in its file, both from 1. */
  record Place(int dataRow, long line) {
    @Override
    public String toString() {
      return "data row " + dataRow + " (line " + line + ")";
    }
  }

  @Override
  protected void handleBegin(long startingLine) {
    line = startingLine;
    cells = 0;
    used = 0;
  }

  @Override
  protected void handleField(int cell, char[] buffer, int offset, int length, boolean quoted) {
    int from = offset;
    int to = offset + length;
    while (from < to && space(buffer[from])) {
      from++;
    }
    while (from < to && space(buffer[to - 1])) {
      to--;
    }
    if (used + to - from > text.length) {
      text = Arrays.copyOf(text, Math.max(2 * text.length, used + to - from));
    }
    if (cell == ends.length) {
      starts = Arrays.copyOf(starts, 2 * cell);
      ends = Arrays.copyOf(ends, 2 * cell);
    }
    System.arraycopy(buffer, from, text, used, to - from);
    starts[cell] = used;
    used += to - from;
    ends[cell] = used;
    cells = cell + 1;
  }

  @Override
  protected Row buildRecord() {
    return this;
  }

  private static boolean space(char c) {
    return c == ' '
        || (c >= '\t' && c <= '\r')
        || (c >= 0x80 && (Character.isWhitespace(c) || Character.isSpaceChar(c)));
  }
}
