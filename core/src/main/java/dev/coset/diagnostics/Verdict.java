package dev.coset.diagnostics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.apache.commons.statistics.distribution.FDistribution;

/** Reads diagnostics the way a practitioner would, and says what to do. */
final class Verdict {
  private static final int FEW_DRAWS = 50;
  private static final int FEWEST_DRAWS_FOR_EBFMI = 20;
  private static final int FEWEST_DRAWS_FOR_ACCEPTANCE = 10;
  private static final int MOST_CHAINS_NAMED = 6;

  /** 54 chains, of which the later 27 bring nothing new, leave at most 0.105. */
  private static final double MUCH_UNSEEN = 0.11;

  private final RunDiagnostics run;
  private final List<Finding> findings = new ArrayList<>();

  Verdict(RunDiagnostics run) {
    this.run = run;
  }

  List<Finding> findings() {
    chains();
    divergences();
    depth();
    acceptance();
    levels();
    energy();
    mixing();
    nested();
    sampleSize();
    coverage();
    findings.sort(Comparator.comparing(Finding::severity).reversed());
    return List.copyOf(findings);
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

  private void divergences() {
    var sampler = run.sampler();
    double share = sampler.divergentShare();
    if (sampler.divergences() == 0) {
      findings.add(Finding.ok("divergences", "No draw diverged."));
      return;
    }
    String what =
        format(
            "%s of draws (%d) diverged, in %s: raise --warmup or lower --prior-scale.",
            percent(share), sampler.divergences(), named(sampler.divergentChains()));
    findings.add(
        share < 0.01 ? Finding.note("divergences", what) : Finding.warning("divergences", what));
  }

  private void depth() {
    var sampler = run.sampler();
    double share = sampler.cutShare();
    String what =
        format(
            "%s of trajectories were cut at the maximum depth of %d",
            percent(share), sampler.maximumDepth());
    if (share < 0.1) {
      findings.add(Finding.ok("depth", what + "."));
    } else {
      String more = what + ", so draws move slowly: raise --warmup.";
      findings.add(share < 0.5 ? Finding.note("depth", more) : Finding.warning("depth", more));
    }
  }

  private void acceptance() {
    var sampler = run.sampler();
    if (!sampler.stillChains().isEmpty()) {
      findings.add(
          Finding.warning(
              "acceptance",
              format(
                  "%s accepted next to nothing and hardly moved: raise --warmup.",
                  capital(named(sampler.stillChains())))));
    }
    if (sampler.draws() < FEWEST_DRAWS_FOR_ACCEPTANCE) {
      return;
    }
    double acceptance = sampler.acceptance();
    String what =
        format(
            "Mean acceptance is %.2f where the warm-up aimed at %.2f",
            acceptance, sampler.targetAcceptance());
    if (acceptance >= sampler.targetAcceptance() - 0.15) {
      findings.add(Finding.ok("acceptance", what + "."));
    } else {
      String more = what + ": the step sizes have not settled; raise --warmup.";
      findings.add(
          acceptance < sampler.targetAcceptance() - 0.3
              ? Finding.warning("acceptance", more)
              : Finding.note("acceptance", more));
    }
  }

  private void levels() {
    var levels = run.logDensity();
    if (!levels.low().isEmpty()) {
      findings.add(
          Finding.warning(
              "stuck chains",
              format(
                  "%s at a much lower log density than the others (below %.1f, median %.1f): %s"
                      + " stuck on the way or in a minor mode, yet counts in full; raise --warmup.",
                  capital(sit(levels.low())),
                  levels.lowest(),
                  levels.median(),
                  levels.low().size() == 1 ? "it is" : "each is")));
    }
    if (!levels.high().isEmpty()) {
      findings.add(
          Finding.note(
              "log density",
              format(
                  "%s at a much higher log density than the others (above %.1f, median %.1f):"
                      + " most chains did not find the way there; raise --warmup.",
                  capital(sit(levels.high())), levels.highest(), levels.median())));
    }
    if (levels.low().isEmpty() && levels.high().isEmpty() && Double.isFinite(levels.lowest())) {
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

  private void energy() {
    OptionalDouble ebfmi = run.sampler().pooledEbfmi();
    if (ebfmi.isEmpty() || run.drawsPerChain() < FEWEST_DRAWS_FOR_EBFMI) {
      return;
    }
    String what = format("E-BFMI is %.2f over all chains", ebfmi.getAsDouble());
    findings.add(
        ebfmi.getAsDouble() < 0.3
            ? Finding.warning(
                "energy",
                what + ", below 0.3: draws miss the tails; lower --prior-scale or raise --draws.")
            : Finding.ok("energy", what + "."));
  }

  private void mixing() {
    var worst = run.functions().worstRhat();
    if (worst.isEmpty()) {
      if (run.drawsPerChain() == 1) {
        findings.add(
            Finding.ok(
                "R-hat",
                "Chains of one draw have no R-hat and no ESS, and need none: their draws are"
                    + " independent."));
      } else if (run.drawsPerChain() < ChainArray.FEWEST_DRAWS) {
        findings.add(
            Finding.note(
                "R-hat",
                format(
                    "R-hat and ESS need %d draws of each chain: raise --draws, or leave it at 1.",
                    ChainArray.FEWEST_DRAWS)));
      }
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
    } else if (run.coverage().settled()) {
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
   * Under stationarity {@code (nested R-hat^2 - 1) M} is at most an F ratio of K superchains of M.
   */
  private void nested() {
    OptionalDouble nested = run.functions().largest(MixingSummary::nestedRhat);
    int superchains = run.superchains();
    if (nested.isEmpty() || superchains < 2) {
      return;
    }
    int size = Math.max(2, run.planned() / superchains);
    double f =
        FDistribution.of(superchains - 1, (double) superchains * (size - 1))
            .inverseSurvivalProbability(1e-3);
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
                        ", above the %.3f of chance: chains remember their start; raise --warmup.",
                        most)));
  }

  private void sampleSize() {
    double draws =
        run.drawsPerChain() == 1
            ? run.finished()
            : Math.min(
                run.functions().smallest(MixingSummary::essBulk).orElse(Double.NaN),
                run.functions().smallest(MixingSummary::essTail).orElse(Double.NaN));
    if (Double.isNaN(draws)) {
      return;
    }
    String what = format("The draws are worth %.0f independent ones", draws);
    findings.add(
        draws < FEW_DRAWS
            ? Finding.note(
                "sample size",
                what + ", too few for steady intervals: add chains with 'coset resume --chains'.")
            : Finding.ok("sample size", what + " at least."));
  }

  private void coverage() {
    var coverage = run.coverage();
    String shift = format("the later half of the chains moved it by %.2g nats", coverage.shift());
    findings.add(
        coverage.settled()
            ? Finding.ok("predictive", format("The predictive has settled: %s.", shift))
            : Finding.note(
                "predictive",
                format(
                    "The predictive has not settled: %s, not below %s; add chains with 'coset"
                        + " resume --chains'.",
                    shift, FunctionCoverage.SETTLED)));
    String seen =
        format(
            "%d of the later %d chains brought a new function",
            coverage.seen().novel(), coverage.seen().chains());
    String limit =
        format(
            "; at 95%% the unseen ones have at most %s of the mass",
            percent(coverage.unseenLimit()));
    if (coverage.unseenLimit() <= MUCH_UNSEEN) {
      findings.add(Finding.ok("functions", seen + limit + "."));
    } else if (coverage.seen().share() <= 0.5) {
      findings.add(
          Finding.note("functions", seen + limit + ": add chains with 'coset resume --chains'."));
    } else {
      findings.add(
          Finding.note(
              "functions",
              seen + ", so there is no telling how many are unseen: go by the predictive."));
    }
  }

  private static String sit(List<Integer> chains) {
    return named(chains) + (chains.size() == 1 ? " sits" : " sit");
  }

  static String named(List<Integer> chains) {
    String first =
        chains.stream()
            .limit(MOST_CHAINS_NAMED)
            .map(String::valueOf)
            .collect(Collectors.joining(", "));
    int more = chains.size() - MOST_CHAINS_NAMED;
    return (chains.size() == 1 ? "chain " : "chains ")
        + first
        + (more > 0 ? " and " + more + " more" : "");
  }

  private static String capital(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }

  private static String sentence(String reason) {
    return reason.endsWith(".") ? reason : reason + ".";
  }

  private static String count(int number, String what) {
    return number == 1 ? "1 " + what : number + " " + what + "s";
  }

  private static String percent(double share) {
    double percent = 100 * share;
    return format(percent == 0 || percent >= 10 ? "%.0f%%" : "%.2g%%", percent);
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
