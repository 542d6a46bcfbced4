package dev.coset.diagnostics;

import static dev.coset.diagnostics.Wording.named;
import static dev.coset.diagnostics.Wording.percent;

import dev.coset.chains.ChainOutcome;
import dev.coset.diagnostics.Finding.Severity;
import dev.coset.message.Message;
import dev.coset.message.Setting;
import dev.coset.posterior.DrawSchema;
import dev.coset.posterior.Draws;
import dev.coset.sampler.Check;
import dev.coset.sampler.Sampler;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Statistics of the sampler over all chains.
 *
 * @param settings of the sampler
 * @param divergences draws whose trajectory diverged
 * @param divergentChains the chains they are in
 * @param meanSteps gradients of a draw
 * @param warmupDivergences transitions of all warm-ups that diverged
 * @param checks what the sampler's own statistics say
 */
public record SamplerStatistics(
    Sampler settings,
    int draws,
    int divergences,
    List<Integer> divergentChains,
    double meanSteps,
    long warmupDivergences,
    double leastStepSize,
    double medianStepSize,
    double greatestStepSize,
    List<Check> checks) {

  static SamplerStatistics of(
      ChainedDraws chained, List<ChainOutcome.Finished> finished, Sampler sampler) {
    Draws draws = chained.draws();
    double[] diverged = draws.statistic(DrawSchema.DIVERGING);
    double[] sizes = finished.stream().mapToDouble(f -> f.warmup().stepSize()).sorted().toArray();
    return new SamplerStatistics(
        sampler,
        draws.count(),
        (int) draws.total(DrawSchema.DIVERGING),
        chainsWhere(chained, c -> anyTrue(diverged, c * chained.perChain(), chained.perChain())),
        Arrays.stream(draws.statistic(DrawSchema.STEPS)).average().orElse(Double.NaN),
        finished.stream().mapToLong(f -> f.warmup().divergences()).sum(),
        sizes[0],
        sizes[sizes.length / 2],
        sizes[sizes.length - 1],
        sampler.checks(finished.stream().map(ChainOutcome.Finished::draws).toList()));
  }

  public double divergentShare() {
    return draws == 0 ? 0 : (double) divergences / draws;
  }

  /** The figures of all checks, by name. */
  public Map<String, @Nullable Object> figures() {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    checks.forEach(check -> all.putAll(check.figures()));
    return all;
  }

  /** What to know of it. */
  public List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    findings.add(ofDivergences());
    for (Check check : checks) {
      Optional<Severity> severity =
          switch (check.result()) {
            case UNKNOWN -> Optional.empty();
            case PASSED -> Optional.of(Severity.OK);
            case DOUBTED -> Optional.of(Severity.NOTE);
            case FAILED -> Optional.of(Severity.WARNING);
          };
      severity.ifPresent(s -> findings.add(new Finding(s, check.about(), Wording.message(check))));
    }
    return findings;
  }

  private Finding ofDivergences() {
    if (divergences == 0) {
      return Finding.ok("divergences", "No draw diverged.");
    }
    Message what =
        Message.of(
            "%s of draws (%d) diverged, in %s.",
            percent(divergentShare()), divergences, named(divergentChains));
    return divergentShare() < 0.01
        ? Finding.note("divergences", "%s So few do no harm.", what)
        : Finding.warning(
            "divergences", "%s Raise %s or lower %s.", what, Setting.WARMUP, Setting.PRIOR_SCALE);
  }

  /** The chains, by number, at the places for which something holds. */
  private static List<Integer> chainsWhere(ChainedDraws chained, IntPredicate place) {
    return IntStream.range(0, chained.count())
        .filter(place)
        .mapToObj(c -> chained.chains()[c])
        .toList();
  }

  private static boolean anyTrue(double[] values, int from, int length) {
    for (int i = from; i < from + length; i++) {
      if (values[i] == 1) {
        return true;
      }
    }
    return false;
  }
}
