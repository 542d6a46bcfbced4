package dev.coset.sampler;

import dev.coset.message.Setting;
import dev.coset.posterior.Draws;
import dev.coset.sampler.Check.Remedy;
import dev.coset.sampler.Check.Result;
import dev.coset.statistics.ChainArray;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Checks the statistics of UBU. */
final class UbuChecks {
  private static final double ERRORS = 3; // standard errors that chance may add

  private UbuChecks() {}

  static List<Check> of(List<Draws> chains) {
    double[] means =
        chains.stream().mapToDouble(chain -> ChainArray.mean(temperatures(chain))).toArray();
    List<Integer> off =
        chains.stream().filter(UbuChecks::isOff).map(chain -> chain.chain()[0]).toList();
    long shortened = chains.stream().filter(UbuChecks::shortenedItsStep).count();
    double mean = Arrays.stream(means).average().orElse(Double.NaN);
    String shortening =
        shortened == 0
            ? ""
            : format(
                ". To reach it, %d of %d chains shortened the step and raised the friction",
                shortened, chains.size());
    Check check =
        off.isEmpty()
            ? Check.of(
                "temperature",
                Result.PASSED,
                format(
                    "The kinetic temperature is %.3g, and the target is 1 within %.0f%%%s",
                    mean, 100 * Thermostat.TOLERANCE, shortening))
            : Check.of(
                    "temperature",
                    Result.FAILED,
                    format(
                        "The kinetic temperature differs from 1 by over %.0f%%, so draws may be"
                            + " biased",
                        100 * Thermostat.TOLERANCE))
                .in(off)
                .or(Remedy.raise(Setting.WARMUP));
    return List.of(
        check
            .with("kinetic_temperature", mean)
            .with("least_kinetic_temperature", Arrays.stream(means).min().orElse(Double.NaN))
            .with("greatest_kinetic_temperature", Arrays.stream(means).max().orElse(Double.NaN))
            .with("off_chains", off)
            .with("chains_with_shorter_steps", shortened));
  }

  /** Whether the mean temperature of a chain is off, by more than chance explains. */
  private static boolean isOff(Draws chain) {
    double[] temperatures = temperatures(chain);
    double mean = ChainArray.mean(temperatures);
    double squares = 0;
    for (double temperature : temperatures) {
      squares += (temperature - mean) * (temperature - mean);
    }
    int n = temperatures.length;
    double error = n == 1 ? 0 : Math.sqrt(squares / (n - 1) / n);
    return !(Math.abs(mean - 1) <= Thermostat.TOLERANCE + ERRORS * error);
  }

  private static boolean shortenedItsStep(Draws chain) {
    double[] reductions = UbuStatistics.of(chain).reductions();
    return reductions[reductions.length - 1] > 0;
  }

  private static double[] temperatures(Draws chain) {
    return UbuStatistics.of(chain).temperature();
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
