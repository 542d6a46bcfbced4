package dev.coset.diagnostics;

import dev.coset.sampler.Nuts;
import dev.coset.sampler.NutsStatistics;
import dev.coset.statistics.ChainArray;
import dev.coset.statistics.Ebfmi;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What NUTS noticed; all of it exists for chains of one draw but E-BFMI.
 *
 * @param atMaximumDepth draws whose trajectory was cut at the greatest depth
 * @param cutShare the same as a share of all draws
 * @param acceptance mean acceptance over all draws
 * @param stillChains chains that hardly accept anything, and so hardly move
 * @param ebfmi of each chain, NaN where it does not exist
 * @param pooledEbfmi of all chains together: what single short chains are too noisy for
 */
public record NutsMotion(
    int atMaximumDepth,
    double cutShare,
    int maximumDepth,
    double acceptance,
    double targetAcceptance,
    List<Integer> stillChains,
    List<Double> ebfmi,
    OptionalDouble pooledEbfmi)
    implements SamplerStatistics.Motion {

  /** A trajectory that accepts less than this goes nowhere. */
  private static final double STILL = 0.05;

  static NutsMotion of(ChainedDraws chained, Nuts.Settings settings) {
    var told = NutsStatistics.of(chained.draws());
    double[][] acceptance = chained.byChain(g -> told.acceptance()[g]);
    double[][] energy = chained.byChain(g -> told.energy()[g]);
    int cut =
        (int) Arrays.stream(told.depth()).filter(depth -> depth >= settings.maxDepth()).count();
    return new NutsMotion(
        cut,
        told.depth().length == 0 ? 0 : (double) cut / told.depth().length,
        settings.maxDepth(),
        Arrays.stream(told.acceptance()).average().orElse(Double.NaN),
        settings.targetAcceptance(),
        SamplerStatistics.chainsWhere(chained, c -> ChainArray.mean(acceptance[c]) < STILL),
        Arrays.stream(energy).map(Ebfmi::of).toList(),
        pooled(energy));
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
}
