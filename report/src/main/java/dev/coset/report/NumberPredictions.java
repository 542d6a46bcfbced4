package dev.coset.report;

import dev.coset.data.Points;
import dev.coset.distribution.PointSummary;
import dev.coset.distribution.Predictive;
import dev.coset.report.chart.Axis;
import dev.coset.report.chart.Chart;
import dev.coset.report.chart.Chart.Layout;
import dev.coset.report.chart.Colour;
import dev.coset.report.chart.Mark;
import dev.coset.report.chart.Panel;
import dev.coset.report.chart.PredictiveFan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What is predicted of a target that is a number. */
final class NumberPredictions {
  private static final int MOST_POINTS = 800;
  private static final int MOST_ROWS = 300;

  private NumberPredictions() {}

  /** Along the only input. */
  static Chart fan(RunFigures figures, double[] x) {
    Predictive predictive = figures.predictive(new double[][] {x});
    List<double[]> quantiles =
        predictive.summaries(PredictiveFan.probabilities(), figures.threads()).stream()
            .map(PointSummary::quantiles)
            .toList();
    double[] shown = OneInput.inUnits(figures, x);
    List<Mark> marks = new ArrayList<>(PredictiveFan.marks(shown, quantiles));
    BandedLine f =
        figures.values(new double[][] {x}).banded(ShownFunction.of(figures).getFirst().ofDraws());
    marks.add(
        marks.size() - 1, // below the median
        new Mark.Band(
            "model uncertainty (epistemic), 90%", Colour.ORANGE, 0.55, shown, f.low(), f.high()));
    marks.add(data(figures, "training rows", Colour.INK, figures.posterior().data()));
    if (figures.hasTest()) {
      marks.add(data(figures, "test rows", Colour.VERMILLION, figures.test()));
    }
    return Chart.of(
        "predictive",
        "Predictive distribution",
        "Where new values are expected along the input: half of them in the darkest blue band, 95%"
            + " in the widest. Orange is the part that is model uncertainty (epistemic).",
        "Median and central intervals of %s along %s, with the data as dots."
            .formatted(figures.target(), OneInput.name(figures)),
        Panel.of("", Axis.exact(OneInput.name(figures)), Axis.linear(figures.target()), marks));
  }

  private static Mark.Points data(RunFigures figures, String name, Colour colour, Points rows) {
    Points some = rows.evenly(MOST_POINTS);
    return PredictiveFan.data(
        name, colour, OneInput.inUnits(figures, some.x()[0]), figures.original(some.y()));
  }

  /** Of rows, where there are several inputs. */
  static Chart observed(RunFigures figures) {
    Points rows = figures.shownRows().evenly(MOST_ROWS);
    var summaries =
        figures.predictive(rows.x()).summaries(new double[] {0.05, 0.95}, figures.threads());
    double[] y = figures.original(rows.y());
    int n = y.length;
    double[] low = new double[n];
    double[] high = new double[n];
    double[] mean = new double[n];
    for (int i = 0; i < n; i++) {
      mean[i] = summaries.get(i).mean();
      low[i] = summaries.get(i).quantiles()[0];
      high[i] = summaries.get(i).quantiles()[1];
    }
    Axis across = Axis.linear("observed " + figures.target()).fit(Arrays.stream(y));
    double[] ends = {across.low(), across.high()};
    String which = figures.hasTest() ? "test" : "training";
    long missed = 0;
    double[][] in = {nans(n), nans(n)};
    double[][] out = {nans(n), nans(n)};
    for (int i = 0; i < n; i++) {
      boolean held = y[i] >= low[i] && y[i] <= high[i];
      missed += held ? 0 : 1;
      (held ? in : out)[0][i] = y[i];
      (held ? in : out)[1][i] = mean[i];
    }
    List<Mark> marks = new ArrayList<>();
    marks.add(new Mark.Intervals("90% interval", Colour.SKY, 0.45, y, low, high));
    marks.add(new Mark.Line("predicted as observed", Colour.GREY, 1, 1.5, true, ends, ends));
    marks.add(new Mark.Points("observed inside", Colour.BLUE, 0.9, 5, in[0], in[1]));
    if (missed > 0) {
      marks.add(new Mark.Points("observed outside", Colour.VERMILLION, 1, 6, out[0], out[1]));
    }
    return Chart.of(
        "observed",
        "Predicted against observed",
        "Each dot is a %s row with its 90%% interval. On the dashed line the prediction is exact. Nine in ten intervals should reach it%s."
            .formatted(which, figures.hasTest() ? "" : ", or more, since these are training rows"),
        "%d %s rows; %d lie outside their 90%% interval.".formatted(n, which, missed),
        Layout.SQUARE,
        List.of(Panel.of("", seen -> across, Axis.linear("predicted " + figures.target()), marks)));
  }

  private static double[] nans(int n) {
    double[] values = new double[n];
    Arrays.fill(values, Double.NaN);
    return values;
  }
}
