package dev.coset.report;

import dev.coset.model.FeatureNetworks;
import dev.coset.posterior.Draws;
import dev.coset.posterior.OutputValues;
import dev.coset.predictive.PartialDependence;
import dev.coset.sensitivity.Sensitivity;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** How the prediction depends on each column, the others as they are in the data. */
final class Dependence {
  private static final int ROWS = 64;
  private static final int DRAWS = 128;
  private static final int SHOWN = 12;
  private static final int CURVES = 20; // rows
  private static final int DRAWS_OF_CURVES = 32;

  private final RunFigures figures;
  private final FeatureNetworks networks;
  private final Sensitivity sensitivity;
  private final List<Inputs> ranked;
  private final PartialDependence some;
  private final PartialDependence byRow;

  /** Empty where there are no draws, or one input only, along which all can be shown. */
  static Optional<Dependence> of(RunFigures figures) {
    return figures.draws().count() == 0 || figures.posterior().network().inputs() == 1
        ? Optional.empty()
        : Optional.of(new Dependence(figures));
  }

  private Dependence(RunFigures figures) {
    this.figures = figures;
    this.networks = FeatureNetworks.of(figures.study());
    this.sensitivity = Sensitivity.of(figures.mixture(), figures.threads());
    Map<Integer, Inputs> byFirst = new HashMap<>();
    Inputs.of(figures.study()).forEach(column -> byFirst.put(column.inputs()[0], column));
    this.ranked =
        sensitivity.columns().stream()
            .map(c -> Objects.requireNonNull(byFirst.get(c.column().inputs()[0])))
            .toList();
    this.some = on(figures.typical(DRAWS), ROWS);
    this.byRow = on(figures.typical(DRAWS_OF_CURVES), CURVES);
  }

  Sensitivity sensitivity() {
    return sensitivity;
  }

  /** How many columns there are to depend on. */
  int columns() {
    return sensitivity.all();
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
    int lookedAt = sensitivity.columns().size();
    return columns() == lookedAt
        ? strongest + "."
        : strongest
            + ", sought among the %d along which the functions are steepest.".formatted(lookedAt);
  }

  /** The columns on which the prediction depends most, strongest first. */
  List<Inputs> strongest(int most) {
    return ranked.subList(0, Math.min(most, ranked.size()));
  }

  private PartialDependence on(Draws draws, int rows) {
    double[][] x = networks.posterior().data().evenly(rows).x();
    return new PartialDependence(networks.posterior(), networks.of(draws), x, figures.threads());
  }

  /** What becomes of single rows, (row, value), by one of the outputs. */
  double[][] curves(Inputs column, int output) {
    return byRow.individual(column.inputs(), column.values())[output];
  }

  /** Averaged over rows, with the values in the place of points. */
  OutputValues of(Inputs column, Draws draws) {
    return of(column, on(draws, ROWS));
  }

  /** The same of as many draws as a figure takes. */
  OutputValues of(Inputs column) {
    return of(column, some);
  }

  private static OutputValues of(Inputs column, PartialDependence dependence) {
    return dependence.of(column.inputs(), column.values());
  }
}
