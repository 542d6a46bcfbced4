package dev.coset.data;

import dev.coset.message.Message;
import dev.coset.message.Quoted;
import dev.coset.message.Setting;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
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
  private final double @Nullable [] weights; // (row), null where all are 1
  private final List<Message> ignored;
  private final List<Message> warnings;
  private final int withoutTarget;
  private final int weightless;

  RawTable(
      TableOptions options,
      TargetBuilder.Target target,
      List<RawColumn> columns,
      int @Nullable [] rowOf,
      int @Nullable [] groups,
      double @Nullable [] weights,
      List<Message> ignored,
      List<Message> warnings,
      int withoutTarget,
      int weightless) {
    this.options = options;
    this.target = target.column();
    this.y = target.values();
    this.columns = List.copyOf(columns);
    this.rowOf = rowOf;
    this.groups = groups;
    this.weights = weights;
    this.ignored = List.copyOf(ignored);
    this.warnings = List.copyOf(warnings);
    this.withoutTarget = withoutTarget;
    this.weightless = weightless;
  }

  /**
   * Reads a file with a header. Cells are separated by comma, semicolon or tab, whichever the
   * header shows.
   *
   * @throws InputException with one sentence where the file cannot be used
   */
  public static RawTable read(Path file, TableOptions options) {
    return read(Table.read(file), options);
  }

  /**
   * Reads a table.
   *
   * @throws InputException with one sentence where the table cannot be used
   */
  public static RawTable read(Table table, TableOptions options) {
    return TrainingFile.read(table, options);
  }

  public int rows() {
    return y.length;
  }

  /** The target: numeric, or with its classes. */
  public Column target() {
    return target;
  }

  /** The kind of the target. */
  public TargetKind kind() {
    return TargetKind.of(target);
  }

  /** What splits and folds share out evenly, as {@link TargetKind#strata} says. */
  public int[] strata() {
    return kind().strata(y);
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
                    InputException.of(
                        "There is no column %s to order rows by: name one that is used, or list it"
                            + " in %s.",
                        Quoted.text(name), Setting.FEATURES));
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
    List<RawColumn> kept = new ArrayList<>();
    List<Column> columns = new ArrayList<>();
    List<RawColumn.Texts> freeTexts = new ArrayList<>();
    List<Optional<Column>> fitted =
        PerColumn.list(
            this.columns.size(),
            j -> {
              RawColumn raw = this.columns.get(j);
              var fit = new ColumnFit(raw, train, weights, imputes, options.drawsTailsIn());
              return fit.hasTooManyLevels() ? Optional.empty() : Optional.of(fit.column());
            });
    for (int j = 0; j < fitted.size(); j++) {
      RawColumn raw = this.columns.get(j);
      fitted
          .get(j)
          .ifPresentOrElse(
              column -> {
                kept.add(raw);
                columns.add(column);
              },
              () -> freeTexts.add((RawColumn.Texts) raw));
    }
    boolean asked = freeTexts.stream().anyMatch(column -> options.asksFor(column.name()));
    if (!freeTexts.isEmpty() && (asked || kept.isEmpty())) {
      throw tooManyLevels(freeTexts);
    }
    var encoding = new Encoding(target, columns, options.id(), options.rowWeight());
    double[][] features = encoded(kept, columns);
    List<Message> warnings = new ArrayList<>(this.warnings);
    if (!freeTexts.isEmpty()) {
      warnings.add(Message.text(notUsed(freeTexts)));
    }
    EdgeCodes.say(kept, train).forEach(warnings::add);
    switch (kind()) {
      case TargetKind.Number _ ->
          EdgeCodes.say(List.of(new RawColumn.Numbers(target.name(), NumberForm.PLAIN, y)), train)
              .forEach(warnings::add);
      case TargetKind.Classes _ -> {}
    }
    new Leaks(target, y, train).say(kept).ifPresent(warnings::add);
    weighting(train).flatMap(RowWeighting::warning).ifPresent(warnings::add);
    var notes = new TableNotes(this, kept, encoding, varying(encoding, features, train));
    List<Message> lines = new ArrayList<>(notes.lines());
    weighting(train).map(RowWeighting::note).ifPresent(lines::add);
    Blocks blocks = groups == null ? null : Blocks.groups(groups);
    return new Dataset(encoding, features, y, weights, rowOf, warnings, lines, blocks);
  }

  private Optional<RowWeighting> weighting(int[] train) {
    String column = options.rowWeight();
    return column == null || weights == null
        ? Optional.empty()
        : Optional.of(
            new RowWeighting(
                column,
                Arrays.stream(train).mapToDouble(row -> weights[row]).toArray(),
                weightless));
  }

  /** The columns with a feature that is not the same in all these rows. */
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

  private static InputException tooManyLevels(List<RawColumn.Texts> columns) {
    return InputException.of(
        "%s. Drop %s with %s, or group the levels.",
        manyLevels(columns, ""),
        columns.size() == 1 ? "it" : "them",
        Setting.IGNORE.to(columns.stream().map(RawColumn::name).toList()));
  }

  private static String notUsed(List<RawColumn.Texts> columns) {
    return "%s, like free text or identifiers. Group the levels to use %s."
        .formatted(
            manyLevels(
                columns, "not used, because " + (columns.size() == 1 ? "it is " : "they are ")),
            columns.size() == 1 ? "it" : "them");
  }

  private static String manyLevels(List<RawColumn.Texts> columns, String why) {
    return "%s %s %stext with more than %d levels, most rare (such as %s)"
        .formatted(
            Quoted.names(columns.stream().map(RawColumn::name).toList()),
            columns.size() == 1 ? "is" : "are",
            why,
            ColumnFit.MOST_LEVELS,
            Quoted.names(columns.stream().map(column -> column.levels().getFirst()).toList()));
  }

  private double[][] encoded(List<RawColumn> raw, List<Column> columns) {
    return PerColumn.list(raw.size(), j -> encoded(raw.get(j), columns.get(j))).stream()
        .flatMap(Arrays::stream)
        .toArray(double[][]::new);
  }

  private double[][] encoded(RawColumn raw, Column column) {
    double[] codes = codes(raw, column);
    if (isFeature(column, codes)) {
      return new double[][] {codes}; // a large table need not be there twice
    }
    double[][] features = new double[column.features()][rows()];
    for (int row = 0; row < rows(); row++) {
      column.encode(codes[row], features, 0, row);
    }
    return features;
  }

  /** Whether the codes are the column's only feature. */
  private static boolean isFeature(Column column, double[] codes) {
    return column instanceof Column.Number number
        && !number.indicator()
        && number.warp().scale() == 0
        && Arrays.stream(codes).noneMatch(Double::isNaN);
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
    double[] codes = raw.codes().clone();
    Arrays.setAll(codes, row -> Double.isNaN(codes[row]) ? Double.NaN : placeOf[(int) codes[row]]);
    return codes;
  }

  List<Message> ignored() {
    return ignored;
  }

  int withoutTarget() {
    return withoutTarget;
  }
}
