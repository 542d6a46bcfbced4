package dev.coset.report;

import dev.coset.data.Column;
import dev.coset.report.chart.Numbers;
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
        ? " The first %d of %s.".formatted(COLUMNS, VerdictSection.count(columns, "column"))
        : "";
  }

  /** Of one row of the data, as the data have them. */
  static List<String> values(RunFigures figures, int row) {
    double[][] features = figures.study().data().features();
    List<String> values = new ArrayList<>();
    int feature = 0;
    for (Column column : of(figures)) {
      if (column.numeric()) {
        double value = features[feature][row];
        values.add(Double.isNaN(value) ? "missing" : Numbers.text(value, 4));
      } else {
        String level = "";
        for (int l = 0; l < column.levels().size(); l++) {
          level = features[feature + l][row] == 1 ? column.levels().get(l) : level;
        }
        values.add(level);
      }
      feature += column.features();
    }
    return values;
  }
}
