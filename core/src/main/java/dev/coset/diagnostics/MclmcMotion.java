package dev.coset.diagnostics;

import dev.coset.sampler.Mclmc;
import dev.coset.sampler.MclmcStatistics;
import dev.coset.statistics.ChainArray;
import java.util.Arrays;
import java.util.List;

/**
 * What MCLMC noticed.
 *
 * @param energyVariance of a step, per dimension, mean over all draws: what its bias grows with
 * @param wantedEnergyVariance what warm-up aimed at
 * @param roughChains chains whose energy variance is far above
 * @param medianDecoherence the path after which little is left of a direction
 */
public record MclmcMotion(
    double energyVariance,
    double wantedEnergyVariance,
    List<Integer> roughChains,
    double medianDecoherence)
    implements SamplerStatistics.Motion {

  /** From here on the bias shows in predictions: docs/results.md, "MCLMC". */
  private static final double ROUGH = 20;

  static MclmcMotion of(ChainedDraws chained, Mclmc.Settings settings) {
    var told = MclmcStatistics.of(chained.draws());
    double[][] errors = chained.byChain(g -> told.energyError()[g]);
    double most = ROUGH * settings.energyVariance();
    double[] lengths = told.decoherence().clone();
    Arrays.sort(lengths);
    return new MclmcMotion(
        Arrays.stream(told.energyError()).average().orElse(Double.NaN),
        settings.energyVariance(),
        SamplerStatistics.chainsWhere(chained, c -> ChainArray.mean(errors[c]) > most),
        lengths.length == 0 ? Double.NaN : lengths[lengths.length / 2]);
  }
}
