package dev.coset.report;

import dev.coset.data.Points;
import dev.coset.data.TargetScaling;
import dev.coset.diagnostics.Finding.Severity;
import dev.coset.diagnostics.Verdict;
import dev.coset.distribution.PointSummary;
import dev.coset.predictive.PitCalibration;
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

/** Where observed numbers lie in their predictive distributions. */
final class NumberCalibration {
  private static final int MOST_ROWS = 2000;

  private NumberCalibration() {}

  static List<Block> of(RunFigures figures, TestRows.OfNumbers rows) {
    var calibration = PitCalibration.of(rows);
    List<Block> blocks = new ArrayList<>();
    blocks.add(new Block.Figure(quantiles(calibration)));
    blocks.add(new Block.Figure(coverage(calibration)));
    SliceChart.of(figures).ifPresent(chart -> blocks.add(new Block.Figure(chart)));
    blocks.add(new Block.Figure(residuals(figures, rows)));
    blocks.add(new Block.Figure(sharpness(figures)));
    return blocks;
  }

  private static Chart quantiles(PitCalibration calibration) {
    return curve(
        calibration,
        calibration.quantiles(),
        "pit",
        "Share below predicted quantiles",
        "The share of observed values below each predicted quantile. Above the diagonal quantiles"
            + " are too high, below it too low.",
        "predicted quantile",
        "share of rows below it",
        "quantiles");
  }

  private static Chart coverage(PitCalibration calibration) {
    return curve(
        calibration,
        calibration.coverage(),
        "coverage",
        "Coverage of central intervals",
        "The share of observed values inside each central interval. Below the diagonal intervals"
            + " are too narrow, above it too wide.",
        "nominal level of the interval",
        "share of rows inside",
        "intervals");
  }

  /** One of the two curves of the test, with the bands that decide the test. */
  private static Chart curve(
      PitCalibration calibration,
      PitCalibration.Curve curve,
      String id,
      String title,
      String caption,
      String across,
      String up,
      String levels) {
    double[] ends = {0, 1};
    long outside = curve.outside();
    String p = Numbers.text(calibration.probability());
    return Chart.of(
            id,
            title,
            caption + " A calibrated model stays inside the band with probability 99%.",
            "%d of %d %s lie outside the band, on %d independent rows or groups of rows; p = %s for both charts."
                .formatted(outside, curve.share().length, levels, calibration.units(), p),
            Panel.of(
                "",
                Axis.between(across, 0, 1, 0.2),
                Axis.between(up, 0, 1, 0.2),
                List.of(
                    new Mark.Band(
                        "99% band if calibrated",
                        Colour.ORANGE, 0.25, curve.nominal(), curve.low(), curve.high()),
                    new Mark.Line("calibrated", Colour.GREY, 1, 1.5, true, ends, ends),
                    new Mark.Line("test rows", Colour.BLUE, curve.nominal(), curve.share()))))
        .warning(
            outside == 0
                ? Optional.empty()
                : Optional.of(
                    "%d of %d %s lie outside the band: the model is not calibrated (p = %s)."
                        .formatted(outside, curve.share().length, levels, p)));
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
            "An even cloud about 0 is good. A fan means that the noise grows, a bend that the model"
                + " misses a trend. Look at rows that are far out.",
            "Observed minus predicted %s of %d test rows, against the prediction."
                .formatted(figures.target(), n),
            Panel.of(
                "",
                Axis.linear("predicted " + figures.target()),
                Axis.linear("observed minus predicted"),
                List.of(
                    new Mark.Rule("", Colour.GREY, false, 0),
                    new Mark.Points(
                        "test rows", Colour.BLUE, 0.7, n > 500 ? 3 : 5, fitted, residual))))
        .warning(
            figures.verdict().findings().stream()
                .filter(f -> f.about().equals(Verdict.NOISE) && f.severity() == Severity.WARNING)
                .map(OptionText::of)
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
        "Widths of the 90% intervals of test rows. Of two calibrated models the one with narrower"
            + " intervals is better. The dashed line is the interval of a constant prediction.",
        "Histogram of interval widths; median %s, of a constant prediction %s, in units of %s."
            .formatted(Numbers.text(median), Numbers.text(plain), figures.target()),
        Panel.of(
            "",
            Axis.fromZero("width of the 90% interval, in units of " + figures.target()),
            Axis.count("rows"),
            List.of(
                Histogram.of("test rows", Colour.BLUE, width),
                new Mark.Rule("constant prediction", Colour.VERMILLION, true, plain))));
  }

  private static double width(PointSummary summary) {
    return summary.quantiles()[1] - summary.quantiles()[0];
  }
}
