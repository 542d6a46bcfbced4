package dev.coset.report;

import dev.coset.predictive.TestRows;
import java.util.List;

/** Whether the predictive's probabilities can be taken at their word. */
final class CalibrationSection {
  private CalibrationSection() {}

  static Section of(RunFigures figures) {
    List<Block> blocks =
        figures
            .tested()
            .map(
                rows ->
                    switch (rows) {
                      case TestRows.OfNumbers numbers -> NumberCalibration.of(figures, numbers);
                      case TestRows.OfClasses classes -> ClassCalibration.of(figures, classes);
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
