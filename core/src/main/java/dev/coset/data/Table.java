package dev.coset.data;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A table with named columns: a file, or columns in memory. A file is read each time that the table
 * is used.
 */
public final class Table {
  private static final String IN_MEMORY = "table in memory";

  private final String name;
  private final Function<Collection<String>, TableFile> opening;

  private Table(String name, Function<Collection<String>, TableFile> opening) {
    this.name = name;
    this.opening = opening;
  }

  /**
   * The table in a CSV file with a header, in a file of NumPy's {@code savez}, or in a Parquet file
   * if the module {@code coset-parquet} is on the class path.
   */
  public static Table read(Path file) {
    Path named = file.getFileName();
    return new Table(
        named == null ? file.toString() : named.toString(), wanted -> TableFile.open(file, wanted));
  }

  /**
   * A table of columns in memory. A cell is a number, a boolean, text, a date or time of {@code
   * java.time}, or null where it is missing.
   *
   * @param columns by name, all of one length; they are copied
   */
  public static Table of(Map<String, ? extends List<?>> columns) {
    List<String> names = List.copyOf(new ArrayList<>(columns.keySet()));
    List<List<Object>> cells = new ArrayList<>();
    columns.values().forEach(column -> cells.add(new ArrayList<>(column)));
    return new Table(IN_MEMORY, wanted -> new MemoryTable(names, cells));
  }

  /** A table of one row, whose cells are as those of {@link #of}. */
  public static Table row(Map<String, ?> cells) {
    Map<String, List<?>> columns = new LinkedHashMap<>();
    cells.forEach(
        (column, cell) -> {
          List<Object> one = new ArrayList<>();
          one.add(cell);
          columns.put(column, one);
        });
    return of(columns);
  }

  /** The file's name without its folder, for people. */
  public String name() {
    return name;
  }

  /**
   * Opens the table to read it from front to back.
   *
   * @param wanted columns that tell a file's separators apart
   */
  TableFile open(Collection<String> wanted) {
    return opening.apply(wanted);
  }
}
