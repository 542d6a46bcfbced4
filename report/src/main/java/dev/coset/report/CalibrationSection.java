package dev.coset.report;

import dev.coset.predictive.ClassificationScores;
import dev.coset.predictive.RegressionScores;
import java.util.List;

/** Whether the predictive's probabilities can be taken at their word. */
final class CalibrationSection {
  /** How often a calibrated model may be called one that is not. */
  static final double FALSE_ALARM = 0.01;

  private CalibrationSection() {}

  static Section of(RunFigures figures) {
    List<Block> blocks =
        figures
            .scores()
            .map(
                scores ->
                    switch (scores.quality()) {
                      case RegressionScores numbers -> NumberCalibration.of(figures, numbers);
                      case ClassificationScores classes -> ClassCalibration.of(figures, classes);
                    })
            .orElseGet(
                () ->
                    List.of(
                        new Block.Text(
                            figures.hasTest()
                                ? "There are no draws yet to judge."
                                : "The run kept no rows for testing, so calibration cannot be"
                                    + " judged: fit with --test-fraction 0.2, or score a file of"
                                    + " new rows with 'coset score RUN TEST.csv'.")));
    return new Section(
        "calibration",
        "Calibration",
        "Can the stated uncertainty be trusted? Judged on rows the model has not seen.",
        blocks);
  }
}
