package dev.coset.data;

import dev.coset.message.Message;
import dev.coset.message.Quoted;
import dev.coset.message.Setting;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Reads a table from a file in one pass, finding out on the way what its columns are. */
final class TrainingFile {
  private static final int ENOUGH_TO_COUNT = 20; // rows
  private final TableFile file;
  private final TableOptions options;
  private final ColumnRoles roles;
  private final int[] cells; // of features
  private final TargetBuilder target;
  private final List<ColumnBuilder> columns = new ArrayList<>();
  private final BitSet sourceRows = new BitSet(); // that are kept so far
  private final @Nullable Integer groupCell;
  private final Map<String, Integer> groupOf = new HashMap<>();
  private final IntStream.Builder groups = IntStream.builder();
  private final @Nullable WeightColumn weightOf;
  private final Doubles weights = new Doubles(); // of those rows, where a column has them
  private int weightless;

  private TrainingFile(TableFile file, TableOptions options) {
    this.file = file;
    this.options = options;
    ColumnNames.check(file);
    this.roles = new ColumnRoles(file, options);
    this.cells = roles.features();
    boolean dashes = options.missing() != MissingCells.ERROR;
    this.target = new TargetBuilder(file, roles.target(), options.type(), dashes);
    this.groupCell =
        options.group() == null
            ? null
            : ColumnNames.find(file, List.of(options.group()), "column")[0];
    this.weightOf =
        options.rowWeight() == null
            ? null
            : new WeightColumn(
                file, ColumnNames.find(file, List.of(options.rowWeight()), "column")[0]);
    for (int cell : cells) {
      columns.add(
          new ColumnBuilder(file, cell, roles.categorical(cell), dashes, roles.asked(cell)));
    }
  }

  static RawTable read(Table table, TableOptions options) {
    try (TableFile file = table.open(List.of(options.target()))) {
      var training = new TrainingFile(file, options);
      TableMemory.requireFits(
          file.name(),
          file.expectedRows(),
          training.columns.size() + 1,
          Runtime.getRuntime().maxMemory());
      return training.read();
    }
  }

  private RawTable read() {
    boolean refuses = options.missing() == MissingCells.ERROR;
    // Which columns are used, and so must not lack a cell, is known after the last row.
    IntStream target = IntStream.of(roles.target());
    int[] needed = (refuses ? IntStream.concat(target, IntStream.of(cells)) : target).toArray();
    MissingCount count = new MissingCount(file, needed, cell -> false);
    int incomplete = 0;
    for (Row row = file.next(); row != null; row = file.next()) {
      double weight = weightOf == null ? 1 : weightOf.of(row);
      if (weight == 0) {
        weightless++;
      } else if (count.add(row)) {
        incomplete++;
      } else if (incomplete == 0 || !refuses) {
        add(row, weight);
      }
    }
    if (refuses) {
      count.refuse();
    }
    if (weightOf != null) {
      weightOf.requireRows(2, weightless);
    }
    if (incomplete > 0 && incomplete == file.rows() - weightless) {
      throw MissingCount.noTarget(file, options.target());
    }
    file.requireRows(2, incomplete + weightless);
    return finish(file.rows() - incomplete - weightless);
  }

  private void add(Row row, double weight) {
    sourceRows.set(file.rows() - 1);
    if (weightOf != null) {
      weights.add(weight);
    }
    target.add(row);
    for (ColumnBuilder column : columns) {
      column.add(row);
    }
    if (groupCell != null) {
      groups.add(groupOf.computeIfAbsent(file.text(row, groupCell), text -> groupOf.size()));
    }
  }

  private RawTable finish(int added) {
    List<Message> warnings = new ArrayList<>(file.warnings());
    List<ColumnBuilder> used = used();
    if (used.stream().anyMatch(column -> column.name().isEmpty())) {
      throw ColumnNames.nameless(file);
    }
    boolean dropsRows = options.missing() == MissingCells.DROP;
    // What rows hold that lack something plainly has no say in what columns are.
    int[] known =
        IntStream.range(0, added)
            .filter(row -> !dropsRows || used.stream().noneMatch(column -> column.missing(row)))
            .toArray();
    file.requireRows(2, file.rows() - known.length);
    used.forEach(column -> column.rounding().ifPresent(warnings::add));
    if (used.size() > 1) {
      used.stream()
          .filter(column -> mayNumberRows(column, added))
          .map(
              column ->
                  Message.of(
                      "Column %s counts the rows and is used. Drop it with %s if it only numbers"
                          + " them.",
                      Quoted.text(column.name()), Setting.IGNORE.to(column.name())))
          .forEach(warnings::add);
    }
    List<Message> ignored = ignored(used);
    List<RawColumn> raw =
        used.stream().map(column -> column.cells(known).feature(warnings)).toList();
    RawColumn y = target.column(known, warnings);
    int[] rows = complete(y, dropsRows ? raw : List.of());
    int dropped = file.rows() - weightless - rows.length;
    file.requireRows(2, dropped + weightless);
    if (dropped > 0 && dropsRows) {
      warnings.add(
          Message.of(
              "%d of the %d rows of %s have missing cells and are dropped.",
              dropped, file.rows(), file.name()));
    }
    int[] places = IntStream.of(rows).map(row -> known[row]).toArray();
    return new RawTable(
        options,
        target.finish(y.select(rows), warnings),
        raw.stream().map(column -> column.select(rows)).toList(),
        dropped + weightless > 0 ? rowOf(places) : null,
        groupCell == null ? null : groups(places),
        weightOf == null ? null : weights.select(places),
        ignored,
        warnings,
        dropsRows ? 0 : dropped,
        weightless);
  }

  /** The rows that lack neither the target nor any of these columns. */
  private static int[] complete(RawColumn target, List<RawColumn> columns) {
    return IntStream.range(0, target.codes().length)
        .filter(row -> !Double.isNaN(target.codes()[row]))
        .filter(row -> columns.stream().noneMatch(column -> Double.isNaN(column.codes()[row])))
        .toArray();
  }

  /** (source row): what it has become, or -1. */
  private int[] rowOf(int[] rows) {
    int[] source = sourceRows.stream().toArray();
    int[] rowOf = new int[file.rows()];
    Arrays.fill(rowOf, -1);
    for (int i = 0; i < rows.length; i++) {
      rowOf[source[rows[i]]] = i;
    }
    return rowOf;
  }

  /** Of these rows, numbered without gaps. */
  private int[] groups(int[] rows) {
    int[] all = groups.build().toArray();
    Map<Integer, Integer> numberOf = new HashMap<>();
    return IntStream.of(rows)
        .map(row -> numberOf.computeIfAbsent(all[row], group -> numberOf.size()))
        .toArray();
  }

  /** Those that can be learnt from; if there are none, those that have levels or numbers. */
  private List<ColumnBuilder> used() {
    List<ColumnBuilder> full =
        columns.stream().filter(column -> !column.isEmpty() && !column.isFreeText()).toList();
    List<ColumnBuilder> some =
        full.stream()
            .filter(column -> !numbersRows(column) && !costsRowsForNothing(column))
            .toList();
    return some.isEmpty() ? full : some;
  }

  /** What is not used, and why where the user did not say so. */
  private List<Message> ignored(List<ColumnBuilder> used) {
    List<Message> ignored = new ArrayList<>();
    Set<String> usedNames = new HashSet<>();
    used.forEach(column -> usedNames.add(column.name()));
    Set<String> read = new HashSet<>();
    for (ColumnBuilder column : columns) {
      read.add(column.name());
      if (!usedNames.contains(column.name())) {
        String name =
            column.name().isEmpty() ? "a column without a name" : Quoted.text(column.name());
        ignored.add(Message.of("%s (%s)", name, why(column)));
      }
    }
    for (String name : file.header()) {
      if (!read.contains(name)
          && !name.equals(options.target())
          && !name.equals(options.rowWeight())) {
        ignored.add(Message.text(Quoted.text(name)));
      }
    }
    return ignored;
  }

  private Message why(ColumnBuilder column) {
    if (column.isEmpty()) {
      return Message.text("empty");
    }
    if (column.isFreeText()) {
      return Message.text("free text");
    }
    if (!numbersRows(column)) {
      return Message.text("constant");
    }
    return column.name().isEmpty()
        ? Message.text("numbers the rows")
        : Message.of("numbers the rows: list it in %s to use it", Setting.FEATURES);
  }

  /** Whether a column only numbers the rows: by its name and its whole numbers. */
  private boolean numbersRows(ColumnBuilder column) {
    return !options.features().contains(column.name())
        && ((RowNumbers.identifies(column.name()) && column.isNumbering())
            || (RowNumbers.counts(column.name()) && column.isCounting()));
  }

  /** Whether its cells count the rows, though its name does not. */
  private boolean mayNumberRows(ColumnBuilder column, int rows) {
    return rows >= ENOUGH_TO_COUNT
        && !options.features().contains(column.name())
        && !RowNumbers.isTime(column.name())
        && column.isCounting();
  }

  /** Whether rows would be dropped for a column that is the same in all others. */
  private boolean costsRowsForNothing(ColumnBuilder column) {
    return options.missing() == MissingCells.DROP && column.isOneTextOrMissing();
  }
}
