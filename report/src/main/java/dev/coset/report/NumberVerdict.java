package dev.coset.report;

import dev.coset.data.Points;
import dev.coset.diagnostics.Finding;
import dev.coset.diagnostics.Finding.Severity;
import dev.coset.predictive.PitHistogram;
import dev.coset.predictive.RegressionScores;
import dev.coset.predictive.Scores;
import dev.coset.report.chart.Numbers;
import dev.coset.store.Study;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** How good predictions of numbers are. */
final class NumberVerdict {
  private NumberVerdict() {}

  static List<Block.Fact> facts(RunFigures figures, Scores scores, RegressionScores numbers) {
    double unit = figures.study().scaling().target().deviation();
    return List.of(
        new Block.Fact(
            "LPPD",
            Numbers.text(scores.lppd()),
            "\u00b1 %s; standardised, higher is better".formatted(Numbers.text(scores.lppdSe()))),
        new Block.Fact(
            "RMSE",
            Numbers.text(numbers.rmse() * unit),
            "always predicting the mean: " + Numbers.text(constantError(figures.study()) * unit)),
        new Block.Fact(
            "Coverage of 90% intervals",
            Numbers.percent(numbers.coverage(0.9)),
            "of %s".formatted(VerdictSection.count(scores.points(), "test row"))));
  }

  /** Root mean square error of always predicting the training mean. */
  private static double constantError(Study study) {
    double mean = Arrays.stream(comparable(study, study.posterior().data())).average().orElse(0);
    return Math.sqrt(
        Arrays.stream(comparable(study, study.test()))
            .map(y -> (y - mean) * (y - mean))
            .average()
            .orElse(Double.NaN));
  }

  private static double[] comparable(Study study, Points points) {
    var scaling = study.scaling().target();
    return Arrays.stream(points.y().values()).map(scaling::comparable).toArray();
  }

  static List<Finding> findings(Study study, Scores scores, RegressionScores numbers) {
    List<Finding> findings = new ArrayList<>();
    double constant = constantError(study);
    if (numbers.rmse() >= constant) {
      findings.add(
          new Finding(
              Severity.WARNING,
              "accuracy",
              "On test rows the predictions are no better than always predicting the mean: the"
                  + " columns may say nothing of the target, or too few rows were given."));
    }
    double share = numbers.coverage(0.9);
    int[] range = PitHistogram.chanceRange(scores.points(), 0.9, 0.99);
    long held = Math.round(share * scores.points());
    boolean off = held < range[0] || held > range[1];
    findings.add(
        new Finding(
            off ? held < range[0] ? Severity.WARNING : Severity.NOTE : Severity.OK,
            "calibration",
            "90%% intervals held %s of %s, %s."
                .formatted(
                    Numbers.percent(share),
                    VerdictSection.count(scores.points(), "test row"),
                    off
                        ? held < range[0]
                            ? "too few: they are too narrow; see Calibration"
                            : "more than need be: they are wider than necessary"
                        : "as chance allows")));
    NumberCalibration.uneven(PitHistogram.of(numbers))
        .ifPresent(
            sentence ->
                findings.add(
                    new Finding(
                        Severity.NOTE,
                        "calibration",
                        "Test rows do not fall evenly into their predictive distributions; see"
                            + " Calibration.")));
    return findings;
  }
}
