package dev.coset.diagnostics;

import dev.coset.chains.ChainOutcome;
import dev.coset.posterior.Draws;
import dev.coset.sampler.Nuts;
import dev.coset.sampler.NutsStatistics;
import dev.coset.statistics.ChainArray;
import dev.coset.statistics.Ebfmi;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * What the sampler noticed on its way; all of it exists for chains of one draw but E-BFMI.
 *
 * @param divergences draws whose trajectory diverged
 * @param divergentChains the chains they are in
 * @param atMaximumDepth draws whose trajectory was cut at the greatest depth
 * @param acceptance mean acceptance over all draws
 * @param stillChains chains that hardly accept anything, and so hardly move
 * @param ebfmi of each chain, NaN where it does not exist
 * @param pooledEbfmi of all chains together: what single short chains are too noisy for
 * @param warmup steps of each chain before its draws
 * @param warmupDivergences transitions of all warm-ups that diverged
 */
public record SamplerStatistics(
    int draws,
    int divergences,
    List<Integer> divergentChains,
    int atMaximumDepth,
    int maximumDepth,
    double acceptance,
    double targetAcceptance,
    List<Integer> stillChains,
    double meanSteps,
    List<Double> ebfmi,
    OptionalDouble pooledEbfmi,
    int warmup,
    long warmupDivergences,
    double leastStepSize,
    double medianStepSize,
    double greatestStepSize) {

  /** A trajectory that accepts less than this goes nowhere. */
  private static final double STILL = 0.05;

  static SamplerStatistics of(
      ChainedDraws chained, List<ChainOutcome.Finished> finished, Nuts.Settings settings) {
    Draws draws = chained.draws();
    int n = draws.count();
    var told = NutsStatistics.of(draws);
    double[] diverged = told.diverged();
    double[][] acceptance = chained.byChain(g -> told.acceptance()[g]);
    double[][] energy = chained.byChain(g -> told.energy()[g]);
    double[] sizes = finished.stream().mapToDouble(f -> f.warmup().stepSize()).sorted().toArray();
    return new SamplerStatistics(
        n,
        (int) count(n, g -> diverged[g] == 1),
        chainsWhere(chained, c -> anyTrue(diverged, c * chained.perChain(), chained.perChain())),
        (int) count(n, g -> told.depth()[g] >= settings.maxDepth()),
        settings.maxDepth(),
        Arrays.stream(told.acceptance()).average().orElse(Double.NaN),
        settings.targetAcceptance(),
        chainsWhere(chained, c -> ChainArray.mean(acceptance[c]) < STILL),
        Arrays.stream(told.steps()).average().orElse(Double.NaN),
        Arrays.stream(energy).map(Ebfmi::of).toList(),
        pooled(energy),
        settings.warmup(),
        finished.stream().mapToLong(f -> f.warmup().divergences()).sum(),
        sizes[0],
        sizes[sizes.length / 2],
        sizes[sizes.length - 1]);
  }

  public double divergentShare() {
    return draws == 0 ? 0 : (double) divergences / draws;
  }

  public double cutShare() {
    return draws == 0 ? 0 : (double) atMaximumDepth / draws;
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

  private static List<Integer> chainsWhere(ChainedDraws chained, IntPredicate place) {
    return IntStream.range(0, chained.count())
        .filter(place)
        .mapToObj(c -> chained.chains()[c])
        .toList();
  }

  private static long count(int n, IntPredicate ofDraw) {
    return IntStream.range(0, n).filter(ofDraw).count();
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
