package dev.coset.diagnostics;

import static dev.coset.diagnostics.Wording.format;
import static dev.coset.diagnostics.Wording.percent;
import static dev.coset.diagnostics.Wording.towardsOneMode;

import dev.coset.statistics.MixingSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.apache.commons.statistics.distribution.FDistribution;

/** What is said of the chains together: whether they agree, and whether there are enough. */
final class MixingVerdict {
  /** Of shorter chains R-hat, ESS and E-BFMI are mostly noise. */
  static final int ENOUGH_DRAWS = 20;

  /** Fewer independent draws make quantiles jump. */
  private static final int FEW_DRAWS = 50;

  private static final double FALSE_ALARM = 0.01;

  /** 54 chains, of which the later 27 bring nothing new, leave at most 0.105. */
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
              format(
                  "%d draws of each chain are too few to judge R-hat and ESS: make --draws 1, or %d"
                      + " and more.",
                  run.drawsPerChain(), ENOUGH_DRAWS)));
      return;
    }
    var worst = run.functions().worstRhat();
    if (worst.isEmpty()) {
      return;
    }
    double rhat = worst.get().mixing().rhat().orElseThrow();
    String where = format("(R-hat %.3f at worst, of %s)", rhat, worst.get().name());
    if (rhat <= 1.01) {
      findings.add(Finding.ok("R-hat", "Chains agree in function space " + where + "."));
    } else if (rhat <= 1.1) {
      findings.add(
          Finding.note(
              "R-hat",
              "Chains nearly agree in function space " + where + ": more --draws tell more."));
    } else if (run.convergence().map(ChainConvergence.State::settled).orElse(false)) {
      findings.add(
          Finding.note(
              "R-hat",
              "Chains stay with different functions "
                  + where
                  + ": use all of them together, as the predictive does, never one alone."));
    } else {
      findings.add(
          Finding.warning(
              "R-hat",
              "Chains stay with different functions "
                  + where
                  + ", and there are too few of them to average: add chains with 'coset resume"
                  + " --chains'."));
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
            ? Finding.ok("nested R-hat", what + format(", within the %.3f of chance.", most))
            : Finding.warning(
                "nested R-hat",
                what
                    + format(
                        ", above the %.3f of chance: chains remember their start; %s.",
                        most, towardsOneMode(run.sampler()))));
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
                ? "The draws are worth at least %.0f independent ones"
                : "The chains are worth %.0f independent draws",
            draws);
    findings.add(
        draws < FEW_DRAWS
            ? Finding.note(
                "sample size",
                what + ", too few for steady intervals: add chains with 'coset resume --chains'.")
            : Finding.ok("sample size", what + "."));
  }

  private void coverage() {
    if (run.convergence().isEmpty()) {
      return;
    }
    ChainConvergence.State seen = run.convergence().get();
    String shift =
        format("%.2g nats lie between the first half of the chains and all", seen.halfToAllKl());
    findings.add(
        seen.settled()
            ? Finding.ok("predictive", format("The predictive has settled: %s.", shift))
            : Finding.note(
                "predictive",
                format(
                    "The predictive has not settled: %s, not below %s; add chains with 'coset"
                        + " resume --chains'.",
                    shift, ChainConvergence.SETTLED_NATS)));
    if (run.superchains() == 0) {
      novelty(seen);
    }
  }

  /** Of chains that share their start, novelty says nothing. */
  private void novelty(ChainConvergence.State seen) {
    int later = UnseenMass.laterHalf(seen.chains());
    String novel = format("%d of the later %d chains brought a new function", seen.novel(), later);
    String limit =
        format(
            "; with %s confidence the unseen ones have at most %s of the mass",
            percent(ChainConvergence.CONFIDENCE), percent(seen.unseenLimit()));
    if (seen.unseenLimit() <= MUCH_UNSEEN) {
      findings.add(Finding.ok("functions", novel + limit + "."));
    } else if (2 * seen.novel() <= later) {
      findings.add(
          Finding.note("functions", novel + limit + ": add chains with 'coset resume --chains'."));
    } else {
      findings.add(
          Finding.note(
              "functions",
              novel + ", so there is no telling how many are unseen: go by the predictive."));
    }
  }
}
