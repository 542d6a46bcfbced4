package dev.coset.cli;

import dev.coset.cli.DiagnoseCommand.Diagnosed;
import dev.coset.diagnostics.Finding.Severity;
import dev.coset.diagnostics.RunDiagnostics;
import dev.coset.statistics.MixingSummary;
import java.util.List;

/** Diagnostics of several models, one line for each. */
final class ModelTable {
  private static final int MOST_MODELS = 8;
  private static final int LONGEST_NAME = 40;

  private ModelTable() {}

  /**
   * @param models by descending weight
   */
  static String text(List<Diagnosed> models) {
    int width =
        models.stream()
            .limit(MOST_MODELS)
            .mapToInt(model -> name(model).length())
            .max()
            .orElseThrow();
    var text = new StringBuilder();
    text.append(
        Texts.format(
            "%-" + width + "s%7s%9s%11s%13s%15s%8s%6s  %s%n",
            "model",
            "weight",
            "chains",
            "divergent",
            "log density",
            "equipartition",
            "R-hat",
            "ESS",
            "findings"));
    models.stream().limit(MOST_MODELS).forEach(model -> text.append(line(model, width)));
    if (models.size() > MOST_MODELS) {
      double rest =
          models.stream().skip(MOST_MODELS).mapToDouble(model -> model.part().weight()).sum();
      text.append(
          Texts.format("%d more models with weight %.2f%n", models.size() - MOST_MODELS, rest));
    }
    return text
        + "A converged chain has equipartition 1. R-hat and ESS are the worst over functions.\n"
        + "For the findings on each model, add --all.";
  }

  private static String line(Diagnosed model, int width) {
    RunDiagnostics run = model.diagnostics();
    return Texts.format(
        "%-" + width + "s%7.2f%9s%11d%13.1f%15s%8s%6s  %s%n",
        name(model),
        model.part().weight(),
        run.finished() + "/" + run.planned(),
        run.sampler().divergences(),
        run.logDensity().median(),
        Texts.format("%.2f +- %.2f", run.equipartition().mean(), run.equipartition().error()),
        DiagnosisTable.number("%.2f", run.functions().largest(MixingSummary::rhat)),
        DiagnosisTable.number("%.0f", run.functions().smallest(MixingSummary::essBulk)),
        findings(run));
  }

  private static String name(Diagnosed model) {
    String name = model.part().name();
    return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME - 3) + "...";
  }

  private static String findings(RunDiagnostics run) {
    int warnings = count(run, Severity.WARNING);
    int notes = count(run, Severity.NOTE);
    return warnings + notes == 0
        ? "none"
        : warnings == 0
            ? Texts.count(notes, "note")
            : Texts.count(warnings, "warning")
                + (notes == 0 ? "" : ", " + Texts.count(notes, "note"));
  }

  private static int count(RunDiagnostics run, Severity severity) {
    return (int) run.findings().stream().filter(f -> f.severity() == severity).count();
  }
}
