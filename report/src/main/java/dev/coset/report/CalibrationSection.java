package dev.coset.report;

import dev.coset.predictive.TestRows;
import java.util.List;

/** Whether predicted probabilities agree with what was observed. */
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
                                ? "There are no draws yet."
                                : "The run kept no rows for testing, so its calibration is unknown."
                                    + " Rerun with --test-fraction 0.2, or score new rows with"
                                    + " 'coset score RUN TEST.csv'.")));
    return new Section(
        "calibration",
        "Calibration",
        "Can you trust the stated uncertainty? Checked on rows that the model has not seen.",
        blocks);
  }
}
