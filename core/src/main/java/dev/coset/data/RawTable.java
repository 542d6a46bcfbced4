package dev.coset.data;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A file's rows as they are, before anything is learnt of them: so that rows can be split first,
 * and what columns become is learnt from those of training alone.
 */
public final class RawTable {
  private final TableOptions options;
  private final Column target;
  private final double[] y; // (row)
  private final List<RawColumn> columns;
  private final int @Nullable [] rowOf; // (source row), as in Dataset
  private final int @Nullable [] groups; // (row)
  private final List<String> ignored;
  private final List<String> warnings;
  private final int withoutTarget;

  RawTable(
      TableOptions options,
      TargetBuilder.Target target,
      List<RawColumn> columns,
      int @Nullable [] rowOf,
      int @Nullable [] groups,
      List<String> ignored,
      List<String> warnings,
      int withoutTarget) {
    this.options = options;
    this.target = target.column();
    this.y = target.values();
    this.columns = List.copyOf(columns);
    this.rowOf = rowOf;
    this.groups = groups;
    this.ignored = List.copyOf(ignored);
    this.warnings = List.copyOf(warnings);
    this.withoutTarget = withoutTarget;
  }

  /**
   * Reads a file with a header. Cells are separated by comma, semicolon or tab, whichever the
   * header shows.
   *
   * @throws InputException with one sentence where the file cannot be used
   */
  public static RawTable read(Path file, TableOptions options) {
    return TrainingFile.read(file, options);
  }

  public int rows() {
    return y.length;
  }

  /** The target: numeric, or with its classes. */
  public Column target() {
    return target;
  }

  /** The number of each row's class. */
  public int[] classes() {
    return Arrays.stream(y).mapToInt(k -> (int) k).toArray();
  }

  /** The group of each row, from 0, where a column of groups was named. */
  public int @Nullable [] groups() {
    return groups;
  }

  /** When each row was, by a column of numbers or times. */
  public double[] times(String name) {
    RawColumn column =
        columns.stream()
            .filter(c -> c.name().equals(name))
            .findFirst()
            .orElseThrow(
                () ->
                    new InputException(
                        "There is no column %s to order rows by: name one that is used."
                            .formatted(Quoted.text(name))));
    if (column instanceof RawColumn.Texts) {
      throw new InputException(
          "Column %s is text, which has no order in time: name a column of dates or numbers."
              .formatted(Quoted.text(name)));
    }
    if (column.missing() > 0) {
      throw new InputException(
          "Column %s has missing cells, so its rows have no order: fill them in."
              .formatted(Quoted.text(name)));
    }
    return column.codes();
  }

  /** The number of rows the source had, dropped ones included. */
  int sourceRows() {
    return rowOf == null ? rows() : rowOf.length;
  }

  int rowOf(int sourceRow) {
    return rowOf == null ? sourceRow : rowOf[sourceRow];
  }

  /** What the columns become by these rows alone, and all rows encoded so. */
  public Dataset fit(int[] train) {
    boolean imputes = options.missing() == MissingCells.IMPUTE;
    List<ColumnFit> fits =
        columns.stream()
            .map(raw -> new ColumnFit(raw, train, imputes, options.drawsTailsIn()))
            .toList();
    List<RawColumn.Texts> tooMany = new ArrayList<>();
    for (int j = 0; j < fits.size(); j++) {
      if (fits.get(j).hasTooManyLevels()) {
        tooMany.add((RawColumn.Texts) columns.get(j));
      }
    }
    if (!tooMany.isEmpty()) {
      throw tooMany(tooMany);
    }
    var encoding =
        new Encoding(target, fits.stream().map(ColumnFit::column).toList(), options.id());
    double[][] features = encoded(encoding);
    List<String> notes = new TableNotes(this, encoding, varying(encoding, features, train)).lines();
    Blocks blocks = groups == null ? null : Blocks.groups(groups);
    return new Dataset(encoding, features, y, rowOf, warnings, notes, blocks);
  }

  /** The columns of which some feature is not the same in all these rows. */
  private static List<Column> varying(Encoding encoding, double[][] features, int[] rows) {
    List<Column> varying = new ArrayList<>();
    int at = 0;
    for (Column column : encoding.columns()) {
      double[][] own = Arrays.copyOfRange(features, at, at += column.features());
      if (Arrays.stream(own).anyMatch(x -> IntStream.of(rows).anyMatch(i -> x[i] != x[rows[0]]))) {
        varying.add(column);
      }
    }
    return varying;
  }

  private static InputException tooMany(List<RawColumn.Texts> columns) {
    boolean one = columns.size() == 1;
    List<String> names = columns.stream().map(RawColumn::name).toList();
    return new InputException(
        "%s %s text with more than %d levels, most of them rare (such as %s): leave %s out with --ignore %s, or group the levels."
            .formatted(
                Quoted.names(names),
                one ? "is" : "are",
                ColumnFit.MOST_LEVELS,
                Quoted.names(columns.stream().map(column -> column.levels().getFirst()).toList()),
                one ? "it" : "them",
                Quoted.option(names)));
  }

  private double[][] encoded(Encoding encoding) {
    double[][] features = new double[encoding.features()][rows()];
    int at = 0;
    for (int j = 0; j < columns.size(); j++) {
      Column column = encoding.columns().get(j);
      double[] codes = codes(columns.get(j), column);
      for (int row = 0; row < rows(); row++) {
        column.encode(codes[row], features, at, row);
      }
      at += column.features();
    }
    return features;
  }

  /** The codes of a raw column as those of what it has become. */
  private static double[] codes(RawColumn raw, Column column) {
    if (!(raw instanceof RawColumn.Texts texts)) {
      return raw.codes();
    }
    int[] placeOf = new int[texts.levels().size()];
    for (int level = 0; level < placeOf.length; level++) {
      int place = column.levels().indexOf(texts.levels().get(level));
      placeOf[level] = place < 0 ? column.levels().size() : place;
    }
    return Arrays.stream(raw.codes())
        .map(code -> Double.isNaN(code) ? code : placeOf[(int) code])
        .toArray();
  }

  List<RawColumn> columns() {
    return columns;
  }

  List<String> ignored() {
    return ignored;
  }

  int withoutTarget() {
    return withoutTarget;
  }
}
