package dev.coset.report;

import dev.coset.data.Points;
import dev.coset.distribution.PointSummary;
import dev.coset.report.chart.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** The rows whose functions differ most: where more data would teach most. */
final class UncertainRows {
  static final int SHOWN = 10;
  static final int CHUNK = 2048;

  private UncertainRows() {}

  static Block.Rows of(RunFigures figures) {
    Points rows = figures.shownRows();
    List<PointSummary> summaries = new ArrayList<>();
    for (int from = 0; from < rows.count(); from += CHUNK) {
      var chunk = rows.range(from, Math.min(rows.count(), from + CHUNK));
      summaries.addAll(figures.predictive(chunk.x()).summaries(new double[0], figures.threads()));
    }
    List<Integer> worst =
        IntStream.range(0, summaries.size())
            .boxed()
            .sorted(Comparator.comparing(i -> -summaries.get(i).epistemic()))
            .limit(SHOWN)
            .toList();
    long doubtful = summaries.stream().filter(s -> s.epistemic() > s.aleatoric()).count();
    List<String> header =
        new ArrayList<>(List.of("row", "observed", "predicted", "noise (sd)", "doubt (sd)"));
    header.addAll(FirstColumns.names(figures));
    double[] target = figures.study().data().target();
    double greatest =
        worst.stream()
            .mapToDouble(
                i ->
                    Math.max(
                        Math.abs(target[figures.shownRowNumbers()[i]]),
                        Math.abs(summaries.get(i).mean())))
            .max()
            .orElse(0);
    var fine = Numbers.style(greatest, 4);
    var coarse = Numbers.style(greatest, 3);
    List<List<String>> cells = new ArrayList<>();
    for (int i : worst) {
      PointSummary s = summaries.get(i);
      int row = figures.shownRowNumbers()[i];
      List<String> line = new ArrayList<>();
      line.add(String.valueOf(row + 1));
      line.add(fine.apply(target[row]));
      line.add(fine.apply(s.mean()));
      line.add(coarse.apply(s.aleatoric()));
      line.add(coarse.apply(s.epistemic()));
      line.addAll(FirstColumns.values(figures, row));
      cells.add(line);
    }
    return new Block.Rows(
        new Block.Table(
            "Rows with most epistemic uncertainty",
            "At these %s rows the functions of the posterior differ most: rows like them would teach the model most. At %s of %s, doubt about the function exceeds the noise.%s"
                .formatted(
                    figures.hasTest() ? "test" : "training",
                    doubtful,
                    VerdictSection.count(summaries.size(), "row"),
                    FirstColumns.note(figures)),
            header,
            cells));
  }
}
