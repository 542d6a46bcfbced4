package dev.coset.cli;

import dev.coset.predictive.ClassificationScores;
import dev.coset.predictive.RegressionScores;
import dev.coset.predictive.Scores;
import dev.coset.predictive.TwoClassScores;
import java.util.LinkedHashMap;
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
        fields.put("confusion", of.confusion());
      }
    }
    return fields;
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
        LPPD        %s   (in original units %.4f)
        RMSE        %.4f            (in original units %.6g; of the mean)%s
        MAE         %.4f            (in original units %.6g; of the median)
        median AE   %.4f            (in original units %.6g; of the median)
        CRPS        %.4f            (in original units %.6g)
        coverage    %s\
        """,
        scores.points(),
        lppd(scores),
        original.lppd(),
        of.rmse(),
        original.regression().rmse(),
        of.r2().isPresent()
            ? Texts.format("\nR^2         %.4f            (of the mean)", of.r2().getAsDouble())
            : "",
        of.mae(),
        original.regression().mae(),
        of.medianAbsoluteError(),
        original.regression().medianAbsoluteError(),
        of.crps(),
        original.regression().crps(),
        coverage);
  }

  private static String text(Scores scores, ClassificationScores of, ScoredTarget target) {
    boolean two = of.twoClasses().isPresent();
    var text = new StringBuilder();
    text.append(
        Texts.format(
            """
            test rows   %d
            LPPD        %s   (minus the log loss)
            accuracy    %.1f%%             (constant prediction: %.1f%%)
            Brier       %.4f            (squared error of %s)
            ECE         %.4f            (expected calibration error)\
            """,
            scores.points(),
            lppd(scores),
            100 * of.accuracy(),
            100 * of.majority(),
            of.brier(),
            two ? "the probability of " + target.positive() : "probabilities, summed over classes",
            of.reliability().calibrationError()));
    of.twoClasses().ifPresent(scoresOfTwo -> append(text, scoresOfTwo, target.positive()));
    return text.toString();
  }

  /** With its standard error; one row has none. */
  private static String lppd(Scores scores) {
    return scores.points() > 1
        ? Texts.format("%.4f +- %.4f", scores.lppd(), scores.lppdSe())
        : Texts.format("%.4f", scores.lppd());
  }

  private static void append(StringBuilder text, TwoClassScores two, String positive) {
    two.auroc().ifPresent(auroc -> text.append(Texts.format("%nAUROC       %.4f", auroc)));
    two.prAuc()
        .ifPresent(
            prAuc ->
                text.append(
                    Texts.format(
                        "%nPR-AUC      %.4f            (average precision of %s)",
                        prAuc, positive)));
    two.f1()
        .ifPresent(
            f1 -> text.append(Texts.format("%nF1          %.4f            (of %s)", f1, positive)));
  }
}
