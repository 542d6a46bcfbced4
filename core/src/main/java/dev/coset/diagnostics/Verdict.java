package dev.coset.diagnostics;

import static dev.coset.diagnostics.Wording.count;

import dev.coset.baselines.Baselines;
import dev.coset.diagnostics.Finding.Severity;
import dev.coset.message.Command;
import dev.coset.message.Message;
import dev.coset.model.ChainWeights;
import dev.coset.model.Study;
import dev.coset.model.Weighting;
import dev.coset.predictive.Slices;
import dev.coset.predictive.TestRows;
import dev.coset.store.Mixture;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The verdict on a run: whether its predictions can be used, what is weakest, and what to do: in
 * the words of the terminal, the diagnosis and the report.
 *
 * @param headline the whole in a sentence
 * @param findings worst first
 * @param further what doubling the run time would improve; empty where too few chains have finished
 * @param slices where predictions of test rows come true; empty where there are none
 * @param baselines what simple models make of these rows
 */
public record Verdict(
    String headline,
    List<Finding> findings,
    Optional<String> further,
    Optional<Slices> slices,
    Optional<Baselines> baselines) {

  /** What a finding on noise that differs between rows is about. */
  public static final String NOISE = "noise";

  /**
   * The verdict on a run that is diagnosed already; its chains count as the run says.
   *
   * @param diagnostics of the highest-weight model; empty where no chain has finished
   * @param test what was said of test rows; empty where there are none
   */
  static Verdict of(
      Mixture run, Optional<RunDiagnostics> diagnostics, Optional<TestRows> test, int threads) {
    Study study = run.study();
    Optional<Slices> slices = test.map(rows -> Slices.of(study, rows));
    Optional<Baselines> baselines = test.flatMap(rows -> Baselines.of(study, threads));
    List<Finding> findings = new ArrayList<>();
    Optional<FurtherChains> further = FurtherChains.of(run);
    diagnostics.ifPresentOrElse(
        lead -> findings.addAll(new MixtureVerdict(run, lead, further).findings()),
        () -> findings.add(noChain(run)));
    test.ifPresent(
        rows -> {
          findings.addAll(
              switch (rows) {
                case TestRows.OfNumbers numbers ->
                    new NumberVerdict(run, numbers, slices.orElseThrow()).findings();
                case TestRows.OfClasses classes ->
                    new ClassVerdict(classes, slices.orElseThrow()).findings();
              });
          baselines.ifPresent(
              simple ->
                  findings.addAll(
                      BaselineVerdict.of(
                          rows,
                          simple,
                          run.choice().isPresent(),
                          study.configuration().hidden().length == 0)));
        });
    findings.addAll(DataVerdict.findings(run));
    findings.sort(Comparator.comparing(Finding::severity).reversed());
    String headline =
        headline(diagnostics.isPresent(), findings) + (diagnostics.isPresent() ? weights(run) : "");
    return new Verdict(
        headline, List.copyOf(findings), further.map(FurtherChains::sentence), slices, baselines);
  }

  /** How chains count. */
  private static String weights(Mixture run) {
    ChainWeights chains = run.parts().getFirst().chains();
    if (chains.used() == Weighting.EQUAL) {
      return " Chains are weighted equally.";
    }
    long counted = chains.groups().stream().filter(group -> group.weight() > 0).count();
    return " Chains are weighted by %s; %d of %d modes have weight."
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
                    Message.of(
                        "All %d chains failed so far. The most frequent reason: %s",
                        run.lead().outcomes().size(), reason))
            .orElse(Message.of("No chain has finished yet. Continue with %s.", Command.RESUME)));
  }

  private static String headline(boolean finished, List<Finding> findings) {
    if (!finished) {
      return "No chain has finished, so the run cannot predict yet.";
    }
    int problems = of(Severity.WARNING, findings);
    int notes = of(Severity.NOTE, findings);
    String found = problems == 0 ? "No problems found" : count(problems, "problem") + " found";
    return notes == 0 ? found + "." : found + ", and " + count(notes, "note") + ".";
  }

  private static int of(Severity severity, List<Finding> findings) {
    return (int) findings.stream().filter(f -> f.severity() == severity).count();
  }
}
