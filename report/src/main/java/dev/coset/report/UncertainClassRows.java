package dev.coset.report;

import dev.coset.data.Points;
import dev.coset.distribution.ClassProbabilities;
import dev.coset.report.chart.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The rows whose class the functions dispute most: where more data would teach most. */
final class UncertainClassRows {
  private UncertainClassRows() {}

  /** What is said of one of the shown rows. */
  private record Doubt(
      int place, int mostProbable, double probability, double entropy, double information) {
    static Doubt of(int place, ClassProbabilities classes) {
      int best = classes.mostProbable();
      return new Doubt(
          place, best, classes.probability(best), classes.entropy(), classes.mutualInformation());
    }
  }

  static Block.Rows of(RunFigures figures) {
    List<Doubt> doubts = doubts(figures);
    long disputed = doubts.stream().filter(d -> 2 * d.information > d.entropy).count();
    List<String> header =
        new ArrayList<>(
            List.of(
                "row",
                "observed",
                "most probable",
                "its probability",
                "entropy",
                "mutual information"));
    header.addAll(FirstColumns.names(figures));
    List<List<String>> cells = new ArrayList<>();
    doubts.stream()
        .sorted(Comparator.comparing(d -> -d.information))
        .limit(UncertainRows.SHOWN)
        .forEach(
            d -> {
              int row = figures.shownRowNumbers()[d.place];
              List<String> line = new ArrayList<>();
              line.add(String.valueOf(row + 1));
              line.add(figures.className((int) figures.study().data().target()[row]));
              line.add(figures.className(d.mostProbable));
              line.add(Numbers.percent(d.probability));
              line.add(Numbers.text(d.entropy));
              line.add(Numbers.text(d.information));
              line.addAll(FirstColumns.values(figures, row));
              cells.add(line);
            });
    return new Block.Rows(
        new Block.Table(
            "Most uncertain rows",
            "At these %s rows the functions of the posterior dispute the class most, by the mutual information of class and function, in nats: rows like them would teach the model most. At %d of %s, doubt about the function exceeds chance: it is more than half of the entropy.%s"
                .formatted(
                    figures.hasTest() ? "test" : "training",
                    disputed,
                    VerdictSection.count(doubts.size(), "row"),
                    FirstColumns.note(figures)),
            header,
            cells));
  }

  private static List<Doubt> doubts(RunFigures figures) {
    Points rows = figures.shownRows();
    List<Doubt> doubts = new ArrayList<>();
    for (int from = 0; from < rows.count(); from += UncertainRows.CHUNK) {
      var chunk = rows.range(from, Math.min(rows.count(), from + UncertainRows.CHUNK));
      var predictive = figures.predictive(chunk.x());
      for (int i = 0; i < chunk.count(); i++) {
        doubts.add(Doubt.of(from + i, predictive.classes(i)));
      }
    }
    return doubts;
  }
}
