package dev.coset.diagnostics;

import static dev.coset.diagnostics.Wording.format;
import static dev.coset.diagnostics.Wording.towardsOneMode;

import dev.coset.diagnostics.Finding.Severity;
import dev.coset.message.Command;
import dev.coset.message.Setting;
import dev.coset.statistics.MixingSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.apache.commons.statistics.distribution.FDistribution;

/** Findings on all chains together: whether they agree, and whether there are enough. */
final class MixingVerdict {
  /** Of shorter chains R-hat, ESS and E-BFMI are mostly noise. */
  static final int ENOUGH_DRAWS = 20;

  /** Fewer independent draws make quantiles jump. */
  private static final int FEW_DRAWS = 50;

  private static final double FALSE_ALARM = 0.01;

  /** 54 chains, where the last 27 bring nothing new, leave at most 0.105. */
  private static final double MUCH_UNSEEN = 0.11;

  private final RunDiagnostics run;
  private final List<Finding> findings = new ArrayList<>();

  MixingVerdict(RunDiagnostics run) {
    this.run = run;
  }

  List<Finding> findings() {
    mixing();
    nested();
    sampleSize();
    coverage();
    return findings;
  }

  private void mixing() {
    if (run.drawsPerChain() == 1) {
      findings.add(
          Finding.ok(
              "R-hat",
              run.superchains() > 1
                  ? "Chains of one draw have no R-hat; nested R-hat stands in for it."
                  : "Chains of one draw have no R-hat and no ESS, and need none: their draws are"
                      + " independent."));
      return;
    }
    if (run.drawsPerChain() < ENOUGH_DRAWS) {
      findings.add(
          Finding.note(
              "R-hat",
              "%d draws of each chain are too few to judge R-hat and ESS. Use %s, or %s or more.",
              run.drawsPerChain(),
              Setting.DRAWS.to(1),
              Setting.DRAWS.to(ENOUGH_DRAWS)));
      return;
    }
    var worst = run.functions().worstRhat();
    if (worst.isEmpty()) {
      return;
    }
    double rhat = worst.get().mixing().rhat().orElseThrow();
    String where = format("(R-hat %.2f at worst, of %s)", rhat, worst.get().name());
    if (rhat <= 1.01) {
      findings.add(Finding.ok("R-hat", "Chains agree in function space %s.", where));
    } else if (rhat <= 1.1) {
      findings.add(
          Finding.note(
              "R-hat",
              "Chains nearly agree in function space %s. More %s would tell more.",
              where,
              Setting.DRAWS));
    } else if (settled()) {
      findings.add(
          Finding.note(
              "R-hat",
              "Chains stay with different functions %s. Use all of them together, as the predictive"
                  + " does.",
              where));
    } else {
      findings.add(
          Finding.warning(
              "R-hat",
              "Chains stay with different functions %s, and are too few to average. Add chains with"
                  + " %s.",
              where,
              moreChains()));
    }
  }

  /**
   * In chains that forgot their start {@code (nested R-hat^2 - 1) M} is at most about an F ratio of
   * K superchains of M chains; 1% for a false alarm is shared out to all quantities, bulk and
   * folded.
   */
  private void nested() {
    OptionalDouble nested = run.functions().largest(MixingSummary::nestedRhat);
    int superchains = run.superchains();
    int size = run.superchainSize();
    if (nested.isEmpty() || superchains < 2 || size < 2) {
      return;
    }
    double f =
        FDistribution.of(superchains - 1, (double) superchains * (size - 1))
            .inverseSurvivalProbability(FALSE_ALARM / (2 * run.functions().quantities().size()));
    double most = Math.sqrt(1 + f / size);
    String what =
        format(
            "Nested R-hat of %d superchains is %.3f at worst", superchains, nested.getAsDouble());
    findings.add(
        nested.getAsDouble() <= most
            ? Finding.ok("nested R-hat", "%s, within the %.3f that chance allows.", what, most)
            : Finding.warning(
                "nested R-hat",
                "%s, above the %.3f that chance allows. Chains depend on their start. %s",
                what,
                most,
                towardsOneMode(run)));
  }

  private void sampleSize() {
    boolean judged = run.drawsPerChain() >= ENOUGH_DRAWS;
    double draws =
        judged
            ? Math.min(
                run.functions().smallest(MixingSummary::essBulk).orElse(Double.NaN),
                run.functions().smallest(MixingSummary::essTail).orElse(Double.NaN))
            : run.finished();
    if (Double.isNaN(draws)) {
      return;
    }
    String what =
        format(
            judged
                ? "The effective sample size is at least %.0f"
                : "The chains are worth %.0f independent draws",
            draws);
    if (draws >= FEW_DRAWS) {
      findings.add(Finding.ok("sample size", "%s.", what));
    } else if (settled()) {
      findings.add(
          Finding.ok(
              "sample size", "%s. These are few, but the predictions have converged.", what));
    } else {
      findings.add(
          Finding.note(
              "sample size",
              "%s, too few for stable intervals. Add chains with %s.",
              what,
              moreChains()));
    }
  }

  private Command moreChains() {
    return Command.RESUME.with(Setting.CHAINS.to(2 * run.planned()));
  }

  private boolean settled() {
    return run.convergence().map(ChainConvergence.State::settled).orElse(false);
  }

  private void coverage() {
    if (run.enough().isEmpty()) {
      if (run.finished() == 1) {
        findings.add(
            Finding.note(
                "chains",
                "One chain finds one function. Others may find different ones. Add chains with %s.",
                moreChains()));
      }
      return;
    }
    EnoughChains enough = run.enough().get();
    findings.add(
        enough.isSo()
            ? new Finding(Severity.OK, "predictive", enough.message())
            : new Finding(Severity.NOTE, "predictive", enough.message()));
    if (run.superchains() == 0) { // of chains that share their start, novelty says nothing
      boolean little = enough.state().unseenLimit() <= MUCH_UNSEEN;
      findings.add(
          little || enough.isSo()
              ? Finding.ok("functions", "%s", enough.unseen())
              : Finding.note("functions", "%s", enough.unseen()));
    }
  }
}
