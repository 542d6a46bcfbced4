package dev.coset.diagnostics;

import static dev.coset.diagnostics.Wording.format;

import dev.coset.baselines.Baselines;
import dev.coset.baselines.Baselines.Baseline;
import dev.coset.predictive.Paired;
import dev.coset.predictive.TestRows;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Whether the network is worth its while: simple models should not foretell test rows better. */
final class BaselineVerdict {
  /** In standard errors of the mean difference over rows. */
  private static final double CLEARLY = 2;

  private BaselineVerdict() {}

  /**
   * Of a run's test rows.
   *
   * @param chosen whether the data chose the model
   * @param linear whether it, or the heaviest of several, has no hidden layer
   */
  static List<Finding> of(TestRows rows, Baselines baselines, boolean chosen, boolean linear) {
    Baseline best =
        baselines.all().stream()
            .max(Comparator.comparingDouble(b -> b.rows().scores().lppd()))
            .orElseThrow();
    double network = rows.scores().lppd();
    double simple = best.rows().scores().lppd();
    String what = format("(LPPD %.2f, the network %.2f)", simple, network).replace("-", "\u2212");
    if (new Paired(best.rows().logDensity()).isAhead(rows.logDensity(), CLEARLY)) {
      return List.of(Finding.warning("baselines", worse(best.name(), what, chosen, linear)));
    }
    return simple >= network
        ? List.of(
            Finding.note(
                "baselines",
                format(
                    "%s foretells test rows as well %s: the network has not shown that it is worth"
                        + " its while.",
                    article(best.name()), what)))
        : List.of(
            Finding.ok(
                "baselines",
                format(
                    "The network foretells test rows better than the best simple model, %s %s.",
                    article(best.name()).toLowerCase(Locale.ROOT), what)));
  }

  private static String worse(String name, String what, boolean chosen, boolean linear) {
    return switch (name) {
      case Baselines.CONSTANT ->
          format(
              "%s foretells test rows better %s: the columns may say nothing of the target, or too"
                  + " few rows were given.",
              article(name), what);
      case Baselines.LINEAR ->
          format(
              "%s foretells test rows better %s: %s.",
              article(name),
              what,
              linear
                  ? "this run's is one, too, so give its chains more time, or it fewer columns with"
                      + " --features; ask all rows with 'coset cross-validate'"
                  : chosen
                      ? "left-out training rows said otherwise, so ask all rows with"
                          + " 'coset cross-validate', or try --hidden linear"
                      : "the network is too large for so few rows; try --hidden auto, or fewer"
                          + " neurons");
      default ->
          format(
              "%s foretell test rows better %s: the network is too small, or its chains have not"
                  + " arrived; try %s.",
              article(name), what, chosen ? "more --time" : "--hidden auto or a longer --warmup");
    };
  }

  private static String article(String name) {
    return switch (name) {
      case Baselines.CONSTANT -> "Always saying the same";
      case Baselines.LINEAR -> "A linear model";
      default -> "The nearest training rows";
    };
  }
}
