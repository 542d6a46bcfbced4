package dev.coset.sampler;

import dev.coset.message.Setting;
import dev.coset.posterior.Draws;
import dev.coset.sampler.Check.Remedy;
import dev.coset.sampler.Check.Result;
import dev.coset.statistics.ChainArray;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Checks the statistics of MCLMC. */
final class MclmcChecks {
  /**
   * Times the energy variance that was aimed at. From here on the bias shows in predictions:
   * docs/lab/results.md, "MCLMC".
   */
  private static final double ROUGH = 20;

  private MclmcChecks() {}

  static List<Check> of(Mclmc.Settings settings, List<Draws> chains) {
    double wanted = settings.energyVariance();
    double variance =
        chains.stream()
            .flatMapToDouble(chain -> Arrays.stream(errors(chain)))
            .average()
            .orElse(Double.NaN);
    List<Integer> rough =
        chains.stream()
            .filter(chain -> ChainArray.mean(errors(chain)) > ROUGH * wanted)
            .map(chain -> chain.chain()[0])
            .toList();
    double[] lengths =
        chains.stream()
            .flatMapToDouble(chain -> Arrays.stream(MclmcStatistics.of(chain).decoherence()))
            .sorted()
            .toArray();
    Check check =
        rough.isEmpty()
            ? Check.of(
                "energy error",
                Result.PASSED,
                format(
                    "The energy error of a step has a variance of %.2g per dimension, but the"
                        + " target is %.2g",
                    variance, wanted))
            : Check.of(
                    "energy error",
                    Result.FAILED,
                    format(
                        "The energy error of a step has a variance over %.0f times the target of"
                            + " %.2g, so draws may be biased",
                        ROUGH, wanted))
                .in(rough)
                .or(Remedy.lower(Setting.named("energy variance")));
    return List.of(
        check
            .with("energy_variance", variance)
            .with("energy_variance_wanted", wanted)
            .with("rough_chains", rough)
            .with(
                "decoherence_length",
                lengths.length == 0 ? Double.NaN : lengths[lengths.length / 2]));
  }

  private static double[] errors(Draws chain) {
    return MclmcStatistics.of(chain).energyError();
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
