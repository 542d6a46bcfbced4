package dev.coset.report;

import dev.coset.predictive.ClassificationScores;
import dev.coset.predictive.ClassificationScores.Reliability;
import dev.coset.predictive.ReliabilityByChance;
import dev.coset.predictive.Slices;
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

/** Whether probabilities of classes come true, and which classes are taken for which. */
final class ClassCalibration {
  private static final double CONFIDENCE = 0.95;

  private ClassCalibration() {}

  static List<Block> of(RunFigures figures, TestRows.OfClasses rows) {
    ClassificationScores scores = rows.scores().classification();
    List<Block> blocks = new ArrayList<>();
    blocks.add(new Block.Figure(reliability(scores.reliability())));
    SliceChart.of(figures).ifPresent(chart -> blocks.add(new Block.Figure(chart)));
    blocks.add(
        Confusion.of(
            IntStream.range(0, figures.classes().size()).mapToObj(figures::className).toList(),
            scores.confusion()));
    return blocks;
  }

  private static Chart reliability(Reliability reliability) {
    var chance = new ReliabilityByChance(reliability);
    int bins = reliability.points().length;
    int[] filled = IntStream.range(0, bins).filter(b -> reliability.points()[b] > 0).toArray();
    double[] confidence = new double[filled.length];
    double[] accuracy = new double[filled.length];
    double[][] range = new double[2][filled.length];
    int outside = 0;
    for (int i = 0; i < filled.length; i++) {
      confidence[i] = reliability.confidence()[filled[i]];
      accuracy[i] = reliability.accuracy()[filled[i]];
      double[] allowed = chance.range(filled[i], CONFIDENCE);
      range[0][i] = allowed[0];
      range[1][i] = allowed[1];
      outside += accuracy[i] < allowed[0] || accuracy[i] > allowed[1] ? 1 : 0;
    }
    double[] ends = {0, 1};
    Panel diagram =
        Panel.of(
            "How often it was right",
            Axis.between("probability of the class named", 0, 1, 0.2),
            Axis.between("share right", 0, 1, 0.2),
            List.of(
                new Mark.Intervals(
                    "95% range if calibrated", Colour.ORANGE, 0.9, confidence, range[0], range[1]),
                new Mark.Line("calibrated", Colour.GREY, 1, 1.5, true, ends, ends),
                new Mark.Points("test rows", Colour.BLUE, 1, 8, confidence, accuracy)));
    Panel counts =
        Panel.of(
            "How sure it was",
            Axis.between("probability of the class named", 0, 1, 0.2),
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
            "How often the class named was right, by how probable it was said to be: dots on the"
                + " diagonal mean that probabilities can be taken at their word, below it that the"
                + " model is too sure.",
            "Expected calibration error %s, by chance alone about %s; %d of %d bins lie outside their range of chance, and chance of so much in a calibrated model: %s."
                .formatted(
                    Numbers.percent(reliability.calibrationError()),
                    Numbers.percent(chance.expectedError()),
                    outside,
                    filled.length,
                    Numbers.text(p)),
            new Layout(2, 320),
            List.of(diagram, counts))
        .warning(
            p < Slices.FALSE_ALARM
                ? Optional.of(
                    "Confidence and accuracy differ more than chance explains (probability %s): do not take the probabilities at their word."
                        .formatted(Numbers.text(p)))
                : Optional.empty());
  }

  private static double[] edges(int bins, int from) {
    return IntStream.range(0, bins).mapToDouble(b -> (b + from) / (double) bins).toArray();
  }
}
