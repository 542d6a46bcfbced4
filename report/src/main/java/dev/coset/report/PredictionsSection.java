package dev.coset.report;

import dev.coset.data.Points;
import dev.coset.distribution.PointSummary;
import dev.coset.distribution.Predictive;
import dev.coset.report.chart.Axis;
import dev.coset.report.chart.Chart;
import dev.coset.report.chart.Chart.Layout;
import dev.coset.report.chart.Colour;
import dev.coset.report.chart.FunctionDraws;
import dev.coset.report.chart.Mark;
import dev.coset.report.chart.Panel;
import dev.coset.report.chart.PredictiveFan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What the model predicts and how sure it is. */
final class PredictionsSection {
  private static final int GRID = 160;
  private static final int MOST_POINTS = 800;
  private static final int MOST_ROWS = 300;
  private static final int MOST_COLUMNS = 12;
  private static final int FUNCTIONS = 30;

  private PredictionsSection() {}

  static Section of(RunFigures figures, Optional<Dependence> dependence) {
    List<Block> blocks = new ArrayList<>();
    if (figures.draws().count() == 0) {
      blocks.add(new Block.Text("There are no draws yet to predict with."));
    } else if (dependence.isEmpty()) {
      double[] x = grid(figures);
      blocks.add(new Block.Figure(fan(figures, x)));
      blocks.add(new Block.Figure(functions(figures, x)));
    } else {
      blocks.add(new Block.Figure(observed(figures)));
      blocks.add(new Block.Figure(dependence(figures, dependence.get())));
      blocks.add(UncertainRows.of(figures));
    }
    return new Section(
        "predictions",
        "Predictions",
        "What the model predicts, and how sure it is: noise it cannot remove, and functions it"
            + " cannot tell apart.",
        blocks);
  }

  /** A little beyond the training rows, to show how uncertainty grows there. */
  static double[] grid(RunFigures figures) {
    double[] train = figures.posterior().data().x()[0];
    double low = Arrays.stream(train).min().orElse(-1);
    double high = Arrays.stream(train).max().orElse(1);
    double margin = 0.1 * (high - low);
    double[] x = new double[GRID];
    Arrays.setAll(x, i -> low - margin + i * (high - low + 2 * margin) / (GRID - 1));
    return x;
  }

  private static Chart fan(RunFigures figures, double[] x) {
    Predictive predictive = figures.predictive(figures.some(), new double[][] {x});
    List<double[]> quantiles =
        predictive.summaries(PredictiveFan.probabilities(), figures.threads()).stream()
            .map(PointSummary::quantiles)
            .toList();
    List<Mark> marks = new ArrayList<>(PredictiveFan.marks(inUnits(figures, x), quantiles));
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
            .formatted(figures.target(), input(figures)),
        Panel.of("", Axis.exact(input(figures)), Axis.linear(figures.target()), marks));
  }

  private static String input(RunFigures figures) {
    int kept = figures.study().scaling().kept()[0];
    return figures.study().data().encoding().featureNames().get(kept);
  }

  static double[] inUnits(RunFigures figures, double[] standard) {
    return Arrays.stream(standard)
        .map(v -> Inputs.original(figures.study().scaling(), 0, v))
        .toArray();
  }

  private static Mark.Points data(RunFigures figures, String name, Colour colour, Points rows) {
    Points some = rows.evenly(MOST_POINTS);
    return PredictiveFan.data(
        name, colour, inUnits(figures, some.x()[0]), figures.original(some.y()));
  }

  private static Chart functions(RunFigures figures, double[] x) {
    double[] shown = inUnits(figures, x);
    List<Mark> marks = new ArrayList<>();
    List<double[][]> byMode = ModeFunctions.of(figures, new double[][] {x}, FUNCTIONS);
    for (int m = 0; m < byMode.size(); m++) {
      String name = byMode.size() == 1 ? "functions" : "mode " + (m + 1);
      marks.add(FunctionDraws.of(name, Colour.of(m), shown, byMode.get(m)));
    }
    return Chart.of(
        "functions",
        "Functions behind it",
        "Each line is the function of one draw, coloured by its mode: where they part, the data"
            + " do not decide between them.",
        "Functions of up to %d draws of each of %d modes along %s."
            .formatted(FUNCTIONS, byMode.size(), input(figures)),
        Panel.of("", Axis.exact(input(figures)), Axis.linear(figures.target()), marks));
  }

  private static Chart observed(RunFigures figures) {
    Points rows = figures.shownRows().evenly(MOST_ROWS);
    var summaries =
        figures
            .predictive(figures.some(), rows.x())
            .summaries(new double[] {0.05, 0.95}, figures.threads());
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
    double from = Arrays.stream(y).min().orElse(0);
    double to = Arrays.stream(y).max().orElse(1);
    double[] ends = {from, to};
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
    return Chart.of(
        "observed",
        "Predicted against observed",
        "Each dot is a row, with its 90% interval: near the diagonal the prediction is right, and"
            + " intervals should reach it nine times in ten.",
        "%d %s rows, of which %d lie outside their 90%% interval.".formatted(n, which, missed),
        Panel.of(
            "",
            Axis.linear("observed " + figures.target()),
            Axis.linear("predicted " + figures.target()),
            List.of(
                new Mark.Intervals("90% interval", Colour.SKY, 0.45, y, low, high),
                new Mark.Line("", Colour.GREY, 1, 1.5, true, ends, ends),
                new Mark.Points("inside its interval", Colour.BLUE, 0.9, 5, in[0], in[1]),
                new Mark.Points("outside", Colour.VERMILLION, 1, 6, out[0], out[1]))));
  }

  private static double[] nans(int n) {
    double[] values = new double[n];
    Arrays.fill(values, Double.NaN);
    return values;
  }

  private static Chart dependence(RunFigures figures, Dependence dependence) {
    List<Inputs> columns = dependence.strongest(MOST_COLUMNS);
    return Chart.of(
        "dependence",
        "Dependence on each column",
        "The prediction as one column changes and the others stay as they are in the data: orange"
            + " is doubt about the function, blue the spread of new values."
            + which(columns.size(), dependence.columns()),
        "Partial dependence of %s on %d columns, strongest first, with 90%% bands."
            .formatted(figures.target(), columns.size()),
        Layout.columns(3),
        columns.stream().map(dependence::panel).toList());
  }

  private static String which(int shown, int all) {
    if (all <= shown) {
      return "";
    }
    String strongest = String.format(Locale.ROOT, " The %,d strongest of %,d columns", shown, all);
    return all <= Dependence.MOST_RANKED
        ? strongest + "."
        : strongest
            + ", sought among the %d along which the functions are steepest."
                .formatted(Dependence.MOST_RANKED);
  }
}
