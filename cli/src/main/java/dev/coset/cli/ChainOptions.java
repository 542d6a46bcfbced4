package dev.coset.cli;

import static dev.coset.cli.DataOptions.given;

import dev.coset.data.InputException;
import dev.coset.fit.Fit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The options that say how many chains are run, from where, how long and by which sampler; one
 * given explicitly beats the preset.
 */
final class ChainOptions {
  private static final String AUTO = "auto";

  @Option(
      names = "--chains",
      paramLabel = "N|auto",
      description =
          "Number of chains. auto: enough to see three half-normal modes with probability 0.99, 54."
              + " Default: 12, fewer for very many rows; auto for --sampler nuts. With --chains,"
              + " --warmup or --draws, Coset does not limit the run time.")
  private @Nullable String chains;

  @Option(
      names = "--warmup",
      paramLabel = "STEPS",
      description =
          "Warm-up steps of each chain. Default: 8000, fewer for many rows; 1024 for nuts; 1000"
              + " passes over the rows for ubu.")
  private @Nullable Integer warmup;

  @Option(
      names = "--draws",
      paramLabel = "N",
      description = "Draws of each chain after its warm-up. Default: 20; 1 for nuts.")
  private @Nullable Integer draws;

  @Option(
      names = "--sampler",
      paramLabel = "NAME",
      description =
          "mclmc: microcanonical Langevin, many short steps with a small bias. nuts: No-U-Turn"
              + " sampler, unbiased draws that each take many gradients. ubu: kinetic Langevin,"
              + " each step by a batch of rows, for many rows. Default: mclmc; nuts in --preset"
              + " paper.")
  private @Nullable String sampler;

  @Option(
      names = "--thinning",
      paramLabel = "STEPS",
      description =
          "With --sampler mclmc, steps from one draw to the next. Default: 150. With ubu, passes"
              + " over the rows. Default: 50.")
  private @Nullable Integer thinning;

  @Option(
      names = "--energy-variance",
      paramLabel = "V",
      description =
          "With --sampler mclmc, the variance of a step's energy error per dimension. A larger"
              + " value means faster chains and more bias. Default: 0.005.")
  private @Nullable Double energyVariance;

  @Option(
      names = "--mass",
      paramLabel = "MATRIX",
      description =
          "With --sampler mclmc. identity: one scale for all parameters, which suits networks."
              + " diagonal: each parameter's own standard deviation, learned in warm-up. Default:"
              + " identity.")
  private @Nullable String mass;

  @Option(names = "--seed", description = "Seed of all random numbers. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--init",
      paramLabel = "START",
      description =
          "Where chains start. ensemble: each chain starts from its own short training, near a"
              + " mode, so a shorter --warmup can suffice. uniform: between -2 and 2 in every"
              + " parameter, as in the paper. Default: ensemble; uniform for nuts.")
  private @Nullable String init;

  @Option(
      names = "--superchains",
      paramLabel = "K",
      description =
          "Start the chains from K shared points, which nested R-hat needs. Default: each chain has"
              + " its own.")
  private int superchains;

  @Option(
      names = "--until",
      paramLabel = "LIMIT",
      description =
          "Add chains until the predictive has converged and at most this share of functions is"
              + " unseen (95%% confidence), such as 0.01.")
  private @Nullable Double until;

  @Option(
      names = "--max-chains",
      paramLabel = "N",
      defaultValue = "1274",
      description = "With --until, the largest number of chains. Default: ${DEFAULT-VALUE}.")
  private int maxChains;

  /** Hands the options to a fit. */
  Fit in(Fit fit) {
    given(chains, number -> chains(number, fit));
    given(warmup, fit::warmup);
    given(draws, fit::draws);
    given(sampler, fit::sampler);
    given(thinning, fit::thinning);
    given(energyVariance, fit::energyVariance);
    given(mass, fit::mass);
    given(init, fit::init);
    given(until, fit::until);
    return fit.seed(seed).superchains(superchains).maxChains(maxChains);
  }

  private static void chains(String number, Fit fit) {
    if (number.equalsIgnoreCase(AUTO)) {
      fit.chainsByBound();
      return;
    }
    try {
      fit.chains(Integer.parseInt(number));
    } catch (NumberFormatException e) {
      throw new InputException(
          "--chains takes a whole number or auto, but was '" + number + "'.", e);
    }
  }
}
