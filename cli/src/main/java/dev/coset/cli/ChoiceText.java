package dev.coset.cli;

import dev.coset.model.Choice;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A choice among candidate models, as text and as fields. */
final class ChoiceText {
  private ChoiceText() {}

  /** What was tried, the best first. */
  static String text(Choice choice) {
    int width = choice.candidates().stream().mapToInt(c -> c.name().length()).max().orElseThrow();
    String name = "%-" + width + "s";
    var text = new StringBuilder();
    text.append(
        Texts.format(
            name + " %8s %8s %8s  (%s)%n", "model", "LPPD", "+-", "weight", choice.scoredOn()));
    choice.candidates().stream()
        .sorted((a, b) -> Double.compare(b.score(), a.score()))
        .forEach(
            c ->
                text.append(
                    Texts.format(
                        name + " %8.3f %8.3f %8s%n",
                        c.name(),
                        Math.max(c.score(), -999),
                        Math.min(c.error(), 999),
                        c.kept() ? Texts.format("%.2f", c.weight()) : "-")));
    return text.toString().stripTrailing();
  }

  static List<Map<String, Object>> fields(Choice choice) {
    return choice.candidates().stream()
        .map(
            c -> {
              Map<String, Object> fields = new LinkedHashMap<>();
              fields.put("model", c.name());
              fields.put("lppd", c.score());
              fields.put("lppd_se", c.error());
              fields.put("weight", c.weight());
              return fields;
            })
        .toList();
  }
}
