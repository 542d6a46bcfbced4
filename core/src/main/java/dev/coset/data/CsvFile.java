package dev.coset.data;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * A delimited text file with a header, read once from front to back, so that a pipe will do. Every
 * way in which reading can fail ends in an {@link InputException}.
 */
final class CsvFile implements Closeable {

  private static final char[] SEPARATORS = {',', ';', '\t'};
  private static final int PREFIX = 1 << 16;
  private static final int LONGEST_CELL = 1 << 20;
  private static final int LONGEST_LEVEL = 10_000;

  private final String name;
  private final TextReader text;
  private final Reader reader;
  private final Iterator<Row> records;
  private final List<String> header;
  private final Row blank = new Row();
  private @Nullable Row ahead;
  private int blanks;
  private int rows;

  private CsvFile(String name, TextReader text, Reader reader, char separator) {
    this.name = name;
    this.text = text;
    this.reader = reader;
    this.records = csv(separator).allowUnclosedQuote(false).build(new Row(), reader).iterator();
    Row first = recordAfterBlanks();
    if (first == null) {
      throw new InputException(
          name + " is empty: give a CSV file with a header line and rows below it.");
    }
    this.header = first.texts();
    blanks = 0;
  }

  /**
   * Opens a file and reads its header. The separator is the one of comma, semicolon and tab that
   * finds the most of the wanted columns in the header, then the one that finds the most columns; a
   * comma where that does not decide.
   */
  static CsvFile open(Path path, Collection<String> wanted) {
    String name = Quoted.path(path);
    if (Files.isDirectory(path)) {
      throw new InputException(name + " is a directory: name a CSV file.");
    }
    try {
      var bytes = Files.newInputStream(path);
      try {
        var text = new TextReader(bytes, name);
        var reader = new BufferedReader(text, PREFIX);
        String prefix = prefix(reader);
        if (prefix.indexOf('\0') >= 0) {
          throw binary(name);
        }
        return new CsvFile(name, text, reader, separator(prefix, wanted));
      } catch (IOException | InputException e) {
        bytes.close();
        throw e;
      }
    } catch (IOException e) {
      throw unreadable(name, e);
    }
  }

  /** The path, quoted for a sentence. */
  String name() {
    return name;
  }

  List<String> header() {
    return header;
  }

  /** The number of data rows read so far. */
  int rows() {
    return rows;
  }

  /** Returns the next data row, or null at the end; it holds only until the next call. */
  @Nullable Row next() {
    if (ahead == null) {
      ahead = recordAfterBlanks();
      if (ahead == null) {
        return null;
      }
    }
    // Between rows of a single column a blank line is a missing cell; elsewhere it is nothing.
    if (blanks > 0 && header.size() == 1) {
      blank.clear(ahead.line() - blanks--);
      blank.dataRow(++rows);
      return blank;
    }
    Row row = ahead;
    ahead = null;
    blanks = 0;
    row.dataRow(++rows);
    if (row.cells() != header.size()) {
      throw new InputException(
          ("In %s, %s has %d %s where the header has %d: correct that row, or quote cells "
                  + "that contain the separator.")
              .formatted(
                  name,
                  row.where(),
                  row.cells(),
                  row.cells() == 1 ? "cell" : "cells",
                  header.size()));
    }
    return row;
  }

  /** Called after the last row: there must be some left after those dropped. */
  void requireRows(int least, int dropped) {
    if (rows == 0) {
      throw new InputException(name + " has a header but no rows: add rows below it.");
    }
    if (dropped == rows) {
      throw new InputException("Every row of " + name + " has a missing cell: fill them in.");
    }
    if (rows - dropped < least) {
      throw new InputException(
          "%s has only %d usable %s where at least %d are needed: add rows."
              .formatted(name, rows - dropped, rows - dropped == 1 ? "row" : "rows", least));
    }
  }

  /** What the user may not expect of the file, known after the last row. */
  List<String> warnings() {
    return text.windows1252()
        ? List.of(
            name
                + " is not in UTF-8 and is read as Windows-1252 (as Latin-1): check its accented "
                + "letters, or save it in UTF-8.")
        : List.of();
  }

  /** The text of a cell that is not a number, for use as a level. */
  String text(Row row, int cell) {
    String found = row.text(cell);
    if (found.indexOf('\0') >= 0) {
      throw binary(name);
    }
    if (found.length() > LONGEST_LEVEL) {
      throw new InputException(
          "In %s, column %s has a cell of %d characters in %s, too long to name anything: shorten it, or leave the column out with --ignore %s."
              .formatted(
                  name,
                  Quoted.text(header.get(cell)),
                  found.length(),
                  row.where(),
                  Quoted.option(List.of(header.get(cell)))));
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
                  name, Quoted.text(header.get(cell)), row.where(), Quoted.text(row.text(cell))));
    }
    return value;
  }

  @Override
  public void close() {
    try {
      reader.close();
    } catch (IOException e) {
      throw unreadable(name, e);
    }
  }

  private @Nullable Row recordAfterBlanks() {
    try {
      while (records.hasNext()) {
        Row row = records.next();
        if (!row.blank()) {
          return row;
        }
        blanks++;
      }
      return null;
    } catch (CsvParseException e) {
      throw new InputException(
          "%s cannot be read as CSV %s: look for an unbalanced quote or a very long cell there."
              .formatted(name, rows == 0 ? "at its beginning" : "after data row " + rows),
          e);
    } catch (UncheckedIOException e) {
      IOException cause = e.getCause();
      throw unreadable(name, cause == null ? new IOException(e) : cause);
    }
  }

  /** The beginning of the file, which stays to be read. */
  private static String prefix(BufferedReader reader) throws IOException {
    reader.mark(PREFIX);
    char[] prefix = new char[PREFIX];
    int length = 0;
    for (int read = 0; read >= 0 && length < PREFIX; length += Math.max(0, read)) {
      read = reader.read(prefix, length, PREFIX - length);
    }
    reader.reset();
    return new String(prefix, 0, length);
  }

  private static char separator(String prefix, Collection<String> wanted) {
    char best = SEPARATORS[0];
    long most = -1;
    for (char separator : SEPARATORS) {
      Set<String> names = new HashSet<>(firstRecord(prefix, separator));
      long found = wanted.stream().filter(names::contains).count();
      long score = (found << 32) + names.size();
      if (score > most) {
        most = score;
        best = separator;
      }
    }
    return best;
  }

  private static List<String> firstRecord(String prefix, char separator) {
    try {
      for (Row row : csv(separator).build(new Row(), new StringReader(prefix))) {
        if (!row.blank()) {
          return row.texts();
        }
      }
      return List.of();
    } catch (CsvParseException e) {
      // Another separator may do better; if none does, reading the file says what is wrong.
      return List.of();
    }
  }

  private static CsvReader.CsvReaderBuilder csv(char separator) {
    return CsvReader.builder()
        .fieldSeparator(separator)
        .maxBufferSize(LONGEST_CELL)
        .skipEmptyLines(false)
        .trimWhitespacesAroundQuotes(true)
        .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
        .missingFieldStrategy(FieldMismatchStrategy.IGNORE);
  }

  private static InputException binary(String name) {
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
