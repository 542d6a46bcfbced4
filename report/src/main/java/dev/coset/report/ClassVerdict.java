package dev.coset.report;

import dev.coset.data.Targets;
import dev.coset.diagnostics.Finding;
import dev.coset.diagnostics.Finding.Severity;
import dev.coset.predictive.ClassificationScores;
import dev.coset.predictive.Scores;
import dev.coset.report.chart.Numbers;
import dev.coset.store.Study;
import java.util.ArrayList;
import java.util.List;

/** How good predictions of classes are. */
final class ClassVerdict {
  /** In standard deviations. */
  private static final double LEANS = 2;

  private ClassVerdict() {}

  static List<Block.Fact> facts(RunFigures figures, Scores scores, ClassificationScores classes) {
    List<Block.Fact> facts = new ArrayList<>();
    facts.add(
        new Block.Fact(
            "LPPD (minus the log loss)",
            Numbers.text(scores.lppd()),
            "\u00b1 %s; by the classes' shares alone: %s"
                .formatted(
                    Numbers.text(scores.lppdSe()), Numbers.text(lppdOfShares(figures.study())))));
    facts.add(
        new Block.Fact(
            "Accuracy",
            Numbers.percent(classes.accuracy()),
            "of %s; always the most frequent class: %s"
                .formatted(
                    VerdictSection.count(scores.points(), "test row"),
                    Numbers.percent(classes.majority()))));
    facts.add(
        new Block.Fact(
            "Expected calibration error",
            Numbers.percent(classes.reliability().calibrationError()),
            "by chance alone about %s"
                .formatted(
                    Numbers.percent(
                        new ReliabilityByChance(classes.reliability()).expectedError()))));
    classes
        .auroc()
        .ifPresent(
            auroc ->
                facts.add(
                    new Block.Fact("AUROC", Numbers.text(auroc), "0.5 by chance, 1 at best")));
    return facts;
  }

  /** Log probability of the test rows' classes by how frequent they are among training rows. */
  private static double lppdOfShares(Study study) {
    double[] share = ShownClasses.shares(study.posterior().data().y());
    Targets test = study.test().y();
    double sum = 0;
    for (int i = 0; i < test.count(); i++) {
      sum += Math.log(share[test.classOf(i)]);
    }
    return sum / test.count();
  }

  static List<Finding> findings(Study study, Scores scores, ClassificationScores classes) {
    List<Finding> findings = new ArrayList<>();
    if (classes.accuracy() <= classes.majority()) {
      findings.add(
          scores.lppd() > lppdOfShares(study)
              ? new Finding(
                  Severity.NOTE,
                  "accuracy",
                  "On test rows the class named is right no more often than the most frequent one"
                      + " always named, though the probabilities are better than the classes'"
                      + " shares: use them, rather than the class alone.")
              : new Finding(
                  Severity.WARNING,
                  "accuracy",
                  "On test rows the predictions are no better than always naming the most frequent"
                      + " class: the columns may say nothing of the target, or too few rows were"
                      + " given."));
    }
    findings.add(calibration(scores, classes));
    return findings;
  }

  /** To be too sure is worse than to be too cautious. */
  private static Finding calibration(Scores scores, ClassificationScores classes) {
    var chance = new ReliabilityByChance(classes.reliability());
    double p = chance.probability();
    boolean off = p < CalibrationSection.FALSE_ALARM;
    boolean tooSure = chance.lean() < -LEANS;
    String how =
        tooSure
            ? "it is too sure"
            : chance.lean() > LEANS
                ? "it is too cautious"
                : "it is too sure of some rows and too cautious of others";
    return new Finding(
        off ? tooSure ? Severity.WARNING : Severity.NOTE : Severity.OK,
        "calibration",
        "The model gave the class it named a probability of %s on average, and was right in %s of %s, %s."
            .formatted(
                Numbers.percent(chance.meanConfidence()),
                Numbers.percent(classes.accuracy()),
                VerdictSection.count(scores.points(), "test row"),
                off
                    ? "which chance does not explain: " + how + "; see Calibration"
                    : "as chance allows"));
  }
}
