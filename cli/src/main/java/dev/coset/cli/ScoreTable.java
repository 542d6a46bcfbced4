package dev.coset.cli;

import dev.coset.predictive.Scores;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Scores as fields and as text. */
final class ScoreTable {
  private ScoreTable() {}

  /**
   * @param sd the target's standard deviation, the unit of the scores
   */
  static Map<String, Object> fields(Scores scores, double sd) {
    Scores original = scores.inUnitsOf(sd);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("points", scores.points());
    fields.put("lppd", scores.lppd());
    fields.put("lppd_se", scores.lppdSe());
    fields.put("lppd_original_units", original.lppd());
    fields.put("rmse", scores.rmse());
    fields.put("rmse_original_units", original.rmse());
    fields.put("crps", scores.crps());
    fields.put("crps_original_units", original.crps());
    Map<String, Double> coverage = new LinkedHashMap<>();
    scores.coverage().forEach(c -> coverage.put(String.valueOf(c.level()), c.share()));
    fields.put("coverage", coverage);
    return fields;
  }

  static String text(Scores scores, double sd) {
    Scores original = scores.inUnitsOf(sd);
    String coverage =
        scores.coverage().stream()
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
        scores.rmse(),
        original.rmse(),
        scores.crps(),
        original.crps(),
        coverage);
  }
}
