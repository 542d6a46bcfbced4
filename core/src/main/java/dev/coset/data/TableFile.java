package dev.coset.data;

import dev.coset.message.Message;
import dev.coset.message.Quoted;
import dev.coset.message.Setting;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * A file, or columns in memory, of rows with named cells, read once from front to back. Every way
 * in which reading can fail ends in an {@link InputException}.
 */
abstract sealed class TableFile implements Closeable
    permits CsvFile, NpzFile, FormatFile, MemoryTable {
  private static final int LONGEST_LEVEL = 10_000;

  /** The path, quoted for a sentence. */
  final String name;

  TableFile(String name) {
    this.name = name;
  }

  /**
   * Opens a file: NumPy's arrays where it is named so, Parquet where it is named so or begins so,
   * else delimited text.
   *
   * @param wanted columns that tell separators apart
   */
  static TableFile open(Path path, Collection<String> wanted) {
    if (FormatFile.isParquet(path)) {
      return FormatFile.open(path);
    }
    if (Files.isDirectory(path)) {
      throw new InputException(Quoted.path(path) + " is a directory: name a CSV file.");
    }
    return NpzFile.isNamedSo(path) ? NpzFile.open(path) : CsvFile.open(path, wanted);
  }

  String name() {
    return name;
  }

  abstract List<String> header();

  /** Whether the file says that a column is text, so that digits in it are no numbers. */
  boolean holdsText(String column) {
    return false;
  }

  /** The number of data rows read so far. */
  abstract int rows();

  /** About how many data rows there are in all, where the file says so; else 0. */
  long expectedRows() {
    return 0;
  }

  /** Returns the next data row, or null at the end; it holds only until the next call. */
  abstract @Nullable Row next();

  /** What the user may not expect of the file, known after the last row. */
  abstract List<Message> warnings();

  @Override
  public abstract void close();

  /** Called after the last row: there must be some left after those dropped. */
  void requireRows(int least, int dropped) {
    if (rows() == 0) {
      throw new InputException(name + " has a header but no rows: add rows below it.");
    }
    if (dropped == rows()) {
      throw new InputException("Every row of " + name + " has a missing cell: fill them in.");
    }
    int usable = rows() - dropped;
    if (usable < least) {
      throw new InputException(
          "%s has only %d usable %s where at least %d are needed: add rows."
              .formatted(name, usable, usable == 1 ? "row" : "rows", least));
    }
  }

  /** The text of a cell that is not a number, for use as a level. */
  String text(Row row, int cell) {
    String found = row.text(cell);
    if (found.indexOf('\0') >= 0) {
      throw binary(name);
    }
    if (found.length() > LONGEST_LEVEL) {
      String column = header().get(cell);
      throw InputException.of(
          "In %s, column %s has a cell of %d characters in %s, too long for a level. Shorten it, or"
              + " drop the column with %s.",
          name, Quoted.text(column), found.length(), row.where(), Setting.IGNORE.to(column));
    }
    return found;
  }

  /** The number in a cell, or NaN where it is text. */
  double number(Row row, int cell) {
    double value = row.number(cell);
    if (Double.isInfinite(value)) {
      throw new InputException(
          "In %s, column %s is infinite in %s (%s): correct that cell or remove the row."
              .formatted(
                  name, Quoted.text(header().get(cell)), row.where(), Quoted.text(row.text(cell))));
    }
    return value;
  }

  static InputException binary(String name) {
    return new InputException(name + " is not text: give a CSV file in UTF-8.");
  }

  /** What the system says, without the file's name before it. */
  private static String reason(IOException e) {
    return e instanceof FileSystemException file && file.getReason() != null
        ? file.getReason()
        : String.valueOf(e.getMessage());
  }

  static InputException unreadable(String name, IOException e) {
    return new InputException(
        switch (e) {
          case NoSuchFileException _ -> "There is no file " + name + ": check the path.";
          case AccessDeniedException _ -> name + " may not be read: check its permissions.";
          case EOFException _, ZipException _ ->
              name + " is packed by gzip and damaged or cut short: copy it again.";
          case CharacterCodingException _ ->
              name + " is not text in UTF-8: save it as a CSV file in UTF-8.";
          default -> name + " could not be read (" + Quoted.text(reason(e)) + "): check the file.";
        },
        e);
  }
}
