package dev.coset.diagnostics;

import static dev.coset.diagnostics.Wording.amongModes;
import static dev.coset.diagnostics.Wording.capital;
import static dev.coset.diagnostics.Wording.count;
import static dev.coset.diagnostics.Wording.format;
import static dev.coset.diagnostics.Wording.named;
import static dev.coset.diagnostics.Wording.sentence;
import static dev.coset.diagnostics.Wording.sit;
import static dev.coset.diagnostics.Wording.towardsOneMode;

import dev.coset.diagnostics.Finding.Severity;
import dev.coset.model.ChainWeights.Group;
import dev.coset.model.Weighting;
import java.util.ArrayList;
import java.util.List;

/** What is said of the chains one by one: whether they ran, moved, and arrived. */
final class ChainVerdict {
  /** A mode of less weight has none to speak of. */
  private static final double NEXT_TO_NOTHING = 0.01;

  private final RunDiagnostics run;
  private final List<Finding> findings = new ArrayList<>();

  ChainVerdict(RunDiagnostics run) {
    this.run = run;
  }

  List<Finding> findings() {
    chains();
    findings.addAll(run.sampler().findings());
    modes();
    levels();
    equipartition();
    return findings;
  }

  private void chains() {
    int failed = run.failed().size();
    int missing = run.planned() - run.finished() - failed;
    if (failed > 0) {
      var first = run.failed().getFirst();
      findings.add(
          Finding.warning(
              "failed chains",
              format(
                  "%s failed and %s left out; chain %d said: %s Look for extreme values in the data"
                      + " or lower --prior-scale, and fit anew.",
                  capital(named(run.failed().stream().map(f -> f.chain()).toList())),
                  failed == 1 ? "is" : "are",
                  first.chain(),
                  sentence(first.reason()))));
    }
    if (missing > 0) {
      findings.add(
          Finding.note(
              "chains",
              format(
                  "%d of %d chains have not run yet: go on with 'coset resume'.",
                  missing, run.planned())));
    }
    if (failed == 0 && missing == 0) {
      findings.add(
          Finding.ok("chains", format("All %s finished.", count(run.finished(), "chain"))));
    }
  }

  /** What chains in lesser modes are worth, where chains were weighed. */
  private void modes() {
    var weights = run.weights();
    if (!weighed()) {
      return;
    }
    List<Group> lesser =
        weights.groups().stream().filter(group -> group.weight() < NEXT_TO_NOTHING).toList();
    if (lesser.isEmpty()) {
      double heaviest = weights.groups().stream().mapToDouble(Group::weight).max().orElseThrow();
      findings.add(
          Finding.note(
              "modes",
              format(
                  "Chains sit in %d modes, the heaviest of which weighs %.2f (%s).",
                  weights.groups().size(), heaviest, weights.used())));
      return;
    }
    List<Integer> rest =
        weights.groups().stream()
            .filter(group -> group.weight() >= NEXT_TO_NOTHING)
            .flatMap(group -> group.chains().stream())
            .toList();
    List<Integer> chains = lesser.stream().flatMap(group -> group.chains().stream()).toList();
    double behind = run.logDensity().of(rest) - run.logDensity().of(chains);
    findings.add(
        Finding.note(
            "modes",
            format(
                "%d of %d chains sit in %s that %s the data %s by %.0f nats; they now weigh %.2f"
                    + " (%s).",
                chains.size(),
                run.finished(),
                lesser.size() == 1 ? "a mode" : lesser.size() + " modes",
                lesser.size() == 1 ? "explains" : "explain",
                behind > 0 ? "worse" : "better",
                Math.abs(behind),
                lesser.stream().mapToDouble(Group::weight).sum(),
                weights.used())));
  }

  /** Whether chains of different modes count differently. */
  private boolean weighed() {
    return run.weights().used() != Weighting.EQUAL && run.weights().groups().size() > 1;
  }

  private void levels() {
    var levels = run.logDensity();
    String remedy = towardsOneMode(run);
    if (weighed()) {
      remedy = format("chains count as their modes weigh (%s)", run.weights().used());
    }
    Severity severity =
        run.sampler().settings().reachesOneLevel() && !weighed() ? Severity.WARNING : Severity.NOTE;
    if (!levels.low().isEmpty()) {
      findings.add(
          new Finding(
              severity,
              "stuck chains",
              format(
                  "%s at a much lower log density than the others (%.1f, where the median is %.1f):"
                      + " stuck on the way or in a lesser mode, %s.",
                  capital(sit(levels.low())),
                  levels.of(levels.low()),
                  levels.median(),
                  ofStuck(levels.low()))));
    }
    if (!levels.high().isEmpty()) {
      findings.add(
          Finding.note(
              "log density",
              format(
                  "%s at a much higher log density than the others (above %.1f, median %.1f):"
                      + " most chains did not find the way there; %s.",
                  capital(sit(levels.high())), levels.highest(), levels.median(), remedy)));
    }
    if (levels.scattered()) {
      findings.add(
          new Finding(
              severity,
              "log density",
              format(
                  "Chains differ in log density by %.1f (standard deviation) where one mode"
                      + " explains %.1f: they have not arrived, or sit in modes of unlike weight;"
                      + " %s.",
                  levels.deviation(), levels.expectedDeviation(), remedy)));
    } else if (levels.low().isEmpty() && levels.high().isEmpty() && levels.judged()) {
      findings.add(
          Finding.ok(
              "log density",
              format(
                  "No chain stands apart in log density (median %.1f, deviation %.1f).",
                  levels.median(), levels.deviation())));
    }
    if (levels.riseProbability().orElse(1) < 1e-3) {
      double rise = levels.rise().orElseThrow();
      findings.add(
          Finding.warning(
              "warm-up",
              format(
                  "Log density still %s by %.1f between the halves of the chains: they had not"
                      + " arrived; raise --warmup.",
                  rise > 0 ? "rises" : "falls", Math.abs(rise))));
    }
  }

  private String ofStuck(List<Integer> chains) {
    if (weighed()) {
      return format(
          "they weigh %.2f together", chains.stream().mapToDouble(run.weights()::of).sum());
    }
    return "yet counted in full; more warm-up does not help them; " + amongModes(run);
  }

  private void equipartition() {
    var equipartition = run.equipartition();
    if (Double.isNaN(equipartition.error())) {
      return;
    }
    String what =
        format(
            "Equipartition is %.2f +- %.2f over chains, where draws of the posterior have 1",
            equipartition.mean(), equipartition.error());
    findings.add(
        equipartition.off()
            ? Finding.note(
                "equipartition",
                what + ": the chains are still on their way; raise --warmup or --draws.")
            : Finding.ok("equipartition", what + "."));
  }
}
