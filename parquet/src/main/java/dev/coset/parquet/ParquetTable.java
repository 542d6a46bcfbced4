package dev.coset.parquet;

import dev.coset.data.InputException;
import dev.coset.data.TableSource;
import dev.coset.message.Quoted;
import dev.coset.message.Setting;
import dev.coset.parquet.Footer.RowGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a Parquet file. Only the columns that are asked for are read, a page of each at a
 * time. Everything that the file says is checked before it is believed.
 */
final class ParquetTable implements TableSource {
  private final String name;
  private final Input file;
  private final List<Schema.Column> columns;
  private final List<RowGroup> groups;
  private final PageMemory memory = new PageMemory();
  private final @Nullable Cursor[] cursors; // (column), of those that are read
  private int group = -1;
  private long row; // of the group
  private long rows; // of the group

  private ParquetTable(String name, Input file, Footer footer) {
    this.name = name;
    this.file = file;
    this.columns = footer.schema().columns();
    this.groups = footer.groups();
    this.cursors = new Cursor[columns.size()];
  }

  static ParquetTable open(Path path) throws IOException {
    String name = Quoted.path(path);
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      throw new InputException(
          name + " is a pipe, and Parquet is read from its end: give a regular file.");
    }
    var file = new Input(path);
    try {
      return new ParquetTable(name, file, Footer.read(file));
    } catch (MalformedException e) {
      file.close();
      throw new InputException(
          "%s is not a Parquet file, or damaged (%s): write it again."
              .formatted(name, e.getMessage()),
          e);
    } catch (UnsupportedException e) {
      file.close();
      throw new InputException("%s %s.".formatted(name, e.getMessage()), e);
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  @Override
  public List<String> columns() {
    return columns.stream().map(Schema.Column::name).toList();
  }

  /** Whether its columns have the names and types of another's, in the same order. */
  boolean hasColumnsOf(ParquetTable other) {
    return columns().equals(other.columns()) && types().equals(other.types());
  }

  private List<CellType> types() {
    return columns.stream().map(column -> column.leaf().type()).toList();
  }

  @Override
  public boolean isText(int column) {
    return columns.get(column).leaf().type() instanceof CellType.Text(CellType.Text.Form form)
        && (form == CellType.Text.Form.UTF_8 || form == CellType.Text.Form.UUID);
  }

  @Override
  public boolean next() {
    row++;
    while (row >= rows) {
      if (group + 1 >= groups.size()) {
        return false;
      }
      rows = groups.get(++group).rows();
      row = 0;
    }
    return true;
  }

  @Override
  public boolean isMissing(int column) throws IOException {
    try {
      return cursor(column).isMissing(groups.get(group), row);
    } catch (MalformedException | UnsupportedException e) {
      throw refusal(column, e);
    }
  }

  @Override
  public double number(int column) throws IOException {
    try {
      return cursor(column).number(groups.get(group), row);
    } catch (MalformedException | UnsupportedException e) {
      throw refusal(column, e);
    }
  }

  @Override
  public String text(int column) throws IOException {
    try {
      return cursor(column).text(groups.get(group), row);
    } catch (MalformedException | UnsupportedException e) {
      throw refusal(column, e);
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  private Cursor cursor(int column) {
    Cursor begun = cursors[column];
    if (begun != null) {
      return begun;
    }
    Schema.Column asked = columns.get(column);
    if (asked.leaf().type() instanceof CellType.Refused(String what)) {
      throw InputException.of(
          "In %s, column %s is %s, which Coset does not read. Flatten or convert it, or drop it"
              + " with %s.",
          name, Quoted.text(asked.name()), what, Setting.IGNORE.to(asked.name()));
    }
    return cursors[column] = new Cursor(file, asked, memory);
  }

  private InputException refusal(int column, IOException e) {
    String quoted = Quoted.text(columns.get(column).name());
    return new InputException(
        e instanceof UnsupportedException
            ? "In %s, column %s %s.".formatted(name, quoted, e.getMessage())
            : "In %s, column %s is damaged (%s): write the file again."
                .formatted(name, quoted, e.getMessage()),
        e);
  }
}
