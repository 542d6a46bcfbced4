package dev.coset.diagnostics;

import static dev.coset.diagnostics.Wording.byGroup;
import static dev.coset.diagnostics.Wording.count;
import static dev.coset.diagnostics.Wording.percent;
import static dev.coset.diagnostics.Wording.probability;

import dev.coset.diagnostics.Finding.Severity;
import dev.coset.message.Message;
import dev.coset.predictive.ClassificationScores;
import dev.coset.predictive.ReliabilityByChance;
import dev.coset.predictive.Slice;
import dev.coset.predictive.Slices;
import dev.coset.predictive.TestRows;
import java.util.ArrayList;
import java.util.List;

/** Findings on the calibration of class probabilities: on all test rows, and where it is worst. */
final class ClassVerdict {
  /** In standard deviations. */
  private static final double LEANS = 2;

  private final TestRows.OfClasses rows;
  private final Slices slices;
  private final ClassificationScores scores;
  private final List<Finding> findings = new ArrayList<>();

  ClassVerdict(TestRows.OfClasses rows, Slices slices) {
    this.rows = rows;
    this.slices = slices;
    this.scores = rows.scores().classification();
  }

  List<Finding> findings() {
    if (scores.accuracy() <= scores.majority()) {
      findings.add(
          Finding.note(
              "accuracy",
              "On test rows the predicted class is right no more often than the most frequent one."
                  + " Use the probabilities rather than the class alone."));
    }
    calibration();
    slices();
    return findings;
  }

  private void calibration() {
    var chance = ReliabilityByChance.of(rows);
    Slice whole = chance.whole();
    boolean off = chance.isOff();
    boolean tooSure = chance.lean() < -LEANS;
    String how =
        tooSure
            ? "the model is too sure"
            : chance.lean() > LEANS
                ? "the model is too cautious"
                : "it is too sure of some rows and too cautious of others";
    findings.add(
        new Finding(
            off ? Severity.WARNING : Severity.OK,
            "calibration",
            Message.of(
                "The mean probability of the predicted class is %s, and it is right in %s of %s%s,"
                    + " %s (%s).",
                percent(whole.expected()),
                percent(whole.share()),
                count(rows.count(), "test row"),
                byGroup(rows, whole.rows()),
                off ? "which chance does not explain: " + how : "as chance allows",
                probability(chance.probability()))));
  }

  /** Where, if anywhere, it is worst. */
  private void slices() {
    slices
        .worst(true)
        .or(() -> slices.worst(false))
        .ifPresent(
            worst ->
                findings.add(
                    new Finding(
                        worst.tooFew() ? Severity.WARNING : Severity.NOTE,
                        Slices.WORST,
                        message(worst))));
  }

  private static Message message(Slice worst) {
    return Message.of(
        "Of the %s, the predicted class is right in %s where %s were predicted, which chance does"
            + " not explain. %s",
        worst.words(),
        percent(worst.share()),
        percent(worst.expected()),
        worst.tooFew()
            ? "Do not rely on the probabilities of such rows, and give more of them."
            : "The model is too cautious there.");
  }
}
