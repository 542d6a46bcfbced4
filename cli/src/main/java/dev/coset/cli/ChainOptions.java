package dev.coset.cli;

import dev.coset.chains.ChainBudget;
import dev.coset.chains.ChainPlan;
import dev.coset.chains.ChainStart;
import dev.coset.data.InputException;
import dev.coset.ensembles.EnsembleStart;
import dev.coset.model.Configuration.Until;
import dev.coset.sampler.Mclmc;
import dev.coset.sampler.Mclmc.Mass;
import dev.coset.sampler.Nuts;
import dev.coset.sampler.Sampler;
import dev.coset.selection.Work;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The options that say how many chains are run, from where, how long and by which sampler; one
 * given explicitly beats the preset.
 */
final class ChainOptions {
  /**
   * The paper's assumption on how many modes there are, and how sure it wants to be of them all.
   */
  private static final int MODES = 3;

  private static final double CONFIDENCE = 0.99;
  private static final int PAPER_CHAINS = 1274;
  private static final String AUTO = "auto";

  @Option(
      names = "--chains",
      paramLabel = "N|auto",
      description =
          "Number of chains; auto takes as many as see three half-normal modes with probability"
              + " 0.99, 54. Default: 12, fewer for very many rows; auto for --sampler nuts. With"
              + " this, --warmup or --draws, chains are as long as they say, however long it"
              + " takes.")
  private @Nullable String chains;

  @Option(
      names = "--warmup",
      paramLabel = "STEPS",
      description =
          "Warm-up steps of each chain. Default: 8000, fewer for many rows; 1024 for nuts.")
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
          "mclmc: microcanonical Langevin, many short steps with a small bias; nuts: draws without"
              + " bias, of many gradients each. Default: mclmc; nuts in --preset paper.")
  private @Nullable String sampler;

  @Option(
      names = "--thinning",
      paramLabel = "STEPS",
      description = "With --sampler mclmc, steps from one draw to the next. Default: 150.")
  private @Nullable Integer thinning;

  @Option(
      names = "--energy-variance",
      paramLabel = "V",
      description =
          "With --sampler mclmc, the variance of a step's energy error per dimension, with which"
              + " bias grows. Default: 0.005.")
  private @Nullable Double energyVariance;

  @Option(
      names = "--mass",
      paramLabel = "MATRIX",
      description =
          "With --sampler mclmc: identity moves all parameters in one unit, which suits networks;"
              + " diagonal moves each in its own standard deviation, learned in warm-up. Default:"
              + " identity.")
  private @Nullable Mass mass;

  @Option(names = "--seed", description = "Seed of all randomness. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--init",
      paramLabel = "START",
      description =
          "Where chains start. ensemble: each from a short training of its own, near a mode, so"
              + " that a shorter --warmup may do; uniform: between -2 and 2 in every parameter, as"
              + " in the paper. Default: ensemble; uniform for nuts.")
  private @Nullable String init;

  @Option(
      names = "--superchains",
      paramLabel = "K",
      description =
          "Let chains share K starting points, which nested R-hat needs. Default: each has its"
              + " own.")
  private int superchains;

  @Option(
      names = "--until",
      paramLabel = "LIMIT",
      description =
          "Add chains until, at 95%% confidence, at most this share of functions is unseen and the "
              + "predictive has settled; as 0.01.")
  private @Nullable Double until;

  @Option(
      names = "--max-chains",
      paramLabel = "N",
      defaultValue = "1274",
      description = "With --until, stop here all the same. Default: ${DEFAULT-VALUE}.")
  private int maxChains;

  boolean nuts(boolean paper) {
    return sampler == null ? paper : sampler.equals(Nuts.NAME);
  }

  /** Whether something was asked that is for one model alone. */
  boolean forOneModel() {
    return until != null || superchains > 0;
  }

  /** Whether chains are as many and as long as the usual time allows. */
  boolean sized(boolean paper) {
    return chains == null
        && warmup == null
        && draws == null
        && thinning == null
        && until == null
        && !nuts(paper);
  }

  ChainPlan plan(boolean paper) {
    String start = init != null ? init : nuts(paper) ? ChainStart.UNIFORM : EnsembleStart.NAME;
    return new ChainPlan(
        until == null ? chains(paper) : maxChains,
        seed,
        superchains,
        ChainStart.named(start).name(),
        sampler(paper));
  }

  private Sampler sampler(boolean paper) {
    String name = nuts(paper) ? Nuts.NAME : sampler == null ? Mclmc.NAME : sampler;
    return switch (name) {
      case Nuts.NAME -> {
        if (thinning != null || energyVariance != null || mass != null) {
          throw new InputException(
              "--thinning, --energy-variance and --mass are for --sampler mclmc: leave them out for"
                  + " nuts.");
        }
        yield Nuts.Settings.of(warmup == null ? 1024 : warmup, draws == null ? 1 : draws);
      }
      case Mclmc.NAME ->
          new Mclmc.Settings(
              warmup == null ? Work.WARMUP : warmup,
              draws == null ? Work.DRAWS : draws,
              thinning == null ? Work.THINNING : thinning,
              energyVariance == null ? Mclmc.ENERGY_VARIANCE : energyVariance,
              mass == null ? Mass.IDENTITY : mass);
      default -> throw new InputException("--sampler is nuts or mclmc, but was '" + name + "'.");
    };
  }

  /** The rule that ends the run, where one was given. */
  @Nullable Until until() {
    if (until == null) {
      return null;
    }
    if (chains != null) {
      throw new InputException(
          "--until finds the number of chains: leave out --chains, or cap it with --max-chains.");
    }
    if (superchains > 0) {
      throw new InputException(
          "--until needs independent chains: leave out --superchains, whose chains share their"
              + " starts.");
    }
    var rule = new Until(until, maxChains);
    var looks = Sampling.looks(rule);
    if (!looks.canSucceed()) {
      int fewest = Sampling.fewestChains(until);
      throw new InputException(
          "Even without a novel chain, %d chains cannot get the limit to %s: %s."
              .formatted(
                  maxChains,
                  until,
                  fewest == Integer.MAX_VALUE
                      ? "no number of chains can, so give a larger --until, such as 0.01"
                      : "give --max-chains " + fewest + " or more"));
    }
    return rule;
  }

  private int chains(boolean paper) {
    if (chains == null && paper) {
      return PAPER_CHAINS;
    }
    if (chains == null && !nuts(paper)) {
      return Work.CHAINS;
    }
    if (chains == null || chains.equalsIgnoreCase(AUTO)) {
      return (int) ChainBudget.halfNormal(MODES).exact(CONFIDENCE);
    }
    try {
      return Integer.parseInt(chains);
    } catch (NumberFormatException e) {
      throw new InputException(
          "--chains takes a whole number or auto, but was '" + chains + "'.", e);
    }
  }
}
