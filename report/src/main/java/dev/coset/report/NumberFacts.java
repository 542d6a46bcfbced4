package dev.coset.report;

import dev.coset.predictive.RegressionScores;
import dev.coset.predictive.Scores;
import dev.coset.predictive.TestRows;
import dev.coset.report.chart.Numbers;
import java.util.List;

/** How good predictions of numbers are, in figures. */
final class NumberFacts {
  private NumberFacts() {}

  static List<Block.Fact> of(RunFigures figures, Scores scores, RegressionScores numbers) {
    double unit = figures.study().scaling().target().deviation();
    return List.of(
        new Block.Fact(
            "LPPD",
            Numbers.text(scores.lppd()),
            "\u00b1 %s; log density, the target in standard deviations; higher is better"
                .formatted(Numbers.text(scores.lppdSe()))),
        new Block.Fact(
            "RMSE",
            Numbers.text(numbers.rmse()),
            "of the target's standard deviations; in its own units %s"
                .formatted(Numbers.text(numbers.rmse() * unit))),
        new Block.Fact(
            "Coverage of 90% intervals",
            Numbers.percent(numbers.coverage(TestRows.LEVEL)),
            "of %s".formatted(VerdictSection.count(scores.points(), "test row"))));
  }
}
