package dev.coset.report;

import dev.coset.baselines.Baselines;
import dev.coset.predictive.ClassificationScores;
import dev.coset.predictive.RegressionScores;
import dev.coset.predictive.Scores;
import dev.coset.predictive.TestRows;
import dev.coset.report.chart.Numbers;
import java.util.ArrayList;
import java.util.List;

/** Simple models beside the run: what the network bought. */
final class BaselineTable {
  private BaselineTable() {}

  static Block of(RunFigures figures, TestRows run, Baselines baselines) {
    boolean classes = figures.ofClasses();
    double unit = figures.study().scaling().target().deviation();
    List<List<String>> rows = new ArrayList<>();
    rows.add(row("this run", run.scores(), unit));
    baselines.all().forEach(b -> rows.add(row(called(b.name(), classes), b.rows().scores(), unit)));
    return new Block.Table(
        "What the network bought",
        "The same %s foretold by simple models: higher LPPD and %s."
            .formatted(
                VerdictSection.count(run.count(), "test row"),
                classes
                    ? "accuracy are better"
                    : "lower RMSE are better; both are of the target in its standard deviations,"
                        + " and the last column in its own units"),
        classes
            ? List.of("model", "LPPD", "\u00b1", "accuracy")
            : List.of("model", "LPPD", "\u00b1", "RMSE", "RMSE, own units"),
        rows);
  }

  private static String called(String name, boolean classes) {
    return switch (name) {
      case Baselines.CONSTANT -> classes ? "shares of the classes" : "mean and spread";
      case Baselines.LINEAR -> classes ? "linear discriminant" : "linear regression";
      default -> "nearest training rows";
    };
  }

  private static List<String> row(String name, Scores scores, double unit) {
    List<String> cells = new ArrayList<>();
    cells.add(name);
    cells.add(Numbers.text(scores.lppd()));
    cells.add(Numbers.text(scores.lppdSe()));
    switch (scores.quality()) {
      case RegressionScores numbers -> {
        cells.add(Numbers.text(numbers.rmse()));
        cells.add(Numbers.text(numbers.rmse() * unit));
      }
      case ClassificationScores classes -> cells.add(Numbers.percent(classes.accuracy()));
    }
    return cells;
  }
}
