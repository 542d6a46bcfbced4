package dev.coset.report;

import dev.coset.diagnostics.Finding;
import dev.coset.diagnostics.Finding.Severity;
import dev.coset.diagnostics.FurtherChains;
import dev.coset.diagnostics.RunDiagnostics;
import dev.coset.predictive.ClassificationScores;
import dev.coset.predictive.RegressionScores;
import dev.coset.predictive.Scores;
import dev.coset.store.ChainWeights;
import dev.coset.store.Mixture;
import dev.coset.store.Study;
import dev.coset.store.Weighting;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Whether a run's predictions can be used, what is weakest, and what to do about it.
 *
 * @param headline the whole in a sentence
 * @param findings worst first
 * @param further what as much time again would buy; empty where too few chains have finished
 */
public record Verdict(String headline, List<Finding> findings, Optional<String> further) {

  /**
   * @param diagnostics of the heaviest model; empty where no chain has finished
   * @param scores on test rows; empty where there are none
   */
  public static Verdict of(
      Mixture run, Optional<RunDiagnostics> diagnostics, Optional<Scores> scores) {
    Study study = run.study();
    List<Finding> findings = new ArrayList<>();
    diagnostics.ifPresentOrElse(
        d -> findings.addAll(d.findings()), () -> findings.add(noChain(run)));
    scores.ifPresent(
        s ->
            findings.addAll(
                switch (s.quality()) {
                  case RegressionScores numbers -> NumberVerdict.findings(study, s, numbers);
                  case ClassificationScores classes -> ClassVerdict.findings(study, s, classes);
                }));
    findings.addAll(DataVerdict.findings(run));
    findings.sort(Comparator.comparing(Finding::severity).reversed());
    String headline =
        headline(diagnostics.isPresent(), findings) + (diagnostics.isPresent() ? weights(run) : "");
    return new Verdict(
        headline, List.copyOf(findings), FurtherChains.of(run).map(FurtherChains::sentence));
  }

  /** How chains count. */
  private static String weights(Mixture run) {
    ChainWeights chains = run.parts().getFirst().chains();
    if (chains.used() == Weighting.EQUAL) {
      return " Chains count alike.";
    }
    long counted = chains.groups().stream().filter(group -> group.weight() > 0).count();
    return " Chains count by %s; %d of %d modes have weight."
        .formatted(chains.used(), counted, chains.groups().size());
  }

  private static Finding noChain(Mixture run) {
    return new Finding(
        Severity.WARNING,
        "chains",
        run.lead()
            .failure()
            .map(
                reason ->
                    "All %d chains so far failed, the first because: %s"
                        .formatted(run.lead().outcomes().size(), reason))
            .orElse("No chain has finished yet: go on with 'coset resume'."));
  }

  private static String headline(boolean finished, List<Finding> findings) {
    if (!finished) {
      return "No chain has finished, so there is nothing to predict with yet.";
    }
    long warnings = findings.stream().filter(f -> f.severity() == Severity.WARNING).count();
    long notes = findings.stream().filter(f -> f.severity() == Severity.NOTE).count();
    if (warnings > 0) {
      return warnings == 1
          ? "One thing should be mended before these results are used."
          : warnings + " things should be mended before these results are used.";
    }
    return notes == 0
        ? "All is well: the predictions can be used."
        : "The predictions can be used; "
            + (notes == 1 ? "one thing is worth knowing." : notes + " things are worth knowing.");
  }
}
