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
import java.util.stream.DoubleStream;

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
    List<Mark> marks =
        new ArrayList<>(PredictiveFan.marks(OneInput.inUnits(figures, x), quantiles));
    marks.add(data(figures, "training rows", Colour.INK, figures.posterior().data()));
    if (figures.hasTest()) {
      marks.add(data(figures, "test rows", Colour.VERMILLION, figures.test()));
    }
    return Chart.of(
        "predictive",
        "Predictive distribution",
        "For each input, where new values are expected: half of them in the darkest band, 95% in"
            + " the widest; it widens where there are no data.",
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
    // The same for both, so that the diagonal is one; an interval may leave the frame.
    Axis both = Axis.linear("").fit(DoubleStream.concat(Arrays.stream(y), Arrays.stream(mean)));
    double[] ends = {both.low(), both.high()};
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
    marks.add(new Mark.Points("inside its interval", Colour.BLUE, 0.9, 5, in[0], in[1]));
    if (missed > 0) {
      marks.add(new Mark.Points("outside", Colour.VERMILLION, 1, 6, out[0], out[1]));
    }
    return Chart.of(
        "observed",
        "Predicted against observed",
        "Each dot is a %s row, with its 90%% interval: near the diagonal the prediction is right, and intervals should reach it nine times in ten%s."
            .formatted(
                which,
                figures.hasTest() ? "" : ", and more often, since these rows were learnt from"),
        "%d %s rows, of which %d lie outside their 90%% interval.".formatted(n, which, missed),
        Layout.SQUARE,
        List.of(
            new Panel(
                "",
                both.labelled("observed " + figures.target()),
                both.labelled("predicted " + figures.target()),
                marks)));
  }

  private static double[] nans(int n) {
    double[] values = new double[n];
    Arrays.fill(values, Double.NaN);
    return values;
  }
}
