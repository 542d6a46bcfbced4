package dev.coset.cli;

import static dev.coset.message.Digits.three;

import dev.coset.predictive.ClassificationScores;
import dev.coset.predictive.RegressionScores;
import dev.coset.predictive.Scores;
import dev.coset.predictive.TwoClassScores;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Scores as fields and as text. */
final class ScoreTable {
  private ScoreTable() {}

  /** By name. */
  static Map<String, Object> fields(Scores scores, ScoredTarget target) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("points", scores.points());
    fields.put("lppd", scores.lppd());
    if (scores.points() > 1) {
      fields.put("lppd_se", scores.lppdSe());
    }
    switch (scores.quality()) {
      case RegressionScores of -> {
        Scores original = scores.inUnitsOf(target.sd());
        fields.put("lppd_original_units", original.lppd());
        fields.put("rmse", of.rmse());
        fields.put("rmse_original_units", original.regression().rmse());
        of.r2().ifPresent(r2 -> fields.put("r2", r2));
        fields.put("mae", of.mae());
        fields.put("mae_original_units", original.regression().mae());
        fields.put("median_absolute_error", of.medianAbsoluteError());
        fields.put(
            "median_absolute_error_original_units", original.regression().medianAbsoluteError());
        fields.put("crps", of.crps());
        fields.put("crps_original_units", original.regression().crps());
        Map<String, Double> coverage = new LinkedHashMap<>();
        of.coverage().forEach(c -> coverage.put(String.valueOf(c.level()), c.share()));
        fields.put("coverage", coverage);
      }
      case ClassificationScores of -> {
        fields.put("log_loss", -scores.lppd());
        fields.put("accuracy", of.accuracy());
        fields.put("brier", of.brier());
        fields.put("calibration_error", of.reliability().calibrationError());
        of.twoClasses().ifPresent(two -> fields.putAll(fields(two, target)));
        fields.put("confusion", counts(of.confusion()));
      }
    }
    return fields;
  }

  /** Whole numbers where rows have no weights. */
  private static List<List<Number>> counts(double[][] confusion) {
    return Arrays.stream(confusion)
        .map(row -> Arrays.stream(row).mapToObj(ScoreTable::count).toList())
        .toList();
  }

  private static Number count(double rows) {
    if (rows == Math.rint(rows)) {
      return (long) rows;
    }
    return rows;
  }

  private static Map<String, Object> fields(TwoClassScores two, ScoredTarget target) {
    Map<String, Object> fields = new LinkedHashMap<>();
    two.auroc().ifPresent(auroc -> fields.put("auroc", auroc));
    two.prAuc().ifPresent(prAuc -> fields.put("pr_auc", prAuc));
    two.f1().ifPresent(f1 -> fields.put("f1", f1));
    fields.put("positive_class", target.positive());
    return fields;
  }

  static String text(Scores scores, ScoredTarget target) {
    return switch (scores.quality()) {
      case RegressionScores of -> text(scores, of, scores.inUnitsOf(target.sd()));
      case ClassificationScores of -> text(scores, of, target);
    };
  }

  private static String text(Scores scores, RegressionScores of, Scores original) {
    String coverage =
        of.coverage().stream()
            .map(c -> Texts.format("%.1f%% (of %.0f%%)", 100 * c.share(), 100 * c.level()))
            .collect(Collectors.joining(", "));
    return Texts.format(
        """
        test rows   %d
        LPPD        %-17s (in original units %s)
        RMSE        %-17s (in original units %s; of the mean)%s
        MAE         %-17s (in original units %s; of the median)
        median AE   %-17s (in original units %s; of the median)
        CRPS        %-17s (in original units %s)
        coverage    %s\
        """,
        scores.points(),
        lppd(scores),
        three(original.lppd()),
        three(of.rmse()),
        three(original.regression().rmse()),
        of.r2().isPresent()
            ? Texts.format("\nR^2         %-17s (of the mean)", three(of.r2().getAsDouble()))
            : "",
        three(of.mae()),
        three(original.regression().mae()),
        three(of.medianAbsoluteError()),
        three(original.regression().medianAbsoluteError()),
        three(of.crps()),
        three(original.regression().crps()),
        coverage);
  }

  private static String text(Scores scores, ClassificationScores of, ScoredTarget target) {
    boolean two = of.twoClasses().isPresent();
    var text = new StringBuilder();
    text.append(
        Texts.format(
            """
            test rows   %d
            LPPD        %-17s (minus the log loss)
            accuracy    %-17s (constant prediction: %.1f%%)
            Brier       %-17s (squared error of %s)
            ECE         %-17s (expected calibration error)\
            """,
            scores.points(),
            lppd(scores),
            Texts.format("%.1f%%", 100 * of.accuracy()),
            100 * of.majority(),
            three(of.brier()),
            two ? "the probability of " + target.positive() : "probabilities, summed over classes",
            three(of.reliability().calibrationError())));
    of.twoClasses().ifPresent(scoresOfTwo -> append(text, scoresOfTwo, target.positive()));
    return text.toString();
  }

  /** With its standard error; one row has none. */
  private static String lppd(Scores scores) {
    return scores.points() > 1
        ? three(scores.lppd()) + " +- " + three(scores.lppdSe())
        : three(scores.lppd());
  }

  private static void append(StringBuilder text, TwoClassScores two, String positive) {
    two.auroc().ifPresent(auroc -> text.append(Texts.format("%nAUROC       %s", three(auroc))));
    two.prAuc()
        .ifPresent(
            prAuc ->
                text.append(
                    Texts.format(
                        "%nPR-AUC      %-17s (average precision of %s)", three(prAuc), positive)));
    two.f1()
        .ifPresent(
            f1 -> text.append(Texts.format("%nF1          %-17s (of %s)", three(f1), positive)));
  }
}
