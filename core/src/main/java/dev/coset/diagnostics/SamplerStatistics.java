package dev.coset.diagnostics;

import dev.coset.chains.ChainOutcome;
import dev.coset.posterior.DrawSchema;
import dev.coset.posterior.Draws;
import dev.coset.sampler.Mclmc;
import dev.coset.sampler.Nuts;
import dev.coset.sampler.Sampler;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * What the sampler noticed on its way: what any sampler tells, and what is one's own.
 *
 * @param divergences draws whose trajectory diverged
 * @param divergentChains the chains they are in
 * @param meanSteps gradients of a draw
 * @param warmup steps of each chain before its draws
 * @param warmupDivergences transitions of all warm-ups that diverged
 */
public record SamplerStatistics(
    int draws,
    int divergences,
    List<Integer> divergentChains,
    double meanSteps,
    int warmup,
    long warmupDivergences,
    double leastStepSize,
    double medianStepSize,
    double greatestStepSize,
    Motion motion) {

  /** What one sampler tells and others do not. */
  public sealed interface Motion permits NutsMotion, MclmcMotion {}

  static SamplerStatistics of(
      ChainedDraws chained, List<ChainOutcome.Finished> finished, Sampler sampler) {
    Draws draws = chained.draws();
    double[] diverged = draws.statistic(DrawSchema.DIVERGING);
    double[] sizes = finished.stream().mapToDouble(f -> f.warmup().stepSize()).sorted().toArray();
    return new SamplerStatistics(
        draws.count(),
        (int) draws.total(DrawSchema.DIVERGING),
        chainsWhere(chained, c -> anyTrue(diverged, c * chained.perChain(), chained.perChain())),
        Arrays.stream(draws.statistic(DrawSchema.STEPS)).average().orElse(Double.NaN),
        sampler.warmup(),
        finished.stream().mapToLong(f -> f.warmup().divergences()).sum(),
        sizes[0],
        sizes[sizes.length / 2],
        sizes[sizes.length - 1],
        switch (sampler) {
          case Nuts.Settings nuts -> NutsMotion.of(chained, nuts);
          case Mclmc.Settings mclmc -> MclmcMotion.of(chained, mclmc);
        });
  }

  public double divergentShare() {
    return draws == 0 ? 0 : (double) divergences / draws;
  }

  /** The chains, by number, at the places for which something holds. */
  static List<Integer> chainsWhere(ChainedDraws chained, IntPredicate place) {
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
