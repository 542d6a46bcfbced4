package dev.coset.diagnostics;

import static dev.coset.diagnostics.Wording.format;

import dev.coset.baselines.Baselines;
import dev.coset.baselines.Baselines.Baseline;
import dev.coset.diagnostics.Finding.Severity;
import dev.coset.message.Command;
import dev.coset.message.Message;
import dev.coset.message.Setting;
import dev.coset.predictive.Estimate;
import dev.coset.predictive.TestRows;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Whether the network beats the simple models on the test rows. */
final class BaselineVerdict {
  /** In standard errors of the mean difference over rows. */
  private static final double CLEARLY = 2;

  private BaselineVerdict() {}

  /**
   * Of a run's test rows.
   *
   * @param chosen whether the data chose the model
   * @param linear whether it, or the highest-weight one of several, has no hidden layer
   */
  static List<Finding> of(TestRows rows, Baselines baselines, boolean chosen, boolean linear) {
    Baseline best =
        baselines.all().stream()
            .max(Comparator.comparingDouble(b -> b.rows().scores().lppd()))
            .orElseThrow();
    Estimate lead = Estimate.lead(rows, best.rows());
    double mean = lead.value();
    double error = lead.error();
    String what =
        format(
                "(LPPD %.2f, the network %.2f; difference %.2f +- %.2f)",
                best.rows().scores().lppd(), rows.scores().lppd(), mean, error)
            .replace("-", "\u2212")
            .replace("+\u2212", "\u00b1");
    if (mean < -CLEARLY * error) {
      return List.of(
          new Finding(Severity.WARNING, "baselines", worse(best.name(), what, chosen, linear)));
    }
    return mean > 0 && mean >= error
        ? List.of(
            Finding.ok(
                "baselines",
                "The network predicts test rows better than the best simple model, %s %s.",
                article(best.name()).toLowerCase(Locale.ROOT),
                what))
        : List.of(
            Finding.note(
                "baselines",
                "The network does not beat %s on test rows by more than chance %s.",
                article(best.name()).toLowerCase(Locale.ROOT),
                what));
  }

  private static Message worse(String name, String what, boolean chosen, boolean linear) {
    return switch (name) {
      case Baselines.CONSTANT ->
          Message.of(
              "%s predicts test rows better %s. The columns may not predict the target, or the rows"
                  + " are too few.",
              article(name), what);
      case Baselines.LINEAR ->
          Message.of(
              "%s predicts test rows better %s. %s",
              article(name),
              what,
              linear
                  ? Message.of(
                      "This run's model is linear, too. Give it fewer columns with %s, or score all"
                          + " rows with %s.",
                      Setting.FEATURES, Command.CROSS_VALIDATE)
                  : chosen
                      ? Message.of(
                          "Cross-validation preferred networks. Score all rows with %s, or try %s.",
                          Command.CROSS_VALIDATE, Setting.HIDDEN.to("linear"))
                      : Message.of(
                          "The network is too large for so few rows. Try %s, or fewer neurons.",
                          Setting.HIDDEN.to("auto")));
      default ->
          Message.of(
              "%s predict test rows better %s. The network is too small, or its chains have not"
                  + " converged. Try %s.",
              article(name),
              what,
              chosen
                  ? Message.of("a longer %s", Setting.TIME)
                  : Message.of("%s or a longer %s", Setting.HIDDEN.to("auto"), Setting.WARMUP));
    };
  }

  private static String article(String name) {
    return switch (name) {
      case Baselines.CONSTANT -> "A constant prediction";
      case Baselines.LINEAR -> "A linear model";
      default -> "The nearest training rows";
    };
  }
}
