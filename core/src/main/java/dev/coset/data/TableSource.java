package dev.coset.data;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * The rows of an open file of some {@link TableFormat}, read once from front to back. Cells are
 * asked for by the place of their column, and only in the current row; columns that nobody asks for
 * need not be read. A cell that cannot be used is an {@link InputException}.
 */
public interface TableSource extends Closeable {
  /** The names of the columns. */
  List<String> columns();

  /** Whether the file says that a column is text, so that digits in it are no numbers. */
  boolean isText(int column);

  /** Moves to the next row, at first to the first one; returns false after the last. */
  boolean next() throws IOException;

  /** Whether the row has no value in the column. */
  boolean isMissing(int column) throws IOException;

  /** The number in a cell, or NaN where it is something else. */
  double number(int column) throws IOException;

  /** A cell as a CSV file would have it; empty where it is missing. */
  String text(int column) throws IOException;
}
