package dev.coset.data;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Some records of a delimited file, one after another in the same arrays, their cells trimmed. */
final class CsvBatch {
  char[] text = new char[1 << 10];
  int[] starts = new int[1 << 7]; // (cell), where it begins in the text
  int[] ends = new int[starts.length];
  double[] numbers = new double[starts.length]; // (cell), as Cell.number
  private int[] firstCell = new int[17]; // (record), and where the next would begin
  private long[] line = new long[16]; // (record)
  private int records;
  private int cells;
  private int used; // characters
  private boolean last;
  private @Nullable RuntimeException failure;

  void clear() {
    records = 0;
    cells = 0;
    used = 0;
  }

  int records() {
    return records;
  }

  /** How many characters the cells have. */
  int size() {
    return used;
  }

  int firstCell(int record) {
    return firstCell[record];
  }

  int cells(int record) {
    return firstCell[record + 1] - firstCell[record];
  }

  long line(int record) {
    return line[record];
  }

  /** Begins another record, which counts once it is finished. */
  void begin(long atLine) {
    if (records == line.length) {
      line = Arrays.copyOf(line, 2 * records);
      firstCell = Arrays.copyOf(firstCell, 2 * records + 1);
    }
    line[records] = atLine;
    cells = firstCell[records];
  }

  void finish() {
    firstCell[++records] = cells;
  }

  /** Adds a cell to the record that was begun last. */
  void add(char[] buffer, int offset, int length) {
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
    if (cells == ends.length) {
      starts = Arrays.copyOf(starts, 2 * cells);
      ends = Arrays.copyOf(ends, 2 * cells);
    }
    starts[cells] = used;
    System.arraycopy(buffer, from, text, used, to - from);
    used += to - from;
    ends[cells++] = used;
  }

  /** Parses each cell, whether or not its column turns out to hold numbers. */
  CsvBatch parseNumbers() {
    int count = firstCell[records];
    numbers = count > numbers.length ? new double[starts.length] : numbers;
    for (int cell = 0; cell < count; cell++) {
      numbers[cell] = Cell.number(text, starts[cell], ends[cell]);
    }
    return this;
  }

  /** No records come after these; the failure, if any, is what prevented it. */
  void end(@Nullable RuntimeException with) {
    last = true;
    failure = with;
  }

  /** Whether no records come after these. */
  boolean isLast() {
    return last;
  }

  /** Throws what prevented more records, if anything did. */
  void requireEnd() {
    if (failure != null) {
      throw failure;
    }
  }

  private static boolean space(char c) {
    return c == ' '
        || (c >= '\t' && c <= '\r')
        || (c >= 0x80 && (Character.isWhitespace(c) || Character.isSpaceChar(c)));
  }
}
