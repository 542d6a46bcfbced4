package dev.coset.data;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coset.message.Quoted;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * How the columns of a file become features and a target. Plain data, so that a run can keep it and
 * read new files the same way.
 *
 * @param target numeric, or with levels, which are its classes
 * @param columns all columns that are used but the target, in the order of the features
 * @param id the column that names rows, if any
 * @param rowWeight the column that says how much rows count, if any
 */
public record Encoding(
    Column target,
    List<Column> columns,
    @Nullable String id,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String rowWeight) {

  public Encoding {
    columns = List.copyOf(columns);
    Classes.of(target); // none twice
    TargetKind.of(target); // which refuses what can be no target
    if (columns.isEmpty()) {
      throw new InputException(
          "There is no column besides the target "
              + Quoted.text(target.name())
              + " that can be used: give at least one feature.");
    }
    Set<String> names = new HashSet<>(Set.of(target.name()));
    for (Column column : columns) {
      if (!names.add(column.name())) {
        throw new InputException(
            "The column name "
                + Quoted.text(column.name())
                + " is there twice: rename one of them.");
      }
    }
  }

  /** Columns of a table whose rows have no names. */
  public Encoding(Column target, List<Column> columns) {
    this(target, columns, null, null);
  }

  /** The kind of the target. */
  public TargetKind kind() {
    return TargetKind.of(target);
  }

  /** The number of features, indicators counted one by one. */
  public int features() {
    return columns.stream().mapToInt(Column::features).sum();
  }

  /** Goes through the columns, each with the number of its first feature. */
  public void each(ObjIntConsumer<Column> use) {
    int feature = 0;
    for (Column column : columns) {
      use.accept(column, feature);
      feature += column.features();
    }
  }

  public List<String> featureNames() {
    return columns.stream().flatMap(column -> column.featureNames().stream()).toList();
  }

  /**
   * Reads a file in chunks of rows, in bounded memory. Columns are found by name, in any order;
   * others are passed over. Nothing is delivered after the first missing cell that is an error, but
   * the rest of the file is read to count them.
   *
   * @param chunkRows the most rows of one table
   * @throws InputException with one sentence where the file does not fit this encoding
   */
  public Reading read(
      Path csv,
      UnknownLevel unknown,
      MissingCells missing,
      TargetColumn target,
      int chunkRows,
      Consumer<EncodedRows> sink) {
    return read(Table.read(csv), unknown, missing, target, chunkRows, false, header -> {}, sink);
  }

  /**
   * The same, telling of the table's header first.
   *
   * @param keepsInputs whether rows come with their cells as the table has them
   */
  public Reading read(
      Table table,
      UnknownLevel unknown,
      MissingCells missing,
      TargetColumn target,
      int chunkRows,
      boolean keepsInputs,
      Consumer<List<String>> header,
      Consumer<EncodedRows> sink) {
    if (chunkRows < 1) {
      throw new IllegalArgumentException(
          "A chunk needs at least 1 row, but was to have " + chunkRows + ".");
    }
    try (TableFile file = table.open(names())) {
      header.accept(file.header());
      return new TableReader(file, this, unknown, missing, target, keepsInputs)
          .read(chunkRows, sink);
    }
  }

  private List<String> names() {
    return columns.stream().map(Column::name).toList();
  }
}
