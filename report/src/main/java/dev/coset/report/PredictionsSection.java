package dev.coset.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the model predicts and how sure it is. */
final class PredictionsSection {
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
        "What the model predicts, and how sure it is. More data reduce %s."
            .formatted(
                figures.ofClasses()
                    ? "only the model uncertainty (epistemic)"
                    : "the model uncertainty (epistemic), but not the noise (aleatoric)"),
        blocks);
  }

  /** Of a single column there is nothing to compare. */
  private static Optional<Block> importance(RunFigures figures, Dependence dependence) {
    return dependence.columns() > 1
        ? Optional.of(new Block.Figure(ImportanceChart.of(figures, dependence)))
        : Optional.empty();
  }
}
