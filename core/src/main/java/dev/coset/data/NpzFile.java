package dev.coset.data;

import dev.coset.message.Message;
import dev.coset.message.Quoted;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;

/**
 * A table in a file of NumPy's {@code savez}: an array of one dimension is a column by its name,
 * one of two dimensions named {@code x} is the columns {@code x0}, {@code x1} and so on.
 */
final class NpzFile extends TableFile {
  private static final String ENDING = ".npz";
  static final String OF_ARRAY = ".npy";

  private final List<String> header;
  private final List<Cells> cells;
  private final int length;
  private int rows;

  /** A column of an array. */
  private record Cells(NpyArray array, int column) {}

  private NpzFile(String name, List<String> header, List<Cells> cells) {
    super(name);
    this.header = header;
    this.cells = cells;
    if (cells.isEmpty()) {
      throw new InputException(name + " holds no arrays: give each column, as numpy.savez does.");
    }
    this.length = cells.getFirst().array().rows();
    for (int k = 0; k < cells.size(); k++) {
      int other = cells.get(k).array().rows();
      if (other != length) {
        throw new InputException(
            "In %s, column %s has %d rows where %s has %d: give columns of one length."
                .formatted(
                    name,
                    Quoted.text(header.get(k)),
                    other,
                    Quoted.text(header.getFirst()),
                    length));
      }
    }
  }

  static boolean isNamedSo(Path path) {
    return path.toString().endsWith(ENDING);
  }

  static NpzFile open(Path path) {
    String name = Quoted.path(path);
    List<String> header = new ArrayList<>();
    List<Cells> cells = new ArrayList<>();
    if (!Files.exists(path)) {
      throw unreadable(name, new NoSuchFileException(name));
    }
    // The list at the file's end has no part in reading; names that differ show damage to either.
    try (var listed = new ZipFile(path.toFile());
        var arrays = new ZipInputStream(new BufferedInputStream(Files.newInputStream(path)))) {
      for (ZipEntry entry : Collections.list(listed.entries())) {
        ZipEntry next = arrays.getNextEntry();
        String column = entry.getName();
        if (next == null || !next.getName().equals(column)) {
          throw new ZipException("Two lists of arrays differ.");
        }
        if (column.endsWith(OF_ARRAY)) {
          column = column.substring(0, column.length() - OF_ARRAY.length());
          NpyArray array = array(arrays, name, column);
          for (int k = 0; k < array.columns(); k++) {
            header.add(array.isTable() ? column + k : column);
            cells.add(new Cells(array, k));
          }
        }
      }
    } catch (ZipException | EOFException e) {
      throw new InputException(
          name + " is not a file of numpy.savez, or damaged: write it again.", e);
    } catch (IOException e) {
      throw unreadable(name, e);
    }
    return new NpzFile(name, header, cells);
  }

  /** Reads one to its end, where its checksum is compared. */
  private static NpyArray array(InputStream in, String name, String column) {
    try {
      return NpyArray.read(in);
    } catch (IOException e) {
      throw new InputException(
          "In %s, the array %s cannot be read (%s): write it again."
              .formatted(name, Quoted.text(column), e.getMessage()),
          e);
    }
  }

  @Override
  List<String> header() {
    return header;
  }

  @Override
  boolean holdsText(String column) {
    return cells.get(header.indexOf(column)).array().isText();
  }

  @Override
  int rows() {
    return rows;
  }

  @Override
  @Nullable Row next() {
    return rows == length ? null : new At(rows++);
  }

  @Override
  List<Message> warnings() {
    return List.of();
  }

  @Override
  public void close() {
    // all was read when it was opened
  }

  /** A row, from 0. */
  private final class At implements Row {
    private final int row;

    At(int row) {
      this.row = row;
    }

    @Override
    public int cells() {
      return header.size();
    }

    @Override
    public boolean missing(int cell) {
      return of(cell).array().missing(row, of(cell).column());
    }

    @Override
    public boolean missingNumber(int cell) {
      return Cell.missingNumber(text(cell));
    }

    @Override
    public double number(int cell) {
      return of(cell).array().number(row, of(cell).column());
    }

    @Override
    public String text(int cell) {
      return of(cell).array().text(row, of(cell).column());
    }

    @Override
    public int dataRow() {
      return row + 1;
    }

    @Override
    public Place place() {
      return new Place(row + 1, 0);
    }

    private Cells of(int cell) {
      return cells.get(cell);
    }
  }
}
