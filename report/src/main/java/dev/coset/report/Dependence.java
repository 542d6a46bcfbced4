package dev.coset.report;

import dev.coset.data.Encoding;
import dev.coset.model.FeatureNetworks;
import dev.coset.posterior.Draws;
import dev.coset.posterior.Posterior;
import dev.coset.predictive.PartialDependence;
import dev.coset.report.MixedValues.ModelDraws;
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
  private final Sensitivity sensitivity;
  private final List<Inputs> ranked;
  private final List<OfModel> some;
  private final List<OfModel> byRow;

  /** One model's. */
  private record OfModel(Posterior posterior, PartialDependence dependence, double weight) {}

  /** Empty where there are no draws, or one input only, along which all can be shown. */
  static Optional<Dependence> of(RunFigures figures) {
    return figures.draws().count() == 0 || figures.posterior().network().inputs() == 1
        ? Optional.empty()
        : Optional.of(new Dependence(figures));
  }

  private Dependence(RunFigures figures) {
    this.figures = figures;
    this.sensitivity = Sensitivity.of(figures.mixture(), figures.threads());
    Map<Integer, Inputs> byFirst = new HashMap<>();
    Inputs.of(figures.study()).forEach(column -> byFirst.put(column.inputs()[0], column));
    this.ranked =
        sensitivity.columns().stream()
            .map(c -> Objects.requireNonNull(byFirst.get(c.column().inputs()[0])))
            .toList();
    this.some = on(ModelDraws.of(figures.mixture(), DRAWS), ROWS);
    this.byRow = on(ModelDraws.of(figures.mixture(), DRAWS_OF_CURVES), CURVES);
  }

  Sensitivity sensitivity() {
    return sensitivity;
  }

  Encoding encoding() {
    return figures.study().data().encoding();
  }

  /** How many columns there are to depend on. */
  int columns() {
    return sensitivity.all();
  }

  /** The columns that charts show. */
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
        : strongest + ", out of the %d with the steepest functions.".formatted(lookedAt);
  }

  /** The columns on which the prediction depends most, strongest first. */
  List<Inputs> strongest(int most) {
    return ranked.subList(0, Math.min(most, ranked.size()));
  }

  private List<OfModel> on(List<ModelDraws> models, int rows) {
    return models.stream()
        .map(
            model ->
                on(
                    FeatureNetworks.of(model.part().run().study()),
                    model.draws(),
                    rows,
                    model.weight()))
        .toList();
  }

  private OfModel on(FeatureNetworks networks, Draws draws, int rows, double weight) {
    double[][] x = networks.posterior().data().evenly(rows).x();
    return new OfModel(
        networks.posterior(),
        new PartialDependence(networks.posterior(), networks.of(draws), x, figures.threads()),
        weight);
  }

  /** What becomes of single rows, (row, value), by one of the outputs. */
  double[][] curves(Inputs column, int output) {
    double[][] mean = new double[0][];
    for (OfModel model : byRow) {
      double[][] curves = model.dependence.individual(column.inputs(), column.values())[output];
      mean = mean.length == 0 ? new double[curves.length][column.values().length] : mean;
      for (int row = 0; row < curves.length; row++) {
        for (int v = 0; v < curves[row].length; v++) {
          mean[row][v] += model.weight * curves[row][v];
        }
      }
    }
    return mean;
  }

  /** Averaged over rows, with the values in the place of points. */
  MixedValues of(Inputs column) {
    return of(column, some);
  }

  /** The same of draws of the highest-weight model. */
  MixedValues of(Inputs column, Draws draws) {
    return of(column, List.of(on(FeatureNetworks.of(figures.study()), draws, ROWS, 1)));
  }

  private static MixedValues of(Inputs column, List<OfModel> models) {
    return new MixedValues(
        models.stream()
            .map(
                model ->
                    new MixedValues.OfModel(
                        model.posterior,
                        model.dependence.of(column.inputs(), column.values()),
                        model.weight))
            .toList());
  }
}
