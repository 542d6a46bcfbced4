package dev.coset.diagnostics;

import dev.coset.data.TargetKind;
import dev.coset.data.TargetOutliers;
import dev.coset.data.TargetScale;
import dev.coset.diagnostics.Finding.Severity;
import dev.coset.message.Message;
import dev.coset.message.Setting;
import dev.coset.model.Configuration;
import dev.coset.model.Study;
import dev.coset.posterior.Likelihood;
import dev.coset.store.Mixture;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Findings on the data and how they fit the model. */
final class DataVerdict {
  /** Likelihoods whose noise depends on the columns. */
  private static final Set<String> VARYING = Set.of(Likelihood.HETEROSCEDASTIC, Likelihood.STUDENT);

  private static final int FEW_ROWS = 50;
  private static final double SKEWED = 2;
  private static final double SPIKE = 0.3; // of the rows

  private DataVerdict() {}

  static List<Finding> findings(Mixture run) {
    Study study = run.study();
    List<Finding> findings = new ArrayList<>();
    for (Message message : study.scaling().warnings()) {
      findings.add(new Finding(Severity.NOTE, "columns", message));
    }
    if (study.split().test().length == 0) {
      findings.add(
          Finding.note(
              "test rows",
              "No rows were kept for testing, so the accuracy on new rows is unknown."));
    }
    int rows = study.split().train().length;
    if (rows < FEW_ROWS) {
      findings.add(
          Finding.note(
              "rows",
              "Only %d training rows: intervals are wide and scores uncertain. More rows help"
                  + " most.",
              rows));
    }
    int features = study.scaling().kept().length;
    if (features > rows) {
      findings.add(new Finding(Severity.NOTE, "columns", manyFeatures(study, features, rows)));
    }
    switch (study.scaling().target().kind()) {
      case TargetKind.Number _ -> ofNumbers(run, findings);
      case TargetKind.Classes _ -> {}
    }
    return findings;
  }

  private static void ofNumbers(Mixture run, List<Finding> findings) {
    Study study = run.study();
    Configuration configuration = study.configuration();
    var outliers = TargetOutliers.of(study.data(), study.split().train(), study.scaling().target());
    if (weight(run, Set.of(Likelihood.STUDENT)) > 0.5) {
      outliers
          .sentenceOfHeavyTails(study.data())
          .ifPresent(message -> findings.add(new Finding(Severity.NOTE, "target", message)));
    } else {
      outliers
          .sentence(study.data(), configuration.targetScale())
          .ifPresent(message -> findings.add(new Finding(Severity.WARNING, "target", message)));
    }
    double[] y = study.data().target();
    if (Arrays.stream(y).allMatch(v -> v == 0 || v == 1)) {
      findings.add(
          Finding.note(
              "target",
              "The target is 0 or 1 and is treated as a number. Use %s for probabilities.",
              Setting.LIKELIHOOD.to(Likelihood.CATEGORICAL)));
    } else if (run.choice().isEmpty()
        && configuration.targetScale() == TargetScale.LINEAR
        && Arrays.stream(y).allMatch(v -> v > 0)
        && TargetScale.skewness(y, study.data().weights()) > SKEWED) {
      findings.add(
          Finding.note(
              "target",
              "The target is positive and skewed. %s may predict it better.",
              Setting.TARGET_SCALE.to(TargetScale.LOG)));
    }
    long alike = mostAlike(y);
    if (VARYING.contains(configuration.likelihood()) && alike > SPIKE * y.length) {
      findings.add(
          Finding.note(
              "target",
              "%d%% of rows have the same target, so the density there can grow without bound."
                  + " Judge by CRPS, RMSE and coverage rather than by LPPD.",
              100 * alike / y.length));
    }
    if (run.choice().isPresent() && weight(run, VARYING) > 0.5) {
      findings.add(
          Finding.ok(
              Verdict.NOISE, "The noise depends on the columns, and the intervals follow it."));
    }
  }

  /** The weight of the models that have one of some likelihoods. */
  private static double weight(Mixture run, Set<String> likelihoods) {
    return run.parts().stream()
        .filter(part -> likelihoods.contains(part.run().study().configuration().likelihood()))
        .mapToDouble(Mixture.Part::weight)
        .sum();
  }

  private static Message manyFeatures(Study study, int features, int rows) {
    String became =
        "Columns became %d features, more than the %d training rows".formatted(features, rows);
    return study.scaling().components() == null
        ? Message.of(
            "%s. The prior decides most weights, so predictions are uncertain. Choose columns with"
                + " %s%s.",
            became,
            Setting.FEATURES,
            study.configuration().hidden().length == 0 ? "" : ", and compare a linear model")
        : Message.of(
            "%s, so networks see their %d principal components. Choose columns with %s if you know"
                + " which matter.",
            became, study.scaling().inputs(), Setting.FEATURES);
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
