package dev.coset.cli;

import dev.coset.baselines.Baselines;
import dev.coset.fit.FittedRun;
import dev.coset.predictive.Scores;
import dev.coset.statistics.Weighted;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Scores of the parts of a cross-validation, of the model and of simple models. */
record FoldTable(List<Fold> folds) {
  private static final String MODEL = "model";

  /**
   * Scores of one part by name, as {@link ScoreTable} has them.
   *
   * @param model of the model
   * @param baselines of simple models, by their names
   */
  record Fold(Map<String, Object> model, Map<String, Map<String, Object>> baselines) {
    static Fold of(FittedRun fitted) {
      var assessment = fitted.assessment();
      var target = ScoredTarget.of(fitted.run().study());
      Scores scores = assessment.test().orElseThrow().scores();
      Map<String, Map<String, Object>> baselines = new LinkedHashMap<>();
      assessment.verdict().baselines().map(Baselines::all).orElse(List.of()).stream()
          .forEach(b -> baselines.put(b.name(), ScoreTable.fields(b.rows().scores(), target)));
      return new Fold(ScoreTable.fields(scores, target), baselines);
    }

    private Map<String, Object> fields() {
      Map<String, Object> fields = new LinkedHashMap<>(model);
      fields.put("baselines", baselines);
      return fields;
    }
  }

  /**
   * A score over parts.
   *
   * @param error standard error of the mean; parts share training rows, so it is a little too small
   */
  private record Average(double mean, double error) {
    static Average of(double[] values) {
      return new Average(Weighted.mean(values, null), Weighted.error(values, null));
    }

    Map<String, Object> fields() {
      return Map.of("mean", mean, "se", error);
    }

    static String text(@Nullable Average average) {
      return average == null ? "-" : Texts.format("%.5g +- %.2g", average.mean, average.error);
    }
  }

  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    Map<String, Object> baselines = new LinkedHashMap<>();
    averages()
        .forEach(
            (name, scores) -> {
              Map<String, Object> of = name.equals(MODEL) ? fields : new LinkedHashMap<>();
              scores.forEach((score, average) -> of.put(score, average.fields()));
              if (!name.equals(MODEL)) {
                baselines.put(name, of);
              }
            });
    fields.put("baselines", baselines);
    fields.put("folds", folds.stream().map(Fold::fields).toList());
    return fields;
  }

  /** A line for each score, a column for each model. */
  String text() {
    Map<String, Map<String, Average>> averages = averages();
    var text = new StringBuilder();
    text.append(Texts.format("%d folds, mean +- standard error%n%-38s", folds.size(), ""));
    averages.keySet().forEach(name -> text.append(Texts.format("%-24s", name)));
    for (String score : averages.getOrDefault(MODEL, Map.of()).keySet()) {
      text.append(Texts.format("%n%-38s", score));
      averages
          .values()
          .forEach(of -> text.append(Texts.format("%-24s", Average.text(of.get(score)))));
    }
    return text.toString().lines().map(String::stripTrailing).collect(Collectors.joining("\n"));
  }

  /** By model, then by score. */
  private Map<String, Map<String, Average>> averages() {
    Map<String, Map<String, Average>> averages = new LinkedHashMap<>();
    averages.put(MODEL, averages(folds.stream().map(Fold::model).toList()));
    for (String name : folds.getFirst().baselines().keySet()) {
      averages.put(
          name,
          averages(folds.stream().map(f -> f.baselines().getOrDefault(name, Map.of())).toList()));
    }
    return averages;
  }

  private static Map<String, Average> averages(List<Map<String, Object>> folds) {
    List<Map<String, Double>> numbers = folds.stream().map(FoldTable::numbers).toList();
    Map<String, Average> averages = new LinkedHashMap<>();
    for (String name : numbers.getFirst().keySet()) {
      averages.put(
          name,
          Average.of(
              numbers.stream().mapToDouble(f -> f.getOrDefault(name, Double.NaN)).toArray()));
    }
    return averages;
  }

  /** Scores that are one number; an error over points says nothing of one over parts. */
  private static Map<String, Double> numbers(Map<String, Object> scores) {
    Map<String, Double> numbers = new LinkedHashMap<>();
    scores.forEach(
        (name, value) -> {
          if (value instanceof Double number && !name.equals("lppd_se")) {
            numbers.put(name, number);
          } else if (value instanceof Map<?, ?> levels) {
            levels.forEach((level, share) -> numbers.put(name + "_" + level, (Double) share));
          }
        });
    return numbers;
  }
}
