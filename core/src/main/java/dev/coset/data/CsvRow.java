package dev.coset.data;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import java.util.Arrays;

/**
 * One record of a delimited file, its cells trimmed. The same object is filled again for every
 * record, and numbers are parsed in place, so that a million rows make no garbage.
 */
final class CsvRow extends AbstractBaseCsvCallbackHandler<CsvRow> implements Row {

  private char[] text = new char[256];
  private int[] ends = new int[16];
  private int[] starts = new int[16];
  private int cells;
  private int used;
  private int dataRow;
  private long line;

  @Override
  public int cells() {
    return cells;
  }

  @Override
  public boolean missing(int cell) {
    return Cell.missing(text, starts[cell], ends[cell]);
  }

  @Override
  public boolean missingNumber(int cell) {
    return Cell.missingNumber(text, starts[cell], ends[cell]);
  }

  @Override
  public double number(int cell) {
    return Cell.number(text, starts[cell], ends[cell]);
  }

  @Override
  public String text(int cell) {
    return new String(text, starts[cell], ends[cell] - starts[cell]);
  }

  /** Whether the line holds nothing at all. */
  boolean blank() {
    return cells == 0 || (cells == 1 && starts[0] == ends[0]);
  }

  @Override
  public int dataRow() {
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

  @Override
  public Place place() {
    return new Place(dataRow, line);
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
  protected CsvRow buildRecord() {
    return this;
  }

  private static boolean space(char c) {
    return c == ' '
        || (c >= '\t' && c <= '\r')
        || (c >= 0x80 && (Character.isWhitespace(c) || Character.isSpaceChar(c)));
  }
}
