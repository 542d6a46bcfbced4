package dev.coset.report;

import dev.coset.data.Points;
import dev.coset.distribution.PointSummary;
import dev.coset.report.chart.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** The rows with the largest model uncertainty. */
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
    long uncertain = summaries.stream().filter(s -> s.epistemic() > s.aleatoric()).count();
    List<String> header =
        new ArrayList<>(
            List.of("row", "model uncertainty (sd)", "noise (sd)", "predicted", "observed"));
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
      line.add(coarse.apply(s.epistemic()));
      line.add(coarse.apply(s.aleatoric()));
      line.add(fine.apply(s.mean()));
      line.add(fine.apply(target[row]));
      line.addAll(FirstColumns.values(figures, row));
      cells.add(line);
    }
    return new Block.Rows(
        new Block.Table(
            "Rows with the largest model uncertainty",
            "More rows like these %s rows would improve the model most. Model uncertainty (epistemic) exceeds the noise (aleatoric) at %s of %s.%s"
                .formatted(
                    figures.hasTest() ? "test" : "training",
                    uncertain,
                    Words.count(summaries.size(), "row"),
                    FirstColumns.note(figures)),
            header,
            cells));
  }
}
