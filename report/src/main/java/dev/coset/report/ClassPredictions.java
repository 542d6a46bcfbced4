package dev.coset.report;

import dev.coset.data.Points;
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
import java.util.stream.DoubleStream;

/** What is predicted of a target that is a class. */
final class ClassPredictions {
  /** A panel for each class. */
  static final Layout LAYOUT = new Layout(2, 280);

  private static final int MOST_POINTS = 800;

  private ClassPredictions() {}

  /** Along the only input. */
  static Chart probabilities(RunFigures figures, double[] x) {
    double[] shown = OneInput.inUnits(figures, x);
    MixedValues values = figures.values(new double[][] {x});
    ShownClasses classes = ShownClasses.of(figures);
    List<ShownFunction> functions = ShownFunction.of(figures);
    List<Panel> panels = new ArrayList<>();
    for (int i = 0; i < functions.size(); i++) {
      ShownFunction function = functions.get(i);
      int k = classes.which().get(i);
      List<Mark> marks =
          new ArrayList<>(
              values
                  .banded(function.ofDraws())
                  .marks(
                      "probability",
                      Colour.BLUE,
                      "model uncertainty (epistemic), 90%",
                      Colour.SKY,
                      shown,
                      true));
      marks.add(rows(figures, "training rows", Colour.INK, figures.posterior().data(), k));
      if (figures.hasTest()) {
        marks.add(rows(figures, "test rows", Colour.VERMILLION, figures.test(), k));
      }
      panels.add(Panel.of("", Axis.exact(OneInput.name(figures)), function.axis(), marks));
    }
    return Chart.of(
        "probabilities",
        "Probability of each class",
        "The probability of a class along the input. The band is model uncertainty (epistemic)."
            + " Dots are rows: at 1 those of the class, at 0 the others."
            + classes.note(),
        "Probability of %d of the %d classes of %s along %s."
            .formatted(functions.size(), classes.all(), figures.target(), OneInput.name(figures)),
        panels.size() == 1 ? Layout.ONE : LAYOUT,
        panels);
  }

  private static Mark.Points rows(
      RunFigures figures, String name, Colour colour, Points rows, int k) {
    Points some = rows.evenly(MOST_POINTS);
    double[] has = Arrays.stream(some.y().values()).map(y -> y == k ? 1 : 0).toArray();
    return PredictiveFan.data(name, colour, OneInput.inUnits(figures, some.x()[0]), has);
  }

  /** Of several inputs. */
  static Chart dependence(RunFigures figures, Dependence dependence) {
    List<Inputs> columns = dependence.strongest();
    ShownClasses classes = ShownClasses.of(figures);
    List<ShownFunction> functions = ShownFunction.of(figures);
    List<List<Mark>> marks =
        columns.stream().map(column -> marks(column, functions, dependence)).toList();
    Axis axis = // the same everywhere
        functions.size() == 1
            ? functions.getFirst().axis().fit(DoubleStream.empty())
            : Axis.fromZero("probability")
                .fit(marks.stream().flatMap(List::stream).flatMapToDouble(Mark::ys));
    List<Panel> panels = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      Inputs column = columns.get(i);
      panels.add(Panel.of(column.name(), column.axis(), seen -> axis, marks.get(i)));
    }
    return Chart.of(
        "dependence",
        "Dependence on each column",
        "The mean probability of %s as one column changes and the others stay as they are. Bands are model uncertainty (epistemic), 90%%.%s%s"
            .formatted(
                functions.size() == 1 ? "the class " + figures.className(1) : "each class",
                classes.note(),
                dependence.note()),
        "Partial dependence of the probability of %d of the %d classes of %s on %d columns, strongest first, with 90%% bands."
            .formatted(functions.size(), classes.all(), figures.target(), columns.size()),
        Layout.columns(3),
        panels);
  }

  private static List<Mark> marks(
      Inputs column, List<ShownFunction> functions, Dependence dependence) {
    MixedValues values = dependence.of(column);
    List<Mark> marks = new ArrayList<>();
    int n = functions.size();
    if (column.numeric() && n == 1) { // of several, lines would hide each other
      double[][] rows = dependence.curves(column, 0); // two classes have one output
      marks.add(FunctionDraws.of("single rows", Colour.GREY, column.shown(), rows));
    }
    for (int i = 0; i < n; i++) {
      double aside = column.numeric() ? 0 : 0.15 * (i - (n - 1) / 2.0); // of names' places
      Colour colour = Colour.of(i);
      marks.addAll(
          values
              .banded(functions.get(i).ofDraws())
              .marks(
                  functions.get(i).name(),
                  colour,
                  "",
                  colour,
                  Arrays.stream(column.shown()).map(x -> x + aside).toArray(),
                  column.numeric()));
    }
    if (column.numeric()) {
      marks.add(new Mark.Rug("training rows", Colour.INK, 0.5, column.rug()));
    }
    return marks;
  }
}
