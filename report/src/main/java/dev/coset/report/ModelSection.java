package dev.coset.report;

import dev.coset.chains.ChainOutcome;
import dev.coset.diagnostics.RunDiagnostics;
import dev.coset.model.Choice;
import dev.coset.model.Choice.Candidate;
import dev.coset.model.Configuration;
import dev.coset.report.chart.Numbers;
import dev.coset.store.Mixture;
import dev.coset.store.RunStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Data, network, chains and time. */
final class ModelSection {
  private ModelSection() {}

  static Section of(RunFigures figures) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(new Block.Facts(facts(figures)));
    figures
        .mixture()
        .choice()
        .ifPresent(
            choice ->
                blocks.add(
                    models(
                        "Models that predict together",
                        "Scored by %s.".formatted(choice.scoredOn()),
                        choice.kept())));
    figures.verdict().further().ifPresent(further -> blocks.add(new Block.Text(further)));
    return new Section("model", "Model", "What was fitted, to which data, at what cost.", blocks);
  }

  private static List<Block.Fact> facts(RunFigures figures) {
    List<Block.Fact> facts = new ArrayList<>();
    int columns = figures.study().data().encoding().columns().size();
    int inputs = figures.posterior().network().inputs();
    facts.add(
        new Block.Fact(
            "Data",
            Words.count(figures.study().data().rows(), "row"),
            "%d to train, %d to test; %s%s%s"
                .formatted(
                    figures.study().split().train().length,
                    figures.test().count(),
                    Words.count(columns, "column"),
                    columns == inputs ? "" : ", " + Words.count(inputs, "input"),
                    figures.study().data().weights() == null ? "" : "; rows are weighted")));
    Mixture.Part lead = figures.mixture().parts().getFirst();
    String ofLead = figures.ofLead().isEmpty() ? "" : figures.ofLead().strip() + ": ";
    facts.add(
        new Block.Fact(
            "Network",
            network(lead.run().study().configuration()),
            ofLead + Words.count(figures.posterior().network().parameters(), "parameter")));
    facts.add(
        new Block.Fact(
            "Chains",
            "%d of %d"
                .formatted(
                    figures.finished().size(), figures.study().configuration().plan().chains()),
            ofLead
                + Words.count(figures.draws().count(), "draw")
                + (figures.failed().isEmpty() ? "" : ", " + figures.failed().size() + " failed")));
    facts.add(time(figures.mixture()));
    figures
        .diagnostics()
        .flatMap(RunDiagnostics::enough)
        .ifPresent(
            enough ->
                facts.add(
                    new Block.Fact(
                        "Enough chains?",
                        enough.answer(),
                        ofLead + OptionText.of(enough.message()))));
    return facts;
  }

  /** The widths of hidden layers and their activation, in words. */
  static String network(Configuration configuration) {
    return configuration.hidden().length == 0
        ? "linear"
        : Arrays.stream(configuration.hidden())
                .mapToObj(String::valueOf)
                .collect(Collectors.joining(" \u00d7 "))
            + " "
            + configuration.activation().name().toLowerCase(Locale.ROOT);
  }

  /** All models that were tried. */
  static Block candidates(Choice choice) {
    return models(
        "Candidate models",
        "Scored by %s. Dropped models have no weight.".formatted(choice.scoredOn()),
        choice.candidates());
  }

  private static Block models(String title, String meaning, List<Candidate> candidates) {
    return new Block.Table(
        title,
        meaning,
        List.of("model", "weight", "log score", "\u00b1"),
        candidates.stream()
            .sorted(
                Comparator.comparingDouble(Candidate::weight)
                    .thenComparing(Candidate::score)
                    .reversed())
            .map(
                c ->
                    List.of(
                        c.name(),
                        c.kept() ? Numbers.percent(c.weight()) : "dropped",
                        Numbers.text(c.score()),
                        Numbers.text(c.error(), 2)))
            .toList());
  }

  /** How long somebody waited, where that is known, and how much was computed meanwhile. */
  private static Block.Fact time(Mixture mixture) {
    double waited = waited(mixture);
    String computed = Words.duration(computed(mixture));
    return waited > 0
        ? new Block.Fact(
            "Waiting time of the chains",
            Words.duration(waited),
            computed + " of computing, all chains together")
        : new Block.Fact("Time", computed, "of computing, all chains together");
  }

  static double waited(Mixture mixture) {
    return mixture.parts().stream().map(Mixture.Part::run).mapToDouble(RunStore::waited).sum();
  }

  static double computed(Mixture mixture) {
    return mixture.parts().stream()
        .flatMap(part -> part.run().outcomes().stream())
        .mapToDouble(ChainOutcome::seconds)
        .sum();
  }
}
