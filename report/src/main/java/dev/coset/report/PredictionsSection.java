package dev.coset.report;

import dev.coset.report.chart.Axis;
import dev.coset.report.chart.Chart;
import dev.coset.report.chart.Chart.Layout;
import dev.coset.report.chart.Colour;
import dev.coset.report.chart.FunctionDraws;
import dev.coset.report.chart.Mark;
import dev.coset.report.chart.Panel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the model predicts and how sure it is. */
final class PredictionsSection {
  private static final int FUNCTIONS = 30;

  private PredictionsSection() {}

  static Section of(RunFigures figures, Optional<Dependence> dependence) {
    List<Block> blocks = new ArrayList<>();
    if (figures.draws().count() == 0) {
      blocks.add(new Block.Text("There are no draws yet to predict with."));
    } else if (dependence.isEmpty()) {
      double[] x = OneInput.grid(figures);
      blocks.add(
          new Block.Figure(
              figures.ofClasses()
                  ? ClassPredictions.probabilities(figures, x)
                  : NumberPredictions.fan(figures, x)));
      blocks.add(new Block.Figure(functions(figures, x)));
      Noise.along(figures, x).ifPresent(chart -> blocks.add(new Block.Figure(chart)));
    } else if (figures.ofClasses()) {
      importance(figures, dependence.get()).ifPresent(blocks::add);
      blocks.add(new Block.Figure(ClassPredictions.dependence(figures, dependence.get())));
      blocks.add(UncertainClassRows.of(figures));
    } else {
      blocks.add(new Block.Figure(NumberPredictions.observed(figures)));
      importance(figures, dependence.get()).ifPresent(blocks::add);
      blocks.add(new Block.Figure(NumberDependence.of(figures, dependence.get())));
      Noise.of(figures, dependence.get()).ifPresent(chart -> blocks.add(new Block.Figure(chart)));
      blocks.add(UncertainRows.of(figures));
    }
    return new Section(
        "predictions",
        "Predictions",
        "What the model predicts, and how sure it is: %s it cannot remove, and functions it cannot tell apart."
            .formatted(figures.ofClasses() ? "chance" : "noise"),
        blocks);
  }

  /** Of a single column there is nothing to compare. */
  private static Optional<Block> importance(RunFigures figures, Dependence dependence) {
    return dependence.columns() > 1
        ? Optional.of(new Block.Figure(ImportanceChart.of(figures, dependence)))
        : Optional.empty();
  }

  private static Chart functions(RunFigures figures, double[] x) {
    double[] shown = OneInput.inUnits(figures, x);
    String input = OneInput.name(figures);
    int modes = ModeFunctions.draws(figures, FUNCTIONS).size();
    List<Panel> panels = new ArrayList<>();
    for (ShownFunction function : ShownFunction.of(figures)) {
      List<double[][]> byMode = ModeFunctions.of(figures, function, new double[][] {x}, FUNCTIONS);
      List<Mark> marks = new ArrayList<>();
      for (int m = 0; m < modes; m++) {
        String name = modes == 1 ? "functions" : "mode " + (m + 1);
        marks.add(FunctionDraws.of(name, Colour.of(m), shown, byMode.get(m)));
      }
      panels.add(Panel.of("", Axis.exact(input), function.axis(), marks));
    }
    return Chart.of(
        "functions",
        "Functions behind it",
        "Each line is the function of one draw, coloured by its mode: where they part, the data"
            + " do not decide between them.",
        "Functions of up to %d draws of each of %d modes along %s."
            .formatted(FUNCTIONS, modes, input),
        panels.size() == 1 ? Layout.ONE : ClassPredictions.LAYOUT,
        panels);
  }
}
