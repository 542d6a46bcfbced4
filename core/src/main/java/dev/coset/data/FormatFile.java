package dev.coset.data;

import dev.coset.message.Message;
import dev.coset.message.Quoted;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A file whose format a module of its own reads. */
final class FormatFile extends TableFile {
  private static final String PARQUET = "parquet";
  private static final List<String> ENDINGS = List.of(".parquet", ".pq");

  private final TableSource source;
  private final List<String> header;
  private final Current current = new Current();
  private int rows;

  private FormatFile(String name, TableSource source) {
    super(name);
    this.source = source;
    this.header = List.copyOf(source.columns());
  }

  /**
   * Whether a file is named as a Parquet file, or begins as one, or a folder holds files named so.
   * A pipe is left as it is.
   */
  static boolean isParquet(Path path) {
    if (Files.isDirectory(path)) {
      try (Stream<Path> files = Files.list(path)) {
        return files.anyMatch(FormatFile::isNamedParquet);
      } catch (IOException e) {
        return false; // it is refused as any folder
      }
    }
    if (isNamedParquet(path)) {
      return true;
    }
    if (!Files.isRegularFile(path)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(path)) {
      return FileKind.of(in.readNBytes(FileKind.BYTES)) == FileKind.PARQUET;
    } catch (IOException e) {
      return false; // reading it as text says why
    }
  }

  private static boolean isNamedParquet(Path path) {
    String name = path.toString().toLowerCase(Locale.ROOT);
    return ENDINGS.stream().anyMatch(name::endsWith);
  }

  static FormatFile open(Path path) {
    String name = Quoted.path(path);
    TableFormat format =
        TableFormat.named(PARQUET)
            .orElseThrow(
                () ->
                    new InputException(
                        name
                            + " is a Parquet file, which the module coset-parquet reads: add"
                            + " dev.coset:coset-parquet to the class path, or save it as CSV."));
    try {
      return new FormatFile(name, format.open(path));
    } catch (IOException e) {
      throw unreadable(name, e);
    }
  }

  @Override
  List<String> header() {
    return header;
  }

  @Override
  boolean holdsText(String column) {
    return source.isText(header.indexOf(column));
  }

  @Override
  int rows() {
    return rows;
  }

  @Override
  @Nullable Row next() {
    try {
      if (!source.next()) {
        return null;
      }
    } catch (IOException e) {
      throw unreadable(name, e);
    }
    rows++;
    return current;
  }

  @Override
  List<Message> warnings() {
    return List.of();
  }

  @Override
  public void close() {
    try {
      source.close();
    } catch (IOException e) {
      throw unreadable(name, e);
    }
  }

  /** The row at which the source is. */
  private final class Current implements Row {
    @Override
    public int cells() {
      return header.size();
    }

    /** As in a CSV file, text may say that a cell is missing. */
    @Override
    public boolean missing(int cell) {
      try {
        return source.isMissing(cell) || (source.isText(cell) && Cell.missing(source.text(cell)));
      } catch (IOException e) {
        throw unreadable(name, e);
      }
    }

    @Override
    public boolean missingNumber(int cell) {
      try {
        return source.isMissing(cell)
            || (source.isText(cell) && Cell.missingNumber(source.text(cell)));
      } catch (IOException e) {
        throw unreadable(name, e);
      }
    }

    @Override
    public double number(int cell) {
      try {
        return source.isText(cell) ? Cell.number(source.text(cell)) : source.number(cell);
      } catch (IOException e) {
        throw unreadable(name, e);
      }
    }

    @Override
    public String text(int cell) {
      try {
        return source.text(cell);
      } catch (IOException e) {
        throw unreadable(name, e);
      }
    }

    @Override
    public int dataRow() {
      return rows;
    }

    @Override
    public Place place() {
      return new Place(rows, 0);
    }
  }
}
