package dev.coset.cli;

import dev.coset.baselines.Baselines;
import dev.coset.baselines.Baselines.Baseline;
import dev.coset.message.Digits;
import dev.coset.predictive.ClassificationScores;
import dev.coset.predictive.RegressionScores;
import dev.coset.predictive.Scores;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Scores of simple models on the test rows, as text and as fields. */
final class BaselineText {
  private BaselineText() {}

  static Map<String, Object> fields(Baselines baselines) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (Baseline baseline : baselines.all()) {
      Scores scores = baseline.rows().scores();
      Map<String, Object> of = new LinkedHashMap<>();
      of.put("lppd", scores.lppd());
      switch (scores.quality()) {
        case RegressionScores numbers -> of.put("rmse", numbers.rmse());
        case ClassificationScores classes -> of.put("accuracy", classes.accuracy());
      }
      fields.put(baseline.name().replace(' ', '_'), of);
    }
    return fields;
  }

  static String text(Baselines baselines) {
    return "baselines   LPPD "
        + baselines.all().stream()
            .map(b -> Texts.format("%s (%s)", Digits.three(b.rows().scores().lppd()), b.name()))
            .collect(Collectors.joining(", "));
  }
}
