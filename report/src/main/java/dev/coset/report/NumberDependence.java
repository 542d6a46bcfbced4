package dev.coset.report;

import dev.coset.distribution.NumberDistribution;
import dev.coset.distribution.Predictive;
import dev.coset.report.chart.Axis;
import dev.coset.report.chart.Chart;
import dev.coset.report.chart.Chart.Layout;
import dev.coset.report.chart.Colour;
import dev.coset.report.chart.FunctionDraws;
import dev.coset.report.chart.Mark;
import dev.coset.report.chart.Panel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** How a number depends on each column. */
final class NumberDependence {
  private NumberDependence() {}

  static Chart of(RunFigures figures, Dependence dependence) {
    List<Inputs> columns = dependence.strongest();
    return Chart.of(
        "dependence",
        "Dependence on each column",
        "The mean prediction as one column changes and the others stay as they are. Orange is model"
            + " uncertainty (epistemic); blue adds the noise (aleatoric). Grey lines are single"
            + " rows; where they are not parallel, columns interact."
            + dependence.note(),
        "Partial dependence of %s on %d columns, strongest first, with 90%% bands."
            .formatted(figures.target(), columns.size()),
        Layout.columns(3),
        columns.stream().map(column -> panel(figures, column, dependence)).toList());
  }

  /** The mean with 90% bands: of the function, and of new values about it. */
  private static Panel panel(RunFigures figures, Inputs column, Dependence dependence) {
    MixedValues values = dependence.of(column);
    Predictive predictive = values.predictive(figures.scaling());
    int n = predictive.points();
    double[] mean = new double[n];
    double[] low = new double[n];
    double[] high = new double[n];
    for (int v = 0; v < n; v++) {
      NumberDistribution distribution = predictive.number(v);
      mean[v] = distribution.mean();
      double[] interval = distribution.quantiles(0.05, 0.95);
      low[v] = interval[0];
      high[v] = interval[1];
    }
    BandedLine f = values.banded(ShownFunction.of(figures).getFirst().ofDraws());
    double[] x = column.shown();
    String noise = "new values, 90%";
    String function = "model uncertainty (epistemic), 90%";
    List<Mark> marks = new ArrayList<>();
    if (column.numeric()) {
      double[][] rows =
          Arrays.stream(dependence.curves(column, 0))
              .map(figures::original)
              .toArray(double[][]::new);
      marks.add(new Mark.Band(noise, Colour.SKY, 0.25, x, low, high));
      marks.add(FunctionDraws.of("single rows", Colour.GREY, x, rows));
      marks.add(new Mark.Band(function, Colour.ORANGE, 0.55, x, f.low(), f.high()));
      marks.add(new Mark.Line("mean", Colour.INK, x, mean));
      marks.add(new Mark.Rug("training rows", Colour.INK, 0.5, column.rug()));
    } else {
      marks.add(new Mark.Intervals(noise, Colour.SKY, 0.6, x, low, high));
      marks.add(new Mark.Intervals(function, Colour.ORANGE, 1, x, f.low(), f.high()));
      marks.add(new Mark.Points("mean", Colour.INK, 1, 7, x, mean));
    }
    return Panel.of(column.name(), column.axis(), Axis.linear(figures.target()), marks);
  }
}
