package dev.coset.data;

import de.siegmar.fastcsv.reader.CsvParseException;
import dev.coset.message.Message;
import dev.coset.message.Quoted;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A delimited text file with a header, read once from front to back, so that a pipe will do. Every
 * way in which reading can fail ends in an {@link InputException}.
 */
final class CsvFile extends TableFile {

  private static final char[] SEPARATORS = {',', ';', '\t'};
  private static final int PREFIX = 1 << 16;

  private final TextReader text;
  private final CsvRecords records;
  private final List<String> header;
  private final CsvRow blank = CsvRow.blank();
  private final long expectedRows;
  private @Nullable CsvRow ahead;
  private int blanks;
  private int rows;

  private CsvFile(String name, TextReader text, Reader reader, char separator, long expectedRows) {
    super(name);
    this.expectedRows = expectedRows;
    this.text = text;
    this.records = new CsvRecords(reader, separator, false);
    CsvRow first = recordAfterBlanks();
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
    try {
      var bytes = Files.newInputStream(path);
      try {
        var text = new TextReader(bytes, name);
        var reader = new BufferedReader(text, PREFIX);
        String prefix = prefix(reader);
        if (prefix.indexOf('\0') >= 0) {
          throw binary(name);
        }
        long rows = text.packed() ? 0 : expectedRows(path, prefix);
        return new CsvFile(name, text, reader, separator(prefix, wanted), rows);
      } catch (IOException | InputException e) {
        bytes.close();
        throw e;
      }
    } catch (IOException e) {
      throw unreadable(name, e);
    }
  }

  /** An estimate by the first lines and the size of the file; 0 of a pipe. */
  private static long expectedRows(Path path, String prefix) throws IOException {
    long lines = prefix.chars().filter(c -> c == '\n').count();
    return lines == 0 ? 0 : (long) ((double) Files.size(path) / prefix.length() * lines);
  }

  @Override
  long expectedRows() {
    return expectedRows;
  }

  @Override
  List<String> header() {
    return header;
  }

  @Override
  int rows() {
    return rows;
  }

  @Override
  @Nullable Row next() {
    if (ahead == null) {
      ahead = recordAfterBlanks();
      if (ahead == null) {
        return null;
      }
    }
    // Between rows of a single column a blank line is a missing cell; elsewhere it is nothing.
    if (blanks > 0 && header.size() == 1) {
      blank.line(ahead.line() - blanks--);
      blank.dataRow(++rows);
      return blank;
    }
    CsvRow row = ahead;
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

  @Override
  List<Message> warnings() {
    return text.windows1252()
        ? List.of(
            Message.of(
                "%s is not in UTF-8 and is read as Windows-1252 (as Latin-1). Check its accented"
                    + " letters, or save it in UTF-8.",
                name))
        : List.of();
  }

  @Override
  public void close() {
    records.close();
    try {
      text.close(); // not the reader, which another thread may be waiting in
    } catch (IOException e) {
      throw unreadable(name, e);
    }
  }

  private @Nullable CsvRow recordAfterBlanks() {
    try {
      CsvRow row = records.next();
      for (; row != null && row.isBlank(); row = records.next()) {
        blanks++;
      }
      return row;
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
    try (var records = new CsvRecords(new StringReader(prefix), separator, true)) {
      CsvRow row = records.next();
      while (row != null && row.isBlank()) {
        row = records.next();
      }
      return row == null ? List.of() : row.texts();
    } catch (CsvParseException e) {
      // Another separator may do better; if none does, reading the file says what is wrong.
      return List.of();
    }
  }
}
