package dev.coset.report;

import dev.coset.predictive.ClassificationScores;
import dev.coset.predictive.ReliabilityByChance;
import dev.coset.predictive.Scores;
import dev.coset.report.chart.Numbers;
import java.util.ArrayList;
import java.util.List;

/** How good predictions of classes are, in figures. */
final class ClassFacts {
  private ClassFacts() {}

  static List<Block.Fact> of(Scores scores, ClassificationScores classes) {
    List<Block.Fact> facts = new ArrayList<>();
    facts.add(
        new Block.Fact(
            "LPPD (minus the log loss)",
            Numbers.text(scores.lppd()),
            "\u00b1 %s; higher is better".formatted(Numbers.text(scores.lppdSe()))));
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
                        ReliabilityByChance.of(classes.reliability()).expectedError()))));
    classes
        .auroc()
        .ifPresent(
            auroc ->
                facts.add(
                    new Block.Fact("AUROC", Numbers.text(auroc), "0.5 by chance, 1 at best")));
    return facts;
  }
}
