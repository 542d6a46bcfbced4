package dev.coset.report;

import dev.coset.data.Points;
import dev.coset.distribution.PointSummary;
import dev.coset.predictive.PitHistogram;
import dev.coset.predictive.RegressionScores;
import dev.coset.report.chart.Axis;
import dev.coset.report.chart.Chart;
import dev.coset.report.chart.Colour;
import dev.coset.report.chart.Histogram;
import dev.coset.report.chart.Mark;
import dev.coset.report.chart.Numbers;
import dev.coset.report.chart.Panel;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Where numbers fell in their predictive distributions. */
final class NumberCalibration {
  private static final double CONFIDENCE = 0.95;
  private static final int MOST_ROWS = 2000;

  private NumberCalibration() {}

  static List<Block> of(RunFigures figures, RegressionScores scores) {
    var pit = PitHistogram.of(scores);
    return List.of(
        new Block.Figure(pitChart(pit)),
        new Block.Figure(coverage(pit)),
        new Block.Figure(sharpness(figures)));
  }

  private static Chart pitChart(PitHistogram fine) {
    long n = fine.points();
    PitHistogram pit = inBins(fine);
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
        .warning(uneven(fine));
  }

  /** What to say where the probability integral transforms are not uniform. */
  static Optional<String> uneven(PitHistogram fine) {
    double p = inBins(fine).probabilityIfCalibrated();
    return p < CalibrationSection.FALSE_ALARM
        ? Optional.of(
            "The bars are less even than chance allows (probability %s): %s"
                .formatted(Numbers.text(p), lean(fine)))
        : Optional.empty();
  }

  /** Few enough that each has some rows. */
  private static PitHistogram inBins(PitHistogram fine) {
    long n = fine.points();
    return fine.in(n < 100 ? 5 : n < 400 ? 10 : 20);
  }

  private static String lean(PitHistogram fine) {
    double below = fine.centralShare(25);
    if (below > 0.55) {
      return "intervals are wider than need be.";
    }
    return below < 0.45
        ? "intervals are too narrow; treat them with care, and try more chains or a larger network."
        : "the predictions lean to one side or miss the shape of the noise.";
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
