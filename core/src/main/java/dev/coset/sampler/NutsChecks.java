package dev.coset.sampler;

import dev.coset.message.Setting;
import dev.coset.posterior.Draws;
import dev.coset.sampler.Check.Remedy;
import dev.coset.sampler.Check.Result;
import dev.coset.statistics.ChainArray;
import dev.coset.statistics.Ebfmi;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** What the statistics of NUTS say; all of it exists for chains of one draw but E-BFMI. */
final class NutsChecks {
  /** A trajectory that accepts less than this goes nowhere. */
  private static final double STILL = 0.05;

  private static final int FEWEST_DRAWS_FOR_ACCEPTANCE = 10; // of all chains together
  private static final int FEWEST_DRAWS_FOR_ENERGY = 20; // of each chain

  private final Nuts.Settings settings;
  private final List<Draws> chains;
  private final List<NutsStatistics> told;
  private final int draws;

  NutsChecks(Nuts.Settings settings, List<Draws> chains) {
    this.settings = settings;
    this.chains = chains;
    this.told = chains.stream().map(NutsStatistics::of).toList();
    this.draws = chains.stream().mapToInt(Draws::count).sum();
  }

  List<Check> all() {
    List<Check> checks = new ArrayList<>();
    checks.add(depth());
    checks.add(acceptance());
    List<Integer> still = stillChains();
    if (!still.isEmpty()) {
      checks.add(
          Check.of("acceptance", Result.FAILED, "Almost no proposal was accepted, so nothing moved")
              .in(still)
              .or(Remedy.raise(Setting.WARMUP)));
    }
    checks.add(energy());
    return checks;
  }

  private Check depth() {
    long cut =
        told.stream()
            .flatMapToDouble(chain -> Arrays.stream(chain.depth()))
            .filter(depth -> depth >= settings.maxDepth())
            .count();
    double share = draws == 0 ? 0 : (double) cut / draws;
    Result result = share < 0.1 ? Result.PASSED : share < 0.5 ? Result.DOUBTED : Result.FAILED;
    String sentence =
        format(
            "%d of %d trajectories were cut at the maximum depth of %d",
            cut, draws, settings.maxDepth());
    Check check =
        result == Result.PASSED
            ? Check.of("depth", result, sentence)
            : Check.of("depth", result, sentence + ", so draws move slowly")
                .or(Remedy.raise(Setting.WARMUP));
    return check
        .with("at_maximum_depth", cut)
        .with("at_maximum_depth_share", share)
        .with("maximum_depth", settings.maxDepth());
  }

  private Check acceptance() {
    double acceptance =
        told.stream()
            .flatMapToDouble(chain -> Arrays.stream(chain.acceptance()))
            .average()
            .orElse(Double.NaN);
    double target = settings.targetAcceptance();
    Result result =
        draws < FEWEST_DRAWS_FOR_ACCEPTANCE
            ? Result.UNKNOWN
            : acceptance >= target - 0.15
                ? Result.PASSED
                : acceptance >= target - 0.3 ? Result.DOUBTED : Result.FAILED;
    String sentence =
        format("Mean acceptance is %.2f, but the warm-up targeted %.2f", acceptance, target);
    Check check =
        result == Result.PASSED || result == Result.UNKNOWN
            ? Check.of("acceptance", result, sentence)
            : Check.of(
                    "acceptance", result, sentence + ", so the step sizes have not adapted to it")
                .or(Remedy.raise(Setting.WARMUP));
    return check
        .with("acceptance", acceptance)
        .with("target_acceptance", target)
        .with("still_chains", stillChains());
  }

  /** Chains that hardly accept anything, and so hardly move. */
  private List<Integer> stillChains() {
    return IntStream.range(0, told.size())
        .filter(c -> ChainArray.mean(told.get(c).acceptance()) < STILL)
        .mapToObj(c -> chains.get(c).chain()[0])
        .toList();
  }

  private Check energy() {
    double[][] energy = told.stream().map(NutsStatistics::energy).toArray(double[][]::new);
    OptionalDouble pooled = pooled(energy);
    boolean enough =
        pooled.isPresent()
            && chains.stream().allMatch(chain -> chain.count() >= FEWEST_DRAWS_FOR_ENERGY);
    double ebfmi = pooled.orElse(Double.NaN);
    String sentence = format("E-BFMI is %.2f over all chains", ebfmi);
    Check check =
        enough && ebfmi < 0.3
            ? Check.of("energy", Result.FAILED, sentence + ", below 0.3, so draws miss the tails")
                .or(Remedy.lower(Setting.PRIOR_SCALE))
                .or(Remedy.raise(Setting.DRAWS))
            : Check.of("energy", enough ? Result.PASSED : Result.UNKNOWN, sentence);
    return check
        .with("ebfmi", ebfmi)
        .with("ebfmi_by_chain", Arrays.stream(energy).map(Ebfmi::of).toList());
  }

  /** Squared steps of the energy over its squared deviations inside chains, all chains together. */
  private static OptionalDouble pooled(double[][] energy) {
    double steps = 0;
    double deviations = 0;
    for (double[] chain : energy) {
      if (chain.length < 2) {
        return OptionalDouble.empty();
      }
      double variance = ChainArray.variance(chain);
      steps += variance > 0 ? Ebfmi.of(chain) * variance : 0;
      deviations += variance;
    }
    return deviations > 0 ? OptionalDouble.of(steps / deviations) : OptionalDouble.empty();
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
