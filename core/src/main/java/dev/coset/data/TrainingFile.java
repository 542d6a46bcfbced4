package dev.coset.data;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Reads a table from a file in one pass, finding out on the way what its columns are. */
final class TrainingFile {
  private static final Set<String> ROW_NAMES =
      Set.of("", "id", "index", "row", "rownames", "unnamed: 0");
  private final CsvFile file;
  private final TableOptions options;
  private final ColumnRoles roles;
  private final int[] cells; // of features
  private final TargetBuilder target;
  private final List<ColumnBuilder> columns = new ArrayList<>();
  private final IntStream.Builder rowOf = IntStream.builder();
  private final @Nullable Integer groupCell;
  private final Map<String, Integer> groupOf = new HashMap<>();
  private final IntStream.Builder groups = IntStream.builder();

  private TrainingFile(CsvFile file, TableOptions options) {
    this.file = file;
    this.options = options;
    ColumnNames.check(file);
    this.roles = new ColumnRoles(file, options);
    this.cells = roles.features();
    this.target = new TargetBuilder(file, roles.target(), options.type());
    this.groupCell =
        options.group() == null
            ? null
            : ColumnNames.find(file, List.of(options.group()), "column")[0];
    boolean imputes = options.missing() == MissingCells.IMPUTE;
    for (int cell : cells) {
      columns.add(new ColumnBuilder(file, cell, roles.categorical(cell), imputes));
    }
  }

  static RawTable read(Path path, TableOptions options) {
    try (CsvFile file = CsvFile.open(path, List.of(options.target()))) {
      return new TrainingFile(file, options).read();
    }
  }

  private RawTable read() {
    boolean refuses = options.missing() == MissingCells.ERROR;
    int[] target = {roles.target()};
    int[] needed =
        options.missing() == MissingCells.IMPUTE
            ? target
            : IntStream.concat(IntStream.of(target), IntStream.of(cells)).toArray();
    MissingCount count = new MissingCount(file, needed);
    int incomplete = 0;
    for (Row row = file.next(); row != null; row = file.next()) {
      boolean drop = count.add(row);
      rowOf.add(drop ? -1 : file.rows() - 1 - incomplete);
      if (drop) {
        incomplete++;
      } else if (incomplete == 0 || !refuses) {
        add(row);
      }
    }
    if (refuses) {
      count.refuse();
    }
    file.requireRows(2, incomplete);
    return finish(incomplete, count.of(roles.target()));
  }

  private void add(Row row) {
    target.add(row);
    for (ColumnBuilder column : columns) {
      column.add(row);
    }
    if (groupCell != null) {
      groups.add(groupOf.computeIfAbsent(file.text(row, groupCell), text -> groupOf.size()));
    }
  }

  private RawTable finish(int dropped, int withoutTarget) {
    List<String> warnings = new ArrayList<>(file.warnings());
    boolean dropsRows = options.missing() == MissingCells.DROP;
    if (dropped > 0 && dropsRows) {
      warnings.add(
          "%d of the %d rows of %s have missing cells and are left out."
              .formatted(dropped, file.rows(), file.name()));
    }
    TargetBuilder.Target finished = target.finish(warnings);
    List<RawColumn> all = columns.stream().map(column -> column.finish(warnings)).toList();
    List<RawColumn> raw = used(all);
    for (RawColumn column : raw) {
      if (column.name().isEmpty()) {
        throw ColumnNames.nameless(file);
      }
    }
    return new RawTable(
        options,
        finished,
        raw,
        dropped > 0 ? rowOf.build().toArray() : null,
        groupCell == null ? null : groups.build().toArray(),
        ignored(all, raw),
        warnings,
        dropsRows ? 0 : withoutTarget);
  }

  /** Those that can be learnt from; if there are none but such as number the rows, these. */
  private List<RawColumn> used(List<RawColumn> all) {
    List<RawColumn> full = all.stream().filter(column -> !isEmpty(column)).toList();
    List<RawColumn> some = full.stream().filter(column -> !numbersRows(column)).toList();
    return some.isEmpty() ? full : some;
  }

  /** What is not used, and why where the user did not say so. */
  private List<String> ignored(List<RawColumn> all, List<RawColumn> used) {
    List<String> ignored = new ArrayList<>();
    Set<String> read = new HashSet<>();
    for (RawColumn column : all) {
      read.add(column.name());
      if (!used.contains(column)) {
        String name =
            column.name().isEmpty() ? "a column without a name" : Quoted.text(column.name());
        ignored.add(name + (isEmpty(column) ? " (empty)" : " (numbers the rows)"));
      }
    }
    for (String name : file.header()) {
      if (!read.contains(name) && !name.equals(options.target())) {
        ignored.add(Quoted.text(name));
      }
    }
    return ignored;
  }

  /** Whether a column, where cells may be missing, has nothing else. */
  private boolean isEmpty(RawColumn column) {
    return options.missing() == MissingCells.IMPUTE && column.missing() == column.codes().length;
  }

  /** Whether a column only numbers the rows: by its name, and by different whole numbers. */
  private boolean numbersRows(RawColumn column) {
    if (!(column instanceof RawColumn.Numbers)
        || options.features().contains(column.name())
        || !ROW_NAMES.contains(column.name().toLowerCase(Locale.ROOT))) {
      return false;
    }
    Set<Double> seen = new HashSet<>();
    for (double code : column.codes()) {
      if (!(code == Math.rint(code)) || !seen.add(code)) {
        return false;
      }
    }
    return true;
  }
}
