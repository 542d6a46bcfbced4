package dev.coset.diagnostics;

import static dev.coset.diagnostics.Wording.count;
import static dev.coset.diagnostics.Wording.format;

import dev.coset.diagnostics.Finding.Severity;
import dev.coset.message.Command;
import dev.coset.message.Message;
import dev.coset.message.Setting;
import dev.coset.model.Choice;
import dev.coset.store.Mixture;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Findings on the chains of a whole run, of one model or of several that predict together. */
final class MixtureVerdict {
  private static final int MOST_NAMED = 6;

  /** What the whole says in place of the highest-weight model. */
  private static final Set<String> OF_THE_WHOLE = Set.of("predictive", "functions");

  private final Mixture run;
  private final RunDiagnostics lead;
  private final Optional<FurtherChains> further;

  MixtureVerdict(Mixture run, RunDiagnostics lead, Optional<FurtherChains> further) {
    this.run = run;
    this.lead = lead;
    this.further = further;
  }

  List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    if (isShort()) {
      findings.add(new Finding(Severity.WARNING, "draws", tooFew()));
    }
    run.choice().flatMap(ChoiceVerdict::of).ifPresent(findings::add);
    if (run.parts().size() == 1) {
      findings.addAll(lead.findings());
      return findings;
    }
    findings.add(Finding.ok("models", "%s", models()));
    findings.add(convergence());
    lead.findings().stream()
        .filter(f -> f.severity() != Severity.OK && !OF_THE_WHOLE.contains(f.about()))
        .map(this::ofLead)
        .forEach(findings::add);
    return findings;
  }

  /** Fewer chains say too little of each other, and fewer draws too little of their chain. */
  private boolean isShort() {
    return lead.finished() < ChainConvergence.FEWEST_TO_SETTLE
        && lead.drawsPerChain() < MixingVerdict.ENOUGH_DRAWS;
  }

  private Message tooFew() {
    boolean asked =
        run.choice().map(c -> c.budget().chains() == Choice.Chains.AS_ASKED).orElse(true);
    return Message.of(
        "%s of %s %s too few to judge the predictions. Rerun with %s.",
        count(lead.finished(), "chain"),
        count(lead.drawsPerChain(), "draw"),
        lead.finished() == 1 ? "is" : "are",
        asked
            ? Message.of(
                "%s and %s",
                moreChains(lead.planned()), Setting.DRAWS.to(MixingVerdict.ENOUGH_DRAWS))
            : Message.of("a longer %s", Setting.TIME));
  }

  /** Enough chains to judge by, and more than there are. */
  private static Setting moreChains(int planned) {
    int fewest = ChainConvergence.FEWEST_TO_SETTLE;
    return Setting.CHAINS.to(planned < fewest ? fewest : 2 * planned);
  }

  private String models() {
    int all = run.parts().size();
    return format("%d models predict together, with weights ", all)
        + run.parts().stream()
            .limit(MOST_NAMED)
            .map(part -> format("%.2f (%s)", part.weight(), part.name()))
            .collect(Collectors.joining(", "))
        + (all > MOST_NAMED ? format(" and %d more.", all - MOST_NAMED) : ".");
  }

  /** By the weighted sum over models, which bounds the divergence of the mixture. */
  private Finding convergence() {
    if (further.isEmpty()) {
      return Finding.note(
          "predictive",
          "A model has fewer than two chains, so it is unknown whether the mixture has converged."
              + " Add chains with %s.",
          Command.RESUME.with(
              moreChains(
                  run.parts().stream()
                      .mapToInt(part -> part.run().study().configuration().plan().chains())
                      .min()
                      .orElseThrow())));
    }
    double nats = 2 * further.get().nats();
    String distance = format("all chains differ from their first half by at most %.2g nats", nats);
    return nats < ChainConvergence.SETTLED_NATS
        ? Finding.ok("predictive", "The mixture has converged: %s.", distance)
        : Finding.note(
            "predictive",
            "The mixture has not converged: %s (limit %s). Add chains with %s.",
            distance,
            ChainConvergence.SETTLED_NATS,
            Command.RESUME.with(Setting.CHAINS.to(2 * lead.planned())));
  }

  private Finding ofLead(Finding finding) {
    Mixture.Part part = run.parts().getFirst();
    return new Finding(
        finding.severity(),
        finding.about(),
        Message.of("Model %s (weight %.2f): %s", part.name(), part.weight(), finding.message()));
  }
}
