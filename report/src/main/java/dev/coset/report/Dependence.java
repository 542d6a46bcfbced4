package dev.coset.report;

import dev.coset.distribution.NumberDistribution;
import dev.coset.distribution.Predictive;
import dev.coset.posterior.Draws;
import dev.coset.posterior.OutputValues;
import dev.coset.predictive.PartialDependence;
import dev.coset.report.chart.Axis;
import dev.coset.report.chart.Colour;
import dev.coset.report.chart.Mark;
import dev.coset.report.chart.Panel;
import java.util.Arrays;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** How the prediction depends on each column, the others as they are in the data. */
final class Dependence {
  private static final int ROWS = 64;
  private static final int DRAWS = 128;
  private static final int DRAWS_TO_RANK = 16;

  /** Of more columns than these, only the ones with the steepest functions are looked at. */
  static final int MOST_RANKED = 64;

  private final RunFigures figures;
  private final List<Inputs> columns;
  private final List<Inputs> ranked;
  private final PartialDependence some;

  /** Empty where there are no draws, or one input only, along which all can be shown. */
  static Optional<Dependence> of(RunFigures figures) {
    return figures.draws().count() == 0 || figures.posterior().network().inputs() == 1
        ? Optional.empty()
        : Optional.of(new Dependence(figures));
  }

  private Dependence(RunFigures figures) {
    this.figures = figures;
    this.columns = Inputs.of(figures.study());
    var few = on(figures.draws().evenly(DRAWS_TO_RANK));
    List<Inputs> steepest =
        columns.size() > MOST_RANKED ? steepest(columns, few.slopes()) : columns;
    this.ranked = sorted(steepest, column -> strength(of(column, few)));
    this.some = on(figures.draws().evenly(DRAWS));
  }

  /** How many columns there are to depend on. */
  int columns() {
    return columns.size();
  }

  /** The columns on which the prediction depends most, strongest first. */
  List<Inputs> strongest(int most) {
    return ranked.subList(0, Math.min(most, ranked.size()));
  }

  /**
   * The columns along which the functions are steepest for the width of their values.
   *
   * @param slopes (draw, input)
   */
  static List<Inputs> steepest(List<Inputs> columns, double[][] slopes) {
    return sorted(columns, column -> steepness(column, slopes)).subList(0, MOST_RANKED);
  }

  /** Mean over draws of the root of each input's squared slope times the variance of its values. */
  private static double steepness(Inputs column, double[][] slopes) {
    double[] variance = column.variances();
    double sum = 0;
    for (double[] slope : slopes) {
      double square = 0;
      for (int k = 0; k < variance.length; k++) {
        double s = slope[column.inputs()[k]];
        square += s * s * variance[k];
      }
      sum += Math.sqrt(square);
    }
    return sum / slopes.length;
  }

  /** The largest first, equals in the order of the data. */
  private static List<Inputs> sorted(List<Inputs> columns, ToDoubleFunction<Inputs> strength) {
    Map<Inputs, Double> of = new IdentityHashMap<>();
    columns.forEach(column -> of.put(column, strength.applyAsDouble(column)));
    return columns.stream()
        .sorted(Comparator.comparing(column -> -of.getOrDefault(column, 0.0)))
        .toList();
  }

  /** Mean over draws of the standard deviation over values. */
  private static double strength(OutputValues dependence) {
    double sum = 0;
    for (double[][] outputs : dependence.outputs()) {
      for (double[] f : outputs) {
        sum += Math.sqrt(Inputs.variance(Arrays.stream(f)));
      }
    }
    return sum / dependence.draws();
  }

  private PartialDependence on(Draws draws) {
    var posterior = figures.posterior();
    double[][] rows = posterior.data().evenly(ROWS).x();
    return new PartialDependence(posterior, draws, rows, figures.threads());
  }

  /** Averaged over rows, with the values in the place of points. */
  OutputValues of(Inputs column, Draws draws) {
    return of(column, on(draws));
  }

  private static OutputValues of(Inputs column, PartialDependence dependence) {
    return dependence.of(column.inputs(), column.values());
  }

  /** The mean with 90% bands: of the function, and of new values about it. */
  Panel panel(Inputs column) {
    OutputValues values = of(column, some);
    Predictive predictive = figures.inUnits(values);
    int n = predictive.points();
    double[] mean = new double[n];
    double[][] bands = new double[4][n]; // function low, high; new value low, high
    double[][] functions = ModeFunctions.inUnits(figures, values);
    for (int v = 0; v < n; v++) {
      int point = v;
      NumberDistribution distribution = predictive.number(v);
      mean[v] = distribution.mean();
      double[] f = Arrays.stream(functions).mapToDouble(of -> of[point]).sorted().toArray();
      bands[0][v] = f[(int) (0.05 * (f.length - 1))];
      bands[1][v] = f[(int) Math.ceil(0.95 * (f.length - 1))];
      double[] interval = distribution.quantiles(0.05, 0.95);
      bands[2][v] = interval[0];
      bands[3][v] = interval[1];
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
