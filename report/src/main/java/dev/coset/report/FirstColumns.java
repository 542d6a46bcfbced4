package dev.coset.report;

import dev.coset.data.Column;
import dev.coset.report.chart.Numbers;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** As many columns of the data as fit beside what else a table of rows tells. */
final class FirstColumns {
  private static final int COLUMNS = 6;

  private FirstColumns() {}

  private static List<Column> all(RunFigures figures) {
    return figures.study().data().encoding().columns();
  }

  private static List<Column> of(RunFigures figures) {
    return all(figures).stream().limit(COLUMNS).toList();
  }

  static List<String> names(RunFigures figures) {
    return of(figures).stream().map(Column::name).toList();
  }

  /** A sentence that says which they are of many, or nothing. */
  static String note(RunFigures figures) {
    int columns = all(figures).size();
    return columns > COLUMNS
        ? " The first %d of %s.".formatted(COLUMNS, Words.count(columns, "column"))
        : "";
  }

  /** Of one row of the data, as the data have them. */
  static List<String> values(RunFigures figures, int row) {
    double[][] features = figures.study().data().features();
    List<String> values = new ArrayList<>();
    int feature = 0;
    for (Column column : of(figures)) {
      values.add(
          isMissing(column, features, feature, row)
              ? Column.MISSING
              : value(column, features, feature, row));
      feature += column.features();
    }
    return values;
  }

  private static String value(Column column, double[][] features, int at, int row) {
    double value = features[at][row];
    return switch (column) {
      case Column.Number number -> Numbers.text(number.warp().original(value), 4);
      case Column.Truth truth -> value == 1 ? "yes" : "no";
      case Column.Levels levels -> level(levels, features, at, row);
      case Column.Time time ->
          LocalDate.EPOCH
              .plusDays((long) Math.floor(time.first() / 86_400 + value + 1e-9))
              .toString();
    };
  }

  private static boolean isMissing(Column column, double[][] features, int at, int row) {
    return column.indicator() && features[at + column.features() - 1][row] == 1;
  }

  private static String level(Column.Levels column, double[][] features, int at, int row) {
    List<String> names = column.featureNames();
    for (int l = 0; l < names.size(); l++) {
      if (features[at + l][row] == 1) {
        return names.get(l).substring(column.name().length() + 1);
      }
    }
    return "";
  }
}
