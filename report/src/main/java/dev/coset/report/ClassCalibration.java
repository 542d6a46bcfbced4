package dev.coset.report;

import dev.coset.predictive.ClassificationScores;
import dev.coset.predictive.ClassificationScores.Reliability;
import dev.coset.predictive.ReliabilityByChance;
import dev.coset.predictive.Slice;
import dev.coset.predictive.TestRows;
import dev.coset.report.chart.Axis;
import dev.coset.report.chart.Chart;
import dev.coset.report.chart.Chart.Layout;
import dev.coset.report.chart.Colour;
import dev.coset.report.chart.Mark;
import dev.coset.report.chart.Numbers;
import dev.coset.report.chart.Panel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Whether probabilities of classes are calibrated, and which classes are confused. */
final class ClassCalibration {
  private static final double ROUNDING = 1e-9;

  private ClassCalibration() {}

  static List<Block> of(RunFigures figures, TestRows.OfClasses rows) {
    ClassificationScores scores = rows.scores().classification();
    List<Block> blocks = new ArrayList<>();
    blocks.add(new Block.Figure(reliability(scores.reliability(), ReliabilityByChance.of(rows))));
    SliceChart.of(figures).ifPresent(chart -> blocks.add(new Block.Figure(chart)));
    if (scores.auroc().isEmpty()) { // else the matrix stands beside the threshold
      blocks.add(
          Confusion.of(
              IntStream.range(0, figures.classes().size()).mapToObj(figures::className).toList(),
              scores.confusion()));
    }
    return blocks;
  }

  private static Chart reliability(Reliability reliability, ReliabilityByChance chance) {
    int bins = reliability.points().length;
    List<Slice> filled = chance.bins();
    double[][] range = ranges(chance, filled);
    long outside =
        IntStream.range(0, filled.size()).filter(i -> isOutside(filled, range, i)).count();
    List<Slice> whole = List.of(chance.whole());
    double[][] ofWhole = ranges(chance, whole);
    double[] ends = {0, 1};
    Panel diagram =
        Panel.of(
            "How often it is right",
            Axis.between("probability of the predicted class", 0, 1, 0.2),
            Axis.between("share right", 0, 1, 0.2),
            List.of(
                new Mark.Intervals(
                    "99% range if calibrated",
                    Colour.ORANGE, 0.9, confidence(filled), range[0], range[1]),
                new Mark.Intervals(
                    "", Colour.ORANGE, 0.9, confidence(whole), ofWhole[0], ofWhole[1]),
                new Mark.Line("calibrated", Colour.GREY, 1, 1.5, true, ends, ends),
                new Mark.Points("test rows", Colour.BLUE, 1, 8, confidence(filled), share(filled)),
                new Mark.Points("all of them", Colour.INK, 1, 8, confidence(whole), share(whole))));
    Panel counts =
        Panel.of(
            "How sure it is",
            Axis.between("probability of the predicted class", 0, 1, 0.2),
            Axis.count("rows"),
            List.of(
                new Mark.Bars(
                    "test rows",
                    Colour.BLUE,
                    0.85,
                    edges(bins, 0),
                    edges(bins, 1),
                    IntStream.range(0, bins).mapToDouble(b -> reliability.points()[b]).toArray())));
    double p = chance.probability();
    return Chart.of(
            "reliability",
            "Reliability",
            "How often the predicted class was right, by its probability. On the diagonal the"
                + " probabilities are right; below it the model is too sure.",
            "Expected calibration error %s, about %s by chance; %d of %d bins lie outside their range%s; p = %s."
                .formatted(
                    Numbers.percent(reliability.calibrationError()),
                    Numbers.percent(ReliabilityByChance.of(reliability).expectedError()),
                    outside,
                    filled.size(),
                    isOutside(whole, ofWhole, 0) ? ", and so does the whole" : "",
                    Numbers.text(p)),
            new Layout(2, 320),
            List.of(diagram, counts))
        .warning(
            chance.isOff()
                ? Optional.of(
                    "Confidence and accuracy differ more than chance explains (p = %s). The probabilities are not calibrated."
                        .formatted(Numbers.text(p)))
                : Optional.empty());
  }

  private static double[][] ranges(ReliabilityByChance chance, List<Slice> bins) {
    double[][] range = new double[2][bins.size()];
    for (int i = 0; i < bins.size(); i++) {
      double[] allowed = chance.range(bins.get(i));
      range[0][i] = allowed[0];
      range[1][i] = allowed[1];
    }
    return range;
  }

  private static boolean isOutside(List<Slice> bins, double[][] range, int i) {
    double share = bins.get(i).share();
    return share < range[0][i] - ROUNDING || share > range[1][i] + ROUNDING;
  }

  private static double[] confidence(List<Slice> bins) {
    return bins.stream().mapToDouble(Slice::expected).toArray();
  }

  private static double[] share(List<Slice> bins) {
    return bins.stream().mapToDouble(Slice::share).toArray();
  }

  private static double[] edges(int bins, int from) {
    return IntStream.range(0, bins).mapToDouble(b -> (b + from) / (double) bins).toArray();
  }
}
