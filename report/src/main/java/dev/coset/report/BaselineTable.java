package dev.coset.report;

import dev.coset.baselines.Baselines;
import dev.coset.data.TargetKind;
import dev.coset.predictive.ClassificationScores;
import dev.coset.predictive.RegressionScores;
import dev.coset.predictive.Scores;
import dev.coset.predictive.TestRows;
import dev.coset.report.chart.Numbers;
import java.util.ArrayList;
import java.util.List;

/** Simple models beside the run. */
final class BaselineTable {
  private BaselineTable() {}

  static Block of(RunFigures figures, TestRows run, Baselines baselines) {
    double unit = figures.scaling().deviation();
    List<List<String>> rows = new ArrayList<>();
    rows.add(row("this run", run.scores(), unit));
    baselines
        .all()
        .forEach(b -> rows.add(row(called(b.name(), figures.kind()), b.rows().scores(), unit)));
    return new Block.Table(
        "Compared with simple models",
        "The same %s. %s"
            .formatted(
                Words.count(run.count(), "test row"),
                switch (figures.kind()) {
                  case TargetKind.Number _ ->
                      "A lower error and a higher log score are better. The log score (LPPD) is"
                          + " of the standardised target.";
                  case TargetKind.Classes _ -> "A higher accuracy and a lower log loss are better.";
                }),
        switch (figures.kind()) {
          case TargetKind.Number _ -> List.of("model", "RMSE", "log score", "\u00b1");
          case TargetKind.Classes _ -> List.of("model", "accuracy", "log loss", "\u00b1");
        },
        rows);
  }

  private static String called(String name, TargetKind kind) {
    return switch (name) {
      case Baselines.CONSTANT ->
          switch (kind) {
            case TargetKind.Number _ -> "constant (mean, sd)";
            case TargetKind.Classes _ -> "constant (class shares)";
          };
      case Baselines.LINEAR ->
          switch (kind) {
            case TargetKind.Number _ -> "linear regression";
            case TargetKind.Classes _ -> "linear discriminant";
          };
      default -> "nearest training rows";
    };
  }

  private static List<String> row(String name, Scores scores, double unit) {
    return switch (scores.quality()) {
      case RegressionScores numbers ->
          List.of(
              name,
              Numbers.text(numbers.rmse() * unit),
              Numbers.text(scores.lppd()),
              Numbers.text(scores.lppdSe(), 2));
      case ClassificationScores classes ->
          List.of(
              name,
              Numbers.percent(classes.accuracy()),
              Numbers.text(-scores.lppd()),
              Numbers.text(scores.lppdSe(), 2));
    };
  }
}
