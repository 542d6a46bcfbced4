package dev.coset.report;

import dev.coset.posterior.OutputValues;
import dev.coset.report.MixedValues.OfModel;
import dev.coset.report.chart.Axis;
import dev.coset.report.chart.Chart;
import dev.coset.report.chart.Chart.Layout;
import dev.coset.report.chart.Colour;
import dev.coset.report.chart.Mark;
import dev.coset.report.chart.Panel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** How the noise of a number depends on x, where it does. */
final class Noise {
  /** Relative to the noise: less is rounding. */
  private static final double NO_CHANGE = 1e-6;

  private Noise() {}

  /** Along the only input. */
  static Optional<Chart> along(RunFigures figures, double[] x) {
    MixedValues noise = figures.values(new double[][] {x});
    String input = OneInput.name(figures);
    var panel =
        Panel.of(
            "",
            Axis.exact(input),
            axis(figures),
            marks(figures, noise, OneInput.inUnits(figures, x), true));
    return varies(figures, noise)
        ? Optional.of(chart("along " + input, "", Layout.ONE, List.of(panel)))
        : Optional.empty();
  }

  /** Of several inputs, one after another: typical noise (a mean over rows) as one changes. */
  static Optional<Chart> of(RunFigures figures, Dependence dependence) {
    boolean varies = false;
    List<Panel> panels = new ArrayList<>();
    for (Inputs column : dependence.strongest()) {
      MixedValues noise = dependence.of(column);
      varies |= varies(figures, noise);
      panels.add(
          Panel.of(
              column.name(),
              column.axis(),
              axis(figures),
              marks(figures, noise, column.shown(), column.numeric())));
    }
    String others = ", as one column changes and the others stay as they are";
    return varies
        ? Optional.of(chart("against each column", others, Layout.columns(3), panels))
        : Optional.empty();
  }

  private static Axis.Request axis(RunFigures figures) {
    return Axis.fromZero("sd of the noise of " + figures.target());
  }

  private static List<Mark> marks(
      RunFigures figures, MixedValues values, double[] x, boolean numeric) {
    return values
        .banded(model -> ofDraws(figures, model))
        .marks("mean", Colour.INK, "model uncertainty (epistemic), 90%", Colour.SKY, x, numeric);
  }

  private static Chart chart(String where, String how, Layout layout, List<Panel> panels) {
    return Chart.of(
        "noise",
        "Noise",
        "The standard deviation of the noise (aleatoric)%s. More data do not reduce it. The band is the model uncertainty about it."
            .formatted(how),
        "Standard deviation of the noise %s, with the band that holds 90%% of draws."
            .formatted(where),
        layout,
        panels);
  }

  /** The noise of each draw alone, (draw, point), in the units of the data. */
  private static double[][] ofDraws(RunFigures figures, OfModel model) {
    OutputValues values = model.values();
    double[][] noise = new double[values.draws()][values.points()];
    for (int g = 0; g < noise.length; g++) {
      var one =
          new OfModel(
                  model.posterior(),
                  new OutputValues(
                      new double[][][] {values.outputs()[g]},
                      new double[][] {values.nuisance()[g]}),
                  1)
              .predictive(figures.scaling());
      Arrays.setAll(noise[g], point -> one.number(point).aleatoric());
    }
    return noise;
  }

  private static boolean varies(RunFigures figures, MixedValues values) {
    return Arrays.stream(values.ofDraws(model -> ofDraws(figures, model)))
        .map(Arrays::stream)
        .map(of -> of.summaryStatistics())
        .anyMatch(of -> of.getMax() - of.getMin() > NO_CHANGE * of.getMax());
  }
}
