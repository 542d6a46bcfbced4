package dev.coset.report;

import dev.coset.data.Points;
import dev.coset.distribution.ClassProbabilities;
import dev.coset.report.chart.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The rows whose class the model is least sure of for lack of data: the largest epistemic part. */
final class UncertainClassRows {
  private UncertainClassRows() {}

  /** What is said of one of the shown rows, by its place among them. */
  private record Uncertain(int place, double entropy, double information) {

    /** The share of the uncertainty that is the model's. */
    double epistemic() {
      return entropy > 0 ? information / entropy : 0;
    }
  }

  static Block.Rows of(RunFigures figures) {
    List<Uncertain> all = all(figures);
    long mostly = all.stream().filter(u -> u.epistemic() > 0.5).count();
    List<String> header =
        new ArrayList<>(
            List.of(
                "row", "predicted", "probability", "90% of draws", "epistemic part", "observed"));
    header.addAll(FirstColumns.names(figures));
    List<Uncertain> worst =
        all.stream()
            .sorted(Comparator.comparing(u -> -u.information))
            .limit(UncertainRows.SHOWN)
            .toList();
    var predictive =
        figures.predictive(
            figures.shownRows().select(worst.stream().mapToInt(Uncertain::place).toArray()).x());
    List<List<String>> cells = new ArrayList<>();
    for (int i = 0; i < worst.size(); i++) {
      ClassProbabilities classes = predictive.classes(i);
      int best = classes.mostProbable();
      BandedLine of = banded(classes, best);
      int row = figures.shownRowNumbers()[worst.get(i).place];
      List<String> line = new ArrayList<>();
      line.add(String.valueOf(row + 1));
      line.add(figures.className(best));
      line.add(Numbers.percent(classes.probability(best)));
      line.add(Numbers.percent(of.low()[0]) + " to " + Numbers.percent(of.high()[0]));
      line.add(Numbers.percent(worst.get(i).epistemic()));
      line.add(figures.className((int) figures.study().data().target()[row]));
      line.addAll(FirstColumns.values(figures, row));
      cells.add(line);
    }
    return new Block.Rows(
        new Block.Table(
            "Rows with the largest model uncertainty",
            "More rows like these %s rows would improve the model most. Model uncertainty (epistemic) is more than half of the entropy at %d of %s.%s"
                .formatted(
                    figures.hasTest() ? "test" : "training",
                    mostly,
                    Words.count(all.size(), "row"),
                    FirstColumns.note(figures)),
            header,
            cells));
  }

  /** The probability of a class, and where that of 90% of the draws lies. */
  private static BandedLine banded(ClassProbabilities classes, int k) {
    double[][] each = new double[classes.size()][1];
    double[] weights = new double[each.length];
    for (int g = 0; g < each.length; g++) {
      each[g][0] = classes.probabilityOf(g, k);
      weights[g] = classes.weight(g);
    }
    return BandedLine.of(each, weights);
  }

  private static List<Uncertain> all(RunFigures figures) {
    Points rows = figures.shownRows();
    List<Uncertain> all = new ArrayList<>();
    for (int from = 0; from < rows.count(); from += UncertainRows.CHUNK) {
      var chunk = rows.range(from, Math.min(rows.count(), from + UncertainRows.CHUNK));
      var predictive = figures.predictive(chunk.x());
      for (int i = 0; i < chunk.count(); i++) {
        ClassProbabilities classes = predictive.classes(i);
        all.add(new Uncertain(from + i, classes.entropy(), classes.mutualInformation()));
      }
    }
    return all;
  }
}
