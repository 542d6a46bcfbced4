package dev.coset.report;

import dev.coset.data.TargetKind;
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
      switch (figures.kind()) {
        case TargetKind.Number _ -> {
          blocks.add(new Block.Figure(NumberPredictions.fan(figures, x)));
          Noise.along(figures, x).ifPresent(chart -> blocks.add(new Block.Figure(chart)));
        }
        case TargetKind.Classes _ ->
            blocks.add(new Block.Figure(ClassPredictions.probabilities(figures, x)));
      }
    } else {
      switch (figures.kind()) {
        case TargetKind.Number _ -> ofNumbers(figures, dependence.get(), blocks);
        case TargetKind.Classes _ -> ofClasses(figures, dependence.get(), blocks);
      }
    }
    return new Section(
        "predictions",
        "Predictions",
        "What the model predicts, and how sure it is. More data reduce %s."
            .formatted(
                switch (figures.kind()) {
                  case TargetKind.Number _ ->
                      "the model uncertainty (epistemic), but not the noise (aleatoric)";
                  case TargetKind.Classes _ -> "only the model uncertainty (epistemic)";
                }),
        blocks);
  }

  private static void ofNumbers(RunFigures figures, Dependence dependence, List<Block> blocks) {
    blocks.add(new Block.Figure(NumberPredictions.observed(figures)));
    importance(figures, dependence).ifPresent(blocks::add);
    blocks.add(new Block.Figure(NumberDependence.of(figures, dependence)));
    Noise.of(figures, dependence).ifPresent(chart -> blocks.add(new Block.Figure(chart)));
    blocks.add(UncertainRows.of(figures));
  }

  private static void ofClasses(RunFigures figures, Dependence dependence, List<Block> blocks) {
    importance(figures, dependence).ifPresent(blocks::add);
    blocks.add(new Block.Figure(ClassPredictions.dependence(figures, dependence)));
    blocks.add(UncertainClassRows.of(figures));
  }

  /** Of a single column there is nothing to compare. */
  private static Optional<Block> importance(RunFigures figures, Dependence dependence) {
    return dependence.columns() > 1
        ? Optional.of(new Block.Figure(ImportanceChart.of(figures, dependence)))
        : Optional.empty();
  }
}
