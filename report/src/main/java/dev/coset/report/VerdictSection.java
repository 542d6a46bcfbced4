package dev.coset.report;

import dev.coset.chains.ChainOutcome;
import dev.coset.diagnostics.ChainConvergence;
import dev.coset.diagnostics.Finding;
import dev.coset.diagnostics.Finding.Severity;
import dev.coset.predictive.ClassificationScores;
import dev.coset.predictive.RegressionScores;
import dev.coset.report.chart.Numbers;
import dev.coset.store.Choice;
import dev.coset.store.Choice.Candidate;
import dev.coset.store.Configuration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What there is, how good it is, and whether anything must be done. */
final class VerdictSection {
  private VerdictSection() {}

  static Section of(RunFigures figures) {
    List<Finding> findings = findings(figures);
    List<Block> blocks = new ArrayList<>();
    blocks.add(new Block.Facts(facts(figures)));
    blocks.add(new Block.Findings(findings));
    figures.mixture().choice().ifPresent(choice -> blocks.add(models(choice)));
    return new Section("verdict", "Verdict", headline(figures, findings), blocks);
  }

  private static String headline(RunFigures figures, List<Finding> findings) {
    if (figures.finished().isEmpty()) {
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

  private static List<Block.Fact> facts(RunFigures figures) {
    List<Block.Fact> facts = new ArrayList<>();
    Configuration configuration = figures.study().configuration();
    var data = figures.study().data();
    int columns = data.encoding().columns().size();
    facts.add(
        new Block.Fact(
            "Data",
            count(data.rows(), "row"),
            "%d to train, %d to test; %s%s"
                .formatted(
                    figures.study().split().train().length,
                    figures.test().count(),
                    count(columns, "column"),
                    columns == figures.posterior().network().inputs()
                        ? ""
                        : ", " + count(figures.posterior().network().inputs(), "input"))));
    String hidden =
        Arrays.stream(configuration.hidden())
            .mapToObj(String::valueOf)
            .collect(Collectors.joining(" \u00d7 "));
    facts.add(
        new Block.Fact(
            "Network",
            hidden.isEmpty() ? "linear" : hidden,
            "%s, %s"
                .formatted(
                    configuration.activation().name().toLowerCase(Locale.ROOT),
                    count(figures.posterior().network().parameters(), "parameter"))));
    facts.add(
        new Block.Fact(
            "Chains",
            "%d of %d".formatted(figures.finished().size(), configuration.plan().chains()),
            count(figures.draws().count(), "draw")
                + (figures.failed().isEmpty() ? "" : ", " + figures.failed().size() + " failed")));
    double seconds = figures.run().outcomes().stream().mapToDouble(ChainOutcome::seconds).sum();
    facts.add(new Block.Fact("Time", duration(seconds), "of all chains together"));
    figures
        .scores()
        .ifPresent(
            scores ->
                facts.addAll(
                    switch (scores.quality()) {
                      case RegressionScores numbers ->
                          NumberVerdict.facts(figures, scores, numbers);
                      case ClassificationScores classes ->
                          ClassVerdict.facts(figures, scores, classes);
                    }));
    figures
        .diagnostics()
        .flatMap(d -> d.convergence())
        .ifPresent(state -> facts.add(enough(state)));
    return facts;
  }

  /** What was tried, the best first. */
  private static Block models(Choice choice) {
    return new Block.Table(
        "Models",
        "Judged by %s. Those with a weight predict together; what follows tells of the heaviest, but for scores and predictions, which are of all."
            .formatted(choice.judgedBy()),
        List.of("model", "LPPD", "standard error", "weight"),
        choice.candidates().stream()
            .sorted(Comparator.comparingDouble(Candidate::score).reversed())
            .map(
                c ->
                    List.of(
                        c.name(),
                        Numbers.text(c.score()),
                        Numbers.text(c.error()),
                        c.kept() ? Numbers.percent(c.weight()) : "dropped"))
            .toList());
  }

  private static Block.Fact enough(ChainConvergence.State state) {
    return new Block.Fact(
        "Enough chains?",
        state.settled() ? "yes" : "not sure",
        state.settled()
            ? "the predictive has settled"
            : "%s nats between half of them and all".formatted(Numbers.text(state.halfToAllKl())));
  }

  private static List<Finding> findings(RunFigures figures) {
    List<Finding> findings = new ArrayList<>();
    figures.diagnostics().ifPresent(d -> findings.addAll(d.findings()));
    if (figures.finished().isEmpty()) {
      findings.add(
          new Finding(
              Severity.WARNING,
              "chains",
              figures.failed().isEmpty()
                  ? "No chain has finished yet: go on with 'coset resume'."
                  : "All %d chains so far failed, the first because: %s"
                      .formatted(figures.failed().size(), figures.failed().getFirst().reason())));
    }
    figures
        .scores()
        .ifPresent(
            scores ->
                findings.addAll(
                    switch (scores.quality()) {
                      case RegressionScores numbers ->
                          NumberVerdict.findings(figures, scores, numbers);
                      case ClassificationScores classes ->
                          ClassVerdict.findings(figures, scores, classes);
                    }));
    for (String sentence : figures.study().scaling().warnings()) {
      findings.add(new Finding(Severity.NOTE, "columns", sentence));
    }
    if (!figures.hasTest()) {
      findings.add(
          new Finding(
              Severity.NOTE,
              "test rows",
              "No rows were kept for testing, so nothing here says how well new rows are"
                  + " predicted."));
    }
    findings.sort(Comparator.comparing(Finding::severity).reversed());
    return findings;
  }

  static String count(long number, String thing) {
    return String.format(Locale.ROOT, "%,d %s%s", number, thing, number == 1 ? "" : "s");
  }

  private static String duration(double seconds) {
    if (seconds < 120) {
      return Numbers.text(seconds) + " s";
    }
    return seconds < 7200
        ? Numbers.text(seconds / 60) + " min"
        : Numbers.text(seconds / 3600) + " h";
  }
}
