package dev.coset.report;

import dev.coset.posterior.Draws;
import dev.coset.posterior.OutputValues;
import dev.coset.predictive.PartialDependence;
import java.util.Arrays;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** How the prediction depends on each column, the others as they are in the data. */
final class Dependence {
  private static final int ROWS = 64;
  private static final int DRAWS = 128;
  private static final int DRAWS_TO_RANK = 16;
  private static final int SHOWN = 12;

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
    var few = on(figures.typical(DRAWS_TO_RANK));
    List<Inputs> steepest =
        columns.size() > MOST_RANKED ? steepest(columns, few.slopes()) : columns;
    this.ranked = sorted(steepest, column -> strength(functions(of(column, few))));
    this.some = on(figures.typical(DRAWS));
  }

  /** How many columns there are to depend on. */
  int columns() {
    return columns.size();
  }

  /** The columns that figures show. */
  List<Inputs> strongest() {
    return strongest(SHOWN);
  }

  /** A sentence that says which they are of many, or nothing. */
  String note() {
    int shown = strongest().size();
    if (columns() <= shown) {
      return "";
    }
    String strongest =
        String.format(Locale.ROOT, " The %,d strongest of %,d columns", shown, columns());
    return columns() <= MOST_RANKED
        ? strongest + "."
        : strongest
            + ", sought among the %d along which the functions are steepest."
                .formatted(MOST_RANKED);
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

  /** What the outputs mean, such as probabilities, (draw, function, value). */
  private double[][][] functions(OutputValues dependence) {
    double[][][] functions = new double[dependence.draws()][][];
    for (int g = 0; g < functions.length; g++) {
      functions[g] =
          Arrays.stream(dependence.outputs()[g]).map(double[]::clone).toArray(double[][]::new);
      figures.posterior().likelihood().toFunctions(functions[g]);
    }
    return functions;
  }

  /** Mean over draws of the standard deviation over values. */
  private static double strength(double[][][] functions) {
    double sum = 0;
    for (double[][] ofDraw : functions) {
      for (double[] f : ofDraw) {
        sum += Math.sqrt(Inputs.variance(Arrays.stream(f)));
      }
    }
    return sum / functions.length;
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

  /** The same of as many draws as a figure takes. */
  OutputValues of(Inputs column) {
    return of(column, some);
  }

  private static OutputValues of(Inputs column, PartialDependence dependence) {
    return dependence.of(column.inputs(), column.values());
  }
}
