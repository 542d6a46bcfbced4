package dev.coset.report;

import dev.coset.data.Points;
import dev.coset.posterior.Draws;
import dev.coset.predictive.FunctionValues;
import dev.coset.predictive.PartialDependence;
import dev.coset.predictive.Predictive;
import dev.coset.report.chart.Axis;
import dev.coset.report.chart.Colour;
import dev.coset.report.chart.Mark;
import dev.coset.report.chart.Panel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How the prediction depends on each column, the others as they are in the data. */
final class Dependence {
  private static final int ROWS = 64;
  private static final int DRAWS = 128;
  private static final int DRAWS_TO_RANK = 16;

  private final RunFigures figures;
  private final double[][] rows;

  Dependence(RunFigures figures) {
    this.figures = figures;
    Points train = figures.posterior().data();
    this.rows = train.evenly(ROWS).x();
  }

  /** The columns on which the prediction depends most, strongest first. */
  List<Inputs> strongest(int most) {
    Draws few = figures.draws().evenly(DRAWS_TO_RANK);
    Map<Inputs, Double> strength = new HashMap<>();
    List<Inputs> all = new ArrayList<>(Inputs.of(figures.study()));
    for (Inputs column : all) {
      strength.put(column, strength(of(column, few)));
    }
    all.sort(Comparator.comparing(column -> -strength.getOrDefault(column, 0.0)));
    return all.subList(0, Math.min(most, all.size()));
  }

  /** Mean over draws of the standard deviation over values. */
  private static double strength(FunctionValues dependence) {
    double sum = 0;
    for (double[] f : dependence.f()) {
      double mean = 0;
      double squares = 0;
      for (double value : f) {
        mean += value / f.length;
        squares += value * value / f.length;
      }
      sum += Math.sqrt(Math.max(0, squares - mean * mean));
    }
    return sum / dependence.draws();
  }

  /** (draw, value), standardised. */
  FunctionValues of(Inputs column, Draws draws) {
    var posterior = figures.posterior();
    return PartialDependence.of(
        posterior.network(),
        posterior.precision(),
        draws,
        rows,
        column.inputs(),
        column.values(),
        figures.threads());
  }

  /** The mean with 90% bands: of the function, and of new values about it. */
  Panel panel(Inputs column) {
    Predictive predictive = Predictive.of(of(column, figures.draws().evenly(DRAWS)));
    int n = predictive.points();
    double[] mean = new double[n];
    double[][] bands = new double[4][n]; // function low, high; new value low, high
    for (int v = 0; v < n; v++) {
      var mixture = predictive.at(v);
      mean[v] = figures.original(mixture.mean());
      double[] f = new double[mixture.size()];
      Arrays.setAll(f, mixture::mean);
      Arrays.sort(f);
      bands[0][v] = figures.original(f[(int) (0.05 * (f.length - 1))]);
      bands[1][v] = figures.original(f[(int) Math.ceil(0.95 * (f.length - 1))]);
      double[] interval = mixture.quantiles(0.05, 0.95);
      bands[2][v] = figures.original(interval[0]);
      bands[3][v] = figures.original(interval[1]);
    }
    double[] x = column.shown();
    String noise = "90% of new values (aleatoric and epistemic)";
    String function = "90% of functions (epistemic)";
    if (column.numeric()) {
      return Panel.of(
          column.name(),
          Axis.exact(""),
          Axis.linear(figures.target()),
          List.of(
              new Mark.Band(noise, Colour.SKY, 0.25, x, bands[2], bands[3]),
              new Mark.Band(function, Colour.ORANGE, 0.55, x, bands[0], bands[1]),
              new Mark.Line("mean", Colour.INK, x, mean)));
    }
    return Panel.of(
        column.name(),
        Axis.named("", column.names()),
        Axis.linear(figures.target()),
        List.of(
            new Mark.Intervals(noise, Colour.SKY, 0.6, x, bands[2], bands[3]),
            new Mark.Intervals(function, Colour.ORANGE, 1, x, bands[0], bands[1]),
            new Mark.Points("mean", Colour.INK, 1, 7, x, mean)));
  }
}
