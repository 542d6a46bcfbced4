package dev.coset.report;

import dev.coset.predictive.TestRows;
import dev.coset.predictive.TwoClassScores;
import dev.coset.report.chart.Axis;
import dev.coset.report.chart.Chart;
import dev.coset.report.chart.Chart.Layout;
import dev.coset.report.chart.Colour;
import dev.coset.report.chart.Mark;
import dev.coset.report.chart.Numbers;
import dev.coset.report.chart.Panel;
import dev.coset.statistics.Weighted;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** Of two classes: from which probability on a row is taken for the second, the positive one. */
final class ThresholdSection {
  /** Thresholds of the slider are 0, 0.01, ..., 1. */
  static final int STEPS = 100;

  private static final int MOST_POINTS = 500;

  private final RunFigures figures;
  private final TestRows.OfClasses rows;
  private final double[] probability; // (row), of the positive class

  private ThresholdSection(RunFigures figures, TestRows.OfClasses rows) {
    this.figures = figures;
    this.rows = rows;
    this.probability =
        IntStream.range(0, rows.count())
            .mapToDouble(
                i -> rows.named()[i] == 1 ? rows.confidence()[i] : 1 - rows.confidence()[i])
            .toArray();
  }

  /** Empty unless the target has two classes and test rows have both. */
  static Optional<Section> of(RunFigures figures) {
    return figures
        .tested()
        .flatMap(
            tested ->
                switch (tested) {
                  case TestRows.OfNumbers numbers -> Optional.empty();
                  case TestRows.OfClasses classes ->
                      classes.scores().classification().auroc().isPresent()
                          ? Optional.of(new ThresholdSection(figures, classes).section())
                          : Optional.empty();
                });
  }

  private Section section() {
    String positive = figures.className(1);
    double[] positives = new double[STEPS + 1];
    double[] negatives = new double[STEPS + 1];
    for (int i = 0; i < probability.length; i++) {
      double[] counts = rows.label()[i] == 1 ? positives : negatives;
      for (int t = 0; t <= STEPS && probability[i] >= (double) t / STEPS; t++) {
        counts[t] += weight(i);
      }
    }
    return new Section(
        "threshold",
        "Threshold",
        "From which probability on should a row be taken for %s? That depends on the costs of the two errors."
            .formatted(positive),
        List.of(
            new Block.Threshold(
                List.of(figures.className(0), positive), rows(positives), rows(negatives)),
            new Block.Figure(curves())));
  }

  /** How many rows one counts as. */
  private double weight(int row) {
    return Weighted.of(rows.rowWeights(), row);
  }

  /** Whole numbers where rows have no weights. */
  private static List<? extends Number> rows(double[] counts) {
    return Arrays.stream(counts).allMatch(count -> count == Math.rint(count))
        ? Arrays.stream(counts).mapToObj(count -> (int) count).toList()
        : Arrays.stream(counts).boxed().toList();
  }

  /** Both curves, from the highest threshold to the lowest. */
  private Chart curves() {
    int n = probability.length;
    int[] order =
        IntStream.range(0, n)
            .boxed()
            .sorted(Comparator.comparing(i -> -probability[i]))
            .mapToInt(i -> i)
            .toArray();
    double positive = IntStream.range(0, n).mapToDouble(i -> rows.label()[i] * weight(i)).sum();
    double all = Weighted.total(rows.rowWeights(), n);
    double[] recall = new double[n + 1];
    double[] falseAlarms = new double[n + 1];
    double[] precision = new double[n + 1];
    int points = 1; // none is taken for positive
    precision[0] = Double.NaN;
    double hits = 0;
    double taken = 0;
    for (int i = 0; i < n; i++) {
      hits += rows.label()[order[i]] * weight(order[i]);
      taken += weight(order[i]);
      boolean tied = i + 1 < n && probability[order[i + 1]] == probability[order[i]];
      if (!tied) {
        recall[points] = hits / positive;
        falseAlarms[points] = (taken - hits) / (all - positive);
        precision[points++] = hits / taken;
      }
    }
    int[] shown = evenly(points);
    TwoClassScores scores = rows.scores().classification().twoClasses().orElseThrow();
    String positiveName = figures.className(1);
    double[] ends = {0, 1};
    var roc =
        Panel.of(
            "ROC curve",
            Axis.between("false alarms, share of " + figures.className(0), 0, 1, 0.2),
            Axis.between("found, share of " + positiveName, 0, 1, 0.2),
            List.of(
                new Mark.Line("no better than chance", Colour.GREY, 1, 1.5, true, ends, ends),
                new Mark.Line(
                    "test rows", Colour.BLUE, at(shown, falseAlarms), at(shown, recall))));
    var precisionRecall =
        Panel.of(
            "Precision and recall",
            Axis.between("recall: found, share of " + positiveName, 0, 1, 0.2),
            Axis.between("precision: correct alarms", 0, 1, 0.2),
            List.of(
                new Mark.Rule("no better than chance", Colour.GREY, false, positive / all),
                new Mark.Line("test rows", Colour.BLUE, at(shown, recall), at(shown, precision))));
    return Chart.of(
        "roc",
        "ROC and precision-recall curves",
        "Each point is a threshold. The area under the ROC curve is %s (0.5 by chance, 1 at best); the average precision is %s."
            .formatted(text(scores.auroc()), text(scores.prAuc())),
        "Share of %s found against the share of false alarms, and precision against recall, on %s."
            .formatted(positiveName, Words.count(n, "test row")),
        new Layout(2, 320),
        List.of(roc, precisionRecall));
  }

  private static int[] evenly(int points) {
    int n = Math.min(points, MOST_POINTS);
    return IntStream.range(0, n).map(i -> (int) ((long) i * (points - 1) / (n - 1))).toArray();
  }

  private static double[] at(int[] places, double[] values) {
    return Arrays.stream(places).mapToDouble(i -> values[i]).toArray();
  }

  private static String text(OptionalDouble score) {
    return score.isPresent() ? Numbers.text(score.getAsDouble()) : "unknown";
  }
}
