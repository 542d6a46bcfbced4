package dev.coset.diagnostics;

import static dev.coset.diagnostics.Wording.amongModes;
import static dev.coset.diagnostics.Wording.capital;
import static dev.coset.diagnostics.Wording.count;
import static dev.coset.diagnostics.Wording.named;
import static dev.coset.diagnostics.Wording.sentence;
import static dev.coset.diagnostics.Wording.sit;
import static dev.coset.diagnostics.Wording.towardsOneMode;
import static dev.coset.message.Digits.three;

import dev.coset.diagnostics.Finding.Severity;
import dev.coset.message.Command;
import dev.coset.message.Message;
import dev.coset.message.Setting;
import dev.coset.model.ChainWeights.Group;
import dev.coset.model.Weighting;
import java.util.ArrayList;
import java.util.List;

/** Findings on single chains: whether they ran, moved, and converged. */
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
              "%s failed and %s not used. Chain %d reported: %s Look for extreme values in the"
                  + " data, or lower %s and fit again.",
              capital(named(run.failed().stream().map(f -> f.chain()).toList())),
              failed == 1 ? "is" : "are",
              first.chain(),
              sentence(first.reason()),
              Setting.PRIOR_SCALE));
    }
    if (missing > 0) {
      findings.add(
          Finding.note(
              "chains",
              "%d of %d chains have not run yet. Continue with %s.",
              missing,
              run.planned(),
              Command.RESUME));
    }
    if (failed == 0 && missing == 0) {
      findings.add(Finding.ok("chains", "All %s finished.", count(run.finished(), "chain")));
    }
  }

  /** The weight of chains in low-weight modes, where chains were weighted. */
  private void modes() {
    var weights = run.weights();
    if (!weighted()) {
      return;
    }
    List<Group> low =
        weights.groups().stream().filter(group -> group.weight() < NEXT_TO_NOTHING).toList();
    if (low.isEmpty()) {
      double highest = weights.groups().stream().mapToDouble(Group::weight).max().orElseThrow();
      findings.add(
          Finding.note(
              "modes",
              "The chains sit in %d modes. The highest-weight mode has weight %.2f (%s).",
              weights.groups().size(),
              highest,
              weights.used()));
      return;
    }
    List<Integer> rest =
        weights.groups().stream()
            .filter(group -> group.weight() >= NEXT_TO_NOTHING)
            .flatMap(group -> group.chains().stream())
            .toList();
    List<Integer> chains = low.stream().flatMap(group -> group.chains().stream()).toList();
    double behind = run.logDensity().of(rest) - run.logDensity().of(chains);
    findings.add(
        Finding.note(
            "modes",
            "%d of %d chains sit in %s whose log density is %s by %.0f. Their weight is %.2f (%s).",
            chains.size(),
            run.finished(),
            low.size() == 1 ? "a mode" : low.size() + " modes",
            behind > 0 ? "lower" : "higher",
            Math.abs(behind),
            low.stream().mapToDouble(Group::weight).sum(),
            weights.used()));
  }

  /** Whether chains of different modes count differently. */
  private boolean weighted() {
    return run.weights().used() != Weighting.EQUAL && run.weights().groups().size() > 1;
  }

  private void levels() {
    var levels = run.logDensity();
    Message remedy =
        weighted()
            ? Message.of("Chains have the weights of their modes (%s).", run.weights().used())
            : towardsOneMode(run);
    Severity severity =
        run.sampler().settings().reachesOneLevel() && !weighted()
            ? Severity.WARNING
            : Severity.NOTE;
    if (!levels.low().isEmpty()) {
      findings.add(
          new Finding(
              severity,
              "stuck chains",
              Message.of(
                  "%s at a much lower log density than the others (%s, median %s). %s",
                  capital(sit(levels.low())),
                  three(levels.of(levels.low())),
                  three(levels.median()),
                  ofStuck(levels.low()))));
    }
    if (!levels.high().isEmpty()) {
      findings.add(
          Finding.note(
              "log density",
              "%s at a much higher log density than the others (above %s, median %s). Most"
                  + " chains did not find that mode. %s",
              capital(sit(levels.high())),
              three(levels.highest()),
              three(levels.median()),
              remedy));
    }
    if (levels.scattered()) {
      findings.add(
          new Finding(
              severity,
              "log density",
              Message.of(
                  "The chains' log densities spread wider than one mode allows (sd %s, expected"
                      + " %s). The chains sit in different modes, or have not converged. %s",
                  three(levels.deviation()), three(levels.expectedDeviation()), remedy)));
    } else if (levels.low().isEmpty() && levels.high().isEmpty() && levels.judged()) {
      findings.add(
          Finding.ok(
              "log density",
              "No chain stands apart in log density (median %s, sd %s).",
              three(levels.median()),
              three(levels.deviation())));
    }
    if (levels.riseProbability().orElse(1) < 1e-3) {
      double rise = levels.rise().orElseThrow();
      findings.add(
          Finding.warning(
              "warm-up",
              "The log density still %s by %s between the halves of the chains. The chains have"
                  + " not converged. Raise %s.",
              rise > 0 ? "rises" : "falls",
              three(Math.abs(rise)),
              Setting.WARMUP));
    }
  }

  private Message ofStuck(List<Integer> chains) {
    return weighted()
        ? Message.of(
            "Together they have weight %.2f.", chains.stream().mapToDouble(run.weights()::of).sum())
        : Message.of("A longer warm-up does not help them. %s", amongModes(run));
  }

  private void equipartition() {
    var equipartition = run.equipartition();
    if (Double.isNaN(equipartition.error())) {
      return;
    }
    Message what =
        Message.of(
            "Equipartition is %.2f +- %.2f over chains, and 1 for draws of the posterior.",
            equipartition.mean(), equipartition.error());
    findings.add(
        equipartition.off()
            ? Finding.note(
                "equipartition",
                "%s The chains have not converged. Raise %s or %s.",
                what,
                Setting.WARMUP,
                Setting.DRAWS)
            : new Finding(Severity.OK, "equipartition", what));
  }
}
