package dev.coset.cli;

import dev.coset.predictive.ClassificationScores;
import dev.coset.predictive.PitCalibration;
import dev.coset.predictive.RegressionScores;
import dev.coset.predictive.ReliabilityByChance;
import dev.coset.predictive.Scores;
import dev.coset.predictive.TestRows;
import java.util.Map;

/**
 * Whether scored rows agree with a calibrated model, by the test that the verdict and the report
 * use.
 *
 * @param probability of so large a deviation, if the model is calibrated
 * @param off whether the test rejects, at 1%
 */
record CalibrationText(double probability, boolean off) {

  /** Of a run's test rows, by group where they are grouped. */
  static CalibrationText of(TestRows rows) {
    return switch (rows) {
      case TestRows.OfNumbers numbers -> of(PitCalibration.of(numbers));
      case TestRows.OfClasses classes -> of(ReliabilityByChance.of(classes));
    };
  }

  /** Of independent rows. */
  static CalibrationText of(Scores scores) {
    return switch (scores.quality()) {
      case RegressionScores numbers -> of(PitCalibration.of(numbers));
      case ClassificationScores classes -> of(ReliabilityByChance.of(classes.reliability()));
    };
  }

  private static CalibrationText of(PitCalibration test) {
    return new CalibrationText(test.probability(), test.isOff());
  }

  private static CalibrationText of(ReliabilityByChance test) {
    return new CalibrationText(test.probability(), test.isOff());
  }

  void addTo(Map<String, Object> fields) {
    fields.put("calibration_p", probability);
    fields.put("calibrated", !off);
  }

  String text() {
    return Texts.format(
        "calibration %s        (%s)",
        probability < 0.001 ? "p < 0.001" : Texts.format("p = %.2g", probability),
        off ? "not calibrated" : "no miscalibration detected");
  }
}
