package dev.coset.cli;

import dev.coset.comparison.MethodResult;
import dev.coset.predictive.ClassificationScores;
import dev.coset.predictive.RegressionScores;
import dev.coset.predictive.Scores;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Methods and their scores as fields, as a table and as CSV. */
final class MethodTable {
  private MethodTable() {}

  static List<Map<String, Object>> fields(List<MethodResult> results, ScoredTarget target) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (MethodResult result : results) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("method", result.method());
      row.putAll(ScoreTable.fields(result.scores(), target));
      row.put("seconds", result.seconds());
      row.put("gradients", result.gradients());
      rows.add(row);
    }
    return rows;
  }

  static String text(List<MethodResult> results) {
    boolean classes = results.getFirst().scores().quality() instanceof ClassificationScores;
    var text = new StringBuilder("method                    LPPD       +-");
    text.append(
        classes ? " accuracy    Brier      ECE" : "     RMSE     CRPS    50%    90%    95%");
    text.append("      time  gradients\n");
    for (MethodResult result : results) {
      Scores scores = result.scores();
      text.append(
          Texts.format("%-20s %9.4f %8.4f", result.method(), scores.lppd(), scores.lppdSe()));
      switch (scores.quality()) {
        case RegressionScores of -> {
          text.append(Texts.format(" %8.4f %8.4f", of.rmse(), of.crps()));
          of.coverage().forEach(c -> text.append(Texts.format(" %5.1f%%", 100 * c.share())));
        }
        case ClassificationScores of ->
            text.append(
                Texts.format(
                    " %7.1f%% %8.4f %8.4f",
                    100 * of.accuracy(), of.brier(), of.reliability().calibrationError()));
      }
      text.append(
          Texts.format(" %9s  %9s%n", time(result.seconds()), Texts.count(result.gradients())));
    }
    return text.toString();
  }

  private static String time(double seconds) {
    return seconds < 0.1 ? Texts.format("%.0f ms", 1e3 * seconds) : Texts.duration(seconds);
  }

  static String csv(List<MethodResult> results) {
    boolean classes = results.getFirst().scores().quality() instanceof ClassificationScores;
    var text = new StringBuilder("method,points,lppd,lppd_se,");
    text.append(
        classes
            ? "accuracy,brier,calibration_error,"
            : "rmse,crps,coverage_50,coverage_90,coverage_95,");
    text.append("seconds,gradients\n");
    for (MethodResult result : results) {
      Scores scores = result.scores();
      text.append(result.method()).append(',').append(scores.points());
      text.append(',').append(scores.lppd()).append(',').append(scores.lppdSe());
      switch (scores.quality()) {
        case RegressionScores of -> {
          text.append(',').append(of.rmse()).append(',').append(of.crps());
          of.coverage().forEach(c -> text.append(',').append(c.share()));
        }
        case ClassificationScores of ->
            text.append(',')
                .append(of.accuracy())
                .append(',')
                .append(of.brier())
                .append(',')
                .append(of.reliability().calibrationError());
      }
      text.append(',').append(result.seconds()).append(',').append(result.gradients());
      text.append('\n');
    }
    return text.toString();
  }
}
