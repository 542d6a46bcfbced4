package dev.coset.report;

import dev.coset.data.Points;
import dev.coset.data.TargetScaling;
import dev.coset.diagnostics.Finding;
import dev.coset.diagnostics.Finding.Severity;
import dev.coset.diagnostics.Verdict;
import dev.coset.distribution.PointSummary;
import dev.coset.predictive.PitHistogram;
import dev.coset.predictive.TestRows;
import dev.coset.report.chart.Axis;
import dev.coset.report.chart.Chart;
import dev.coset.report.chart.Colour;
import dev.coset.report.chart.Histogram;
import dev.coset.report.chart.Mark;
import dev.coset.report.chart.Numbers;
import dev.coset.report.chart.Panel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Where numbers fell in their predictive distributions. */
final class NumberCalibration {
  private static final double CONFIDENCE = 0.95;
  private static final int MOST_ROWS = 2000;

  private NumberCalibration() {}

  static List<Block> of(RunFigures figures, TestRows.OfNumbers rows) {
    var pit = PitHistogram.of(rows.scores().regression());
    List<Block> blocks = new ArrayList<>();
    blocks.add(new Block.Figure(pitChart(pit)));
    blocks.add(new Block.Figure(coverage(pit)));
    SliceChart.of(figures).ifPresent(chart -> blocks.add(new Block.Figure(chart)));
    blocks.add(new Block.Figure(residuals(figures, rows)));
    blocks.add(new Block.Figure(sharpness(figures)));
    return blocks;
  }

  private static Chart pitChart(PitHistogram fine) {
    long n = fine.points();
    PitHistogram pit = fine.coarse();
    int bins = pit.counts().length;
    int[] range = PitHistogram.chanceRange(n, 1.0 / bins, CONFIDENCE);
    double[] from = new double[bins];
    double[] to = new double[bins];
    double[] count = new double[bins];
    for (int bin = 0; bin < bins; bin++) {
      from[bin] = (double) bin / bins;
      to[bin] = (bin + 1.0) / bins;
      count[bin] = pit.counts()[bin];
    }
    double[] ends = {0, 1};
    List<Mark> marks =
        List.of(
            new Mark.Band(
                "95% range if calibrated",
                Colour.ORANGE,
                0.3,
                ends,
                new double[] {range[0], range[0]},
                new double[] {range[1], range[1]}),
            new Mark.Bars("test rows", Colour.BLUE, 1, from, to, count),
            new Mark.Rule("", Colour.VERMILLION, false, (double) n / bins));
    double p = pit.probabilityIfCalibrated();
    return Chart.of(
            "pit",
            "Probability integral transform",
            "Where the observed values fell in their predictive distributions: even bars inside"
                + " the band mean calibrated; a hump in the middle means too cautious, high ends"
                + " mean too sure.",
            "Histogram of %d values in %d bins; chance of bars so uneven in a calibrated model: %s."
                .formatted(n, bins, Numbers.text(p)),
            Panel.of(
                "",
                Axis.between("predicted probability of a smaller value", 0, 1, 0.2),
                Axis.count("rows"),
                marks))
        .warning(fine.uneven().map(sentence -> sentence + "."));
  }

  private static Chart coverage(PitHistogram fine) {
    int bins = fine.counts().length;
    int n = bins / 2 - 1;
    double[] level = new double[n];
    double[] share = new double[n];
    double[] low = new double[n];
    double[] high = new double[n];
    int outsideChance = 0;
    for (int i = 0; i < n; i++) {
      int outside = bins / 2 - 1 - i;
      level[i] = 1 - 2.0 * outside / bins;
      share[i] = fine.centralShare(outside);
      int[] range = PitHistogram.chanceRange(fine.points(), level[i], CONFIDENCE);
      low[i] = (double) range[0] / fine.points();
      high[i] = (double) range[1] / fine.points();
      outsideChance += share[i] < low[i] || share[i] > high[i] ? 1 : 0;
    }
    double at90 = fine.centralShare(bins / 20);
    int[] range = PitHistogram.chanceRange(fine.points(), 0.9, CONFIDENCE);
    boolean off = at90 * fine.points() < range[0] - 1e-9 || at90 * fine.points() > range[1] + 1e-9;
    return Chart.of(
            "coverage",
            "Coverage of central intervals",
            "How often an interval that should hold a share of new values did: on the diagonal"
                + " they can be taken at their word, below it they are too narrow.",
            "90%% intervals held %s of %d test rows; %d of %d levels lie outside the range of chance."
                .formatted(Numbers.percent(at90), fine.points(), outsideChance, n),
            Panel.of(
                "",
                Axis.between("share the interval should hold", 0, 1, 0.2),
                Axis.between("share it held", 0, 1, 0.2),
                List.of(
                    new Mark.Band("95% range if calibrated", Colour.ORANGE, 0.25, level, low, high),
                    new Mark.Line(
                        "calibrated",
                        Colour.GREY,
                        1,
                        1.5,
                        true,
                        new double[] {0, 1},
                        new double[] {0, 1}),
                    new Mark.Line("test rows", Colour.BLUE, level, share))))
        .warning(
            off
                ? Optional.of(
                    "90%% intervals held %s of the test rows, which chance does not explain."
                        .formatted(Numbers.percent(at90)))
                : Optional.empty());
  }

  /** In the units of the data. */
  private static Chart residuals(RunFigures figures, TestRows.OfNumbers rows) {
    TargetScaling target = figures.study().scaling().target();
    int n = Math.min(rows.count(), MOST_ROWS);
    double[] fitted = new double[n];
    double[] residual = new double[n];
    for (int i = 0; i < n; i++) {
      int row = (int) ((long) i * rows.count() / n);
      fitted[i] = target.mean() + target.deviation() * rows.mean()[row];
      residual[i] = -target.deviation() * rows.error()[row];
    }
    return Chart.of(
            "residuals",
            "Residuals against predictions",
            "What the prediction left over of each test row: an even cloud about 0 is well; a fan"
                + " means that the noise grows, a bend that something was not learnt, and dots far"
                + " out are rows to look at.",
            "Observed less predicted %s of %d test rows, against what was predicted."
                .formatted(figures.target(), n),
            Panel.of(
                "",
                Axis.linear("predicted " + figures.target()),
                Axis.linear("observed less predicted"),
                List.of(
                    new Mark.Rule("", Colour.GREY, false, 0),
                    new Mark.Points(
                        "test rows", Colour.BLUE, 0.7, n > 500 ? 3 : 5, fitted, residual))))
        .warning(
            figures.verdict().findings().stream()
                .filter(f -> f.about().equals(Verdict.NOISE) && f.severity() == Severity.WARNING)
                .map(Finding::sentence)
                .findFirst());
  }

  private static Chart sharpness(RunFigures figures) {
    Points rows = figures.test().evenly(MOST_ROWS);
    double[] width =
        figures
            .predictive(rows.x())
            .summaries(new double[] {0.05, 0.95}, figures.threads())
            .stream()
            .mapToDouble(NumberCalibration::width)
            .toArray();
    double[] y = figures.original(figures.posterior().data().y());
    Arrays.sort(y);
    double plain = y[(int) (0.95 * (y.length - 1))] - y[(int) (0.05 * (y.length - 1))];
    double[] sorted = width.clone();
    Arrays.sort(sorted);
    double median = sorted[sorted.length / 2];
    return Chart.of(
        "sharpness",
        "Sharpness",
        "Widths of 90% intervals: of calibrated models the one with the narrower intervals knows"
            + " more; the dashed line is the width without any model.",
        "Histogram of interval widths; median %s, without a model %s, in units of %s."
            .formatted(Numbers.text(median), Numbers.text(plain), figures.target()),
        Panel.of(
            "",
            Axis.fromZero("width of the 90% interval, in units of " + figures.target()),
            Axis.count("rows"),
            List.of(
                Histogram.of("test rows", Colour.BLUE, width),
                new Mark.Rule("without a model", Colour.VERMILLION, true, plain))));
  }

  private static double width(PointSummary summary) {
    return summary.quantiles()[1] - summary.quantiles()[0];
  }
}
