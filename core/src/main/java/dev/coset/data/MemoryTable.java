package dev.coset.data;

import dev.coset.message.Message;
import dev.coset.message.Quoted;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Columns in memory, read as a file of them would be. */
final class MemoryTable extends TableFile {
  private static final double WHOLE = 1e15; // below, whole numbers are written without a point

  private final List<String> header;
  private final List<List<Object>> columns;
  private final int length;
  private int rows;

  MemoryTable(List<String> header, List<List<Object>> columns) {
    super("the table in memory");
    this.header = header;
    this.columns = columns;
    if (columns.isEmpty()) {
      throw new InputException("The table in memory has no columns: give at least one.");
    }
    this.length = columns.getFirst().size();
    for (int k = 0; k < columns.size(); k++) {
      if (columns.get(k).size() != length) {
        throw new InputException(
            "In the table in memory, column %s has %d rows where %s has %d: give columns of one length."
                .formatted(
                    Quoted.text(header.get(k)),
                    columns.get(k).size(),
                    Quoted.text(header.getFirst()),
                    length));
      }
    }
  }

  @Override
  List<String> header() {
    return header;
  }

  @Override
  boolean holdsText(String column) {
    return columns.get(header.indexOf(column)).stream().anyMatch(String.class::isInstance);
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
  public void close() {}

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
      return Cell.missing(text(cell));
    }

    @Override
    public boolean missingNumber(int cell) {
      return Cell.missingNumber(text(cell));
    }

    @Override
    public double number(int cell) {
      return columns.get(cell).get(row) instanceof Number number
          ? number.doubleValue()
          : Cell.number(text(cell));
    }

    @Override
    public String text(int cell) {
      Object value = columns.get(cell).get(row);
      return switch (value) {
        case null -> "";
        case Double number -> text(number);
        case Float number -> text(number);
        default -> value.toString().strip();
      };
    }

    private static String text(double number) {
      if (Double.isNaN(number)) {
        return "";
      }
      return number == Math.rint(number) && Math.abs(number) < WHOLE
          ? Long.toString((long) number)
          : Double.toString(number);
    }

    @Override
    public int dataRow() {
      return row + 1;
    }

    @Override
    public Place place() {
      return new Place(row + 1, 0);
    }
  }
}
