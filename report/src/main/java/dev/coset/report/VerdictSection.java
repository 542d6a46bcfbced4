package dev.coset.report;

import dev.coset.chains.ChainOutcome;
import dev.coset.diagnostics.EnoughChains;
import dev.coset.diagnostics.RunDiagnostics;
import dev.coset.diagnostics.Verdict;
import dev.coset.model.Choice;
import dev.coset.model.Choice.Candidate;
import dev.coset.model.Configuration;
import dev.coset.predictive.ClassificationScores;
import dev.coset.predictive.RegressionScores;
import dev.coset.report.chart.Numbers;
import dev.coset.store.Mixture;
import dev.coset.store.RunStore;
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
    Verdict verdict = figures.verdict();
    List<Block> blocks = new ArrayList<>();
    blocks.add(new Block.Facts(facts(figures)));
    blocks.add(new Block.Findings(verdict.findings()));
    verdict.further().ifPresent(further -> blocks.add(new Block.Text(further)));
    verdict
        .baselines()
        .ifPresent(simple -> blocks.add(BaselineTable.of(figures, figures.tested().get(), simple)));
    if (!figures.hasTest()) {
      blocks.add(
          new Block.Text(
              "What the network bought over simple models shows on rows that none of them has seen,"
                  + " and this run kept none: fit with --test-fraction 0.2."));
    }
    figures.mixture().choice().ifPresent(choice -> blocks.add(models(choice)));
    return new Section("verdict", "Verdict", verdict.headline(), blocks);
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
            "%s%s, %s"
                .formatted(
                    heaviest(figures.mixture()),
                    configuration.activation().name().toLowerCase(Locale.ROOT),
                    count(figures.posterior().network().parameters(), "parameter"))));
    facts.add(
        new Block.Fact(
            "Chains",
            "%d of %d".formatted(figures.finished().size(), configuration.plan().chains()),
            heaviest(figures.mixture())
                + count(figures.draws().count(), "draw")
                + (figures.failed().isEmpty() ? "" : ", " + figures.failed().size() + " failed")));
    facts.add(time(figures.mixture()));
    figures
        .scores()
        .ifPresent(
            scores ->
                facts.addAll(
                    switch (scores.quality()) {
                      case RegressionScores numbers -> NumberFacts.of(figures, scores, numbers);
                      case ClassificationScores classes -> ClassFacts.of(scores, classes);
                    }));
    figures
        .diagnostics()
        .flatMap(RunDiagnostics::enough)
        .ifPresent(enough -> facts.add(enough(enough)));
    return facts;
  }

  /** Says that a figure is of one model among several. */
  private static String heaviest(Mixture mixture) {
    int models = mixture.parts().size();
    return models == 1 ? "" : "the heaviest of %d models; ".formatted(models);
  }

  /** What was tried, the best first. */
  private static Block models(Choice choice) {
    return new Block.Table(
        "Models",
        "Judged by %s. Those with a weight predict together: scores, calibration and the predicted rows are theirs; all else on this page tells of the heaviest."
            .formatted(choice.scoredOn()),
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

  private static Block.Fact enough(EnoughChains enough) {
    return new Block.Fact("Enough chains?", enough.answer(), OptionText.of(enough.message()));
  }

  /** How long somebody waited, where that is known, and how much was computed meanwhile. */
  private static Block.Fact time(Mixture mixture) {
    List<RunStore> runs = mixture.parts().stream().map(Mixture.Part::run).toList();
    double waited = runs.stream().mapToDouble(RunStore::waited).sum();
    String computed =
        duration(
            runs.stream()
                .flatMap(run -> run.outcomes().stream())
                .mapToDouble(ChainOutcome::seconds)
                .sum());
    return waited > 0
        ? new Block.Fact(
            "Waited for chains", duration(waited), computed + " of computing, all chains together")
        : new Block.Fact("Time", computed, "of computing, all chains together");
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
