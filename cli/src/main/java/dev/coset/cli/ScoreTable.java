package dev.coset.cli;

import dev.coset.predictive.ClassificationScores;
import dev.coset.predictive.RegressionScores;
import dev.coset.predictive.Scores;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Scores as fields and as text. */
final class ScoreTable {
  private ScoreTable() {}

  /**
   * By name.
   *
   * @param sd the target's standard deviation, the unit of the scores of a number
   */
  static Map<String, Object> fields(Scores scores, double sd) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("points", scores.points());
    fields.put("lppd", scores.lppd());
    fields.put("lppd_se", scores.lppdSe());
    switch (scores.quality()) {
      case RegressionScores of -> {
        Scores original = scores.inUnitsOf(sd);
        fields.put("lppd_original_units", original.lppd());
        fields.put("rmse", of.rmse());
        fields.put("rmse_original_units", original.regression().rmse());
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
        of.auroc().ifPresent(auroc -> fields.put("auroc", auroc));
        fields.put("confusion", of.confusion());
      }
    }
    return fields;
  }

  static String text(Scores scores, double sd) {
    return switch (scores.quality()) {
      case RegressionScores of -> text(scores, of, scores.inUnitsOf(sd));
      case ClassificationScores of -> text(scores, of);
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
        LPPD        %.4f +- %.4f   (in original units %.4f)
        RMSE        %.4f            (in original units %.6g)
        CRPS        %.4f            (in original units %.6g)
        coverage    %s\
        """,
        scores.points(),
        scores.lppd(),
        scores.lppdSe(),
        original.lppd(),
        of.rmse(),
        original.regression().rmse(),
        of.crps(),
        original.regression().crps(),
        coverage);
  }

  private static String text(Scores scores, ClassificationScores of) {
    String text =
        Texts.format(
            """
            test rows   %d
            LPPD        %.4f +- %.4f   (minus the log loss)
            accuracy    %.1f%%             (always the most frequent class: %.1f%%)
            Brier       %.4f
            ECE         %.4f            (expected calibration error)\
            """,
            scores.points(),
            scores.lppd(),
            scores.lppdSe(),
            100 * of.accuracy(),
            100 * of.majority(),
            of.brier(),
            of.reliability().calibrationError());
    return of.auroc().isPresent()
        ? text + Texts.format("\nAUROC       %.4f", of.auroc().getAsDouble())
        : text;
  }
}
