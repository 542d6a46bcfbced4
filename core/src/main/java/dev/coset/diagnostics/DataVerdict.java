package dev.coset.diagnostics;

import dev.coset.data.TargetOutliers;
import dev.coset.data.TargetScale;
import dev.coset.model.Choice.Candidate;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import dev.coset.posterior.Likelihood;
import dev.coset.store.Mixture;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** What the data themselves say of the model that was fitted to them. */
final class DataVerdict {
  private static final int FEW_ROWS = 50;
  private static final double SKEWED = 2;
  private static final double SPIKE = 0.3; // of the rows

  private DataVerdict() {}

  static List<Finding> findings(Mixture run) {
    Study study = run.study();
    Configuration configuration = study.configuration();
    List<Finding> findings = new ArrayList<>();
    for (String sentence : study.scaling().warnings()) {
      findings.add(Finding.note("columns", sentence));
    }
    if (study.split().test().length == 0) {
      findings.add(
          Finding.note(
              "test rows",
              "No rows were kept for testing, so nothing here says how well new rows are"
                  + " predicted."));
    }
    int rows = study.split().train().length;
    if (rows < FEW_ROWS) {
      findings.add(
          Finding.note(
              "rows",
              "Only %d rows were there to learn from: intervals are wide, and scores say little; more rows help most."
                  .formatted(rows)));
    }
    int features = study.scaling().kept().length;
    if (features > rows) {
      findings.add(Finding.note("columns", manyFeatures(study, features, rows)));
    }
    if (study.scaling().target().areClasses()) {
      return findings;
    }
    TargetOutliers.of(study.data(), study.split().train(), study.scaling().target())
        .sentence(study.data(), configuration.targetScale())
        .ifPresent(sentence -> findings.add(Finding.warning("target", sentence)));
    double[] y = study.data().target();
    if (Arrays.stream(y).allMatch(v -> v == 0 || v == 1)) {
      findings.add(
          Finding.note(
              "target",
              "The target is 0 or 1 and was taken for a number: probabilities come with"
                  + " --likelihood categorical."));
    } else if (run.choice().isEmpty()
        && configuration.targetScale() == TargetScale.LINEAR
        && Arrays.stream(y).allMatch(v -> v > 0)
        && TargetScale.skewness(y) > SKEWED) {
      findings.add(
          Finding.note(
              "target",
              "The target is positive and skewed: --target-scale log may foretell it better."));
    }
    long alike = mostAlike(y);
    if (configuration.likelihood().equals(Likelihood.HETEROSCEDASTIC) && alike > SPIKE * y.length) {
      findings.add(
          Finding.note(
              "target",
              "Of the rows %d%% have the same target, where a density that narrows is as high as you like: judge by CRPS, RMSE and coverage rather than by LPPD."
                  .formatted(100 * alike / y.length)));
    }
    run.choice()
        .ifPresent(
            choice -> {
              double varying =
                  choice.kept().stream()
                      .filter(
                          c -> c.configuration().likelihood().equals(Likelihood.HETEROSCEDASTIC))
                      .mapToDouble(Candidate::weight)
                      .sum();
              if (varying > 0.5) {
                findings.add(
                    Finding.ok(
                        Verdict.NOISE,
                        "The noise depends on the columns, and the intervals follow it."));
              }
            });
    return findings;
  }

  private static String manyFeatures(Study study, int features, int rows) {
    String became =
        "Columns became %d features, more than the %d rows to learn from".formatted(features, rows);
    return study.scaling().components() == null
        ? became
            + ": of most weights the prior alone speaks, which makes predictions unsure; choose"
            + " columns with --features"
            + (study.configuration().hidden().length == 0 ? "." : ", and compare a linear model.")
        : became
            + ", so that networks see their %d principal components; columns that say nothing cost accuracy all the same: choose some with --features if you know which count."
                .formatted(study.scaling().inputs());
  }

  /** How many rows have the value that most have. */
  private static long mostAlike(double[] y) {
    return Arrays.stream(y)
        .boxed()
        .collect(Collectors.groupingBy(v -> v, Collectors.counting()))
        .values()
        .stream()
        .mapToLong(n -> n)
        .max()
        .orElseThrow();
  }
}
