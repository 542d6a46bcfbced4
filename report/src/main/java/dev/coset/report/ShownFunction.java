package dev.coset.report;

import dev.coset.data.TargetKind;
import dev.coset.report.MixedValues.OfModel;
import dev.coset.report.chart.Axis;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * What a draw says of the target along x, as one line: the number about which targets lie, or the
 * probability of a class.
 *
 * @param name of the class; empty for a number
 * @param axis on which it is drawn
 * @param ofDraws (draw, point), in the units of the data
 */
record ShownFunction(String name, Axis.Request axis, Function<OfModel, double[][]> ofDraws) {

  /** The one of a number; of classes, one for each that figures show. */
  static List<ShownFunction> of(RunFigures figures) {
    return switch (figures.kind()) {
      case TargetKind.Number _ -> List.of(number(figures));
      case TargetKind.Classes _ ->
          ShownClasses.of(figures).which().stream().map(k -> probability(figures, k)).toList();
    };
  }

  private static ShownFunction number(RunFigures figures) {
    return new ShownFunction(
        "",
        Axis.linear(figures.target()),
        model ->
            Arrays.stream(model.values().output(0))
                .map(figures::original)
                .toArray(double[][]::new));
  }

  private static ShownFunction probability(RunFigures figures, int k) {
    String name = figures.classes().get(k);
    return new ShownFunction(
        name,
        Axis.between("probability of " + name, 0, 1, 0.2),
        model -> {
          var predictive = model.predictive(figures.scaling());
          double[][] p = new double[model.values().draws()][model.values().points()];
          for (int point = 0; point < model.values().points(); point++) {
            var classes = predictive.classes(point);
            for (int g = 0; g < p.length; g++) {
              p[g][point] = classes.probabilityOf(g, k);
            }
          }
          return p;
        });
  }
}
