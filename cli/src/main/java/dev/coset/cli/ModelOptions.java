package dev.coset.cli;

import dev.coset.chains.ChainBudget;
import dev.coset.chains.ChainPlan;
import dev.coset.chains.ChainStart;
import dev.coset.data.Column;
import dev.coset.data.InputException;
import dev.coset.data.TargetScale;
import dev.coset.data.TargetType;
import dev.coset.ensembles.EnsembleStart;
import dev.coset.network.Activation;
import dev.coset.network.Precision;
import dev.coset.posterior.Likelihood;
import dev.coset.posterior.Prior;
import dev.coset.sampler.Mclmc;
import dev.coset.sampler.Mclmc.Mass;
import dev.coset.sampler.Nuts;
import dev.coset.sampler.Sampler;
import dev.coset.selection.Ladder;
import dev.coset.selection.TargetScales;
import dev.coset.selection.Work;
import dev.coset.store.Choice.Budget;
import dev.coset.store.Configuration;
import dev.coset.store.Configuration.Standardise;
import dev.coset.store.Configuration.Until;
import dev.coset.store.Study;
import dev.coset.store.Weighting;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The options that say which model is fitted with which chains; one given explicitly beats the
 * preset.
 */
final class ModelOptions {
  /**
   * The paper's assumption on how many modes there are, and how sure it wants to be of them all.
   */
  private static final int MODES = 3;

  private static final double CONFIDENCE = 0.99;
  private static final int PAPER_CHAINS = 1274;
  private static final String AUTO = "auto";
  private static final String LINEAR = "linear";

  enum Preset {
    PAPER
  }

  @Option(
      names = "--hidden",
      paramLabel = "WIDTHS",
      description =
          "Widths of the hidden layers, such as 16,16; linear for none; auto: networks from none to"
              + " 16,16,16 (and wider ones for many rows), with one noise level or one that depends"
              + " on the columns, are tried on parts of the training rows, and the best predict"
              + " together. Default: auto; 16,16,16 in --preset paper; 16,16 with --until or"
              + " --superchains, which are for one model.")
  @Nullable String hidden;

  @Option(
      names = "--activation",
      description = "Activation of hidden neurons: tanh or relu. Default: tanh.")
  @Nullable Activation activation;

  @Option(
      names = "--chains",
      paramLabel = "N|auto",
      description =
          "Number of chains; auto takes as many as see three half-normal modes with probability"
              + " 0.99, 54. Default: 12, fewer for very many rows; auto for --sampler nuts. With"
              + " this, --warmup or --draws, chains are as long as they say, however long it"
              + " takes.")
  @Nullable String chains;

  @Option(
      names = "--warmup",
      paramLabel = "STEPS",
      description =
          "Warm-up steps of each chain. Default: 8000, fewer for many rows; 1024 for nuts.")
  @Nullable Integer warmup;

  @Option(
      names = "--draws",
      paramLabel = "N",
      description = "Draws of each chain after its warm-up. Default: 20; 1 for nuts.")
  @Nullable Integer draws;

  @Option(
      names = "--sampler",
      paramLabel = "NAME",
      description =
          "mclmc: microcanonical Langevin, many short steps with a small bias; nuts: draws without"
              + " bias, of many gradients each. Default: mclmc; nuts in --preset paper.")
  @Nullable String sampler;

  @Option(
      names = "--time",
      paramLabel = "TIME",
      description =
          "How long this may take on this machine, such as 90s, 10m or 2h: chains are as many and"
              + " as long as fit into it. Default: a fixed amount of work, some minutes at most.")
  @Nullable String time;

  @Option(
      names = "--thinning",
      paramLabel = "STEPS",
      description = "With --sampler mclmc, steps from one draw to the next. Default: 150.")
  @Nullable Integer thinning;

  @Option(
      names = "--energy-variance",
      paramLabel = "V",
      description =
          "With --sampler mclmc, the variance of a step's energy error per dimension, with which"
              + " bias grows. Default: 0.005.")
  @Nullable Double energyVariance;

  @Option(
      names = "--mass",
      paramLabel = "MATRIX",
      description =
          "With --sampler mclmc: identity moves all parameters in one unit, which suits networks;"
              + " diagonal moves each in its own standard deviation, learned in warm-up. Default:"
              + " identity.")
  @Nullable Mass mass;

  @Option(names = "--seed", description = "Seed of all randomness. Default: ${DEFAULT-VALUE}.")
  long seed;

  @Option(
      names = "--standardise",
      paramLabel = "ROWS",
      description = "Rows that give mean and standard deviation: train or all. Default: train.")
  @Nullable Standardise standardise;

  @Option(
      names = "--prior-scale",
      paramLabel = "SD",
      description =
          "Standard deviation of the weights' prior. Default: 1, and for '--hidden auto' what the"
              + " data choose.")
  @Nullable Double priorScale;

  @Option(
      names = "--precision",
      defaultValue = "single",
      description = "Arithmetic of the network: single or double. Default: ${DEFAULT-VALUE}.")
  Precision precision = Precision.SINGLE;

  @Option(
      names = "--init",
      paramLabel = "START",
      description =
          "Where chains start. ensemble: each from a short training of its own, near a mode, so"
              + " that a shorter --warmup may do; uniform: between -2 and 2 in every parameter, as"
              + " in the paper. Default: ensemble; uniform for nuts.")
  @Nullable String init;

  @Option(
      names = "--superchains",
      paramLabel = "K",
      description =
          "Let chains share K starting points, which nested R-hat needs. Default: each has its"
              + " own.")
  int superchains;

  @Option(
      names = "--until",
      paramLabel = "LIMIT",
      description =
          "Add chains until, at 95%% confidence, at most this share of functions is unseen and the "
              + "predictive has settled; as 0.01.")
  @Nullable Double until;

  @Option(
      names = "--max-chains",
      paramLabel = "N",
      defaultValue = "1274",
      description = "With --until, stop here all the same. Default: ${DEFAULT-VALUE}.")
  int maxChains;

  @Option(
      names = "--preset",
      description =
          "paper: the paper's experiments (16,16,16, tanh, nuts, uniform starts, 1274 chains, 1024"
              + " warm-up steps, 1 draw, standardised on all rows).")
  @Nullable Preset preset;

  @Option(
      names = "--likelihood",
      paramLabel = "NAME",
      description =
          "How targets arise: normal (a number with one noise level), heteroscedastic (a number"
              + " whose noise depends on the columns), categorical (classes). Default: categorical"
              + " for text, true/false or exactly 0 and 1; for other numbers whichever foretells"
              + " better with --hidden auto, else normal.")
  @Nullable String likelihood;

  @Option(
      names = "--target-type",
      paramLabel = "TYPE",
      description =
          "What the target is: number, classes, or auto: what its cells look like. Default: what"
              + " --likelihood says, else auto.")
  @Nullable TargetType targetType;

  @Option(
      names = "--target-scale",
      paramLabel = "SCALE",
      description =
          "Scale on which the model sees a number: linear, or log for positive skewed ones such as"
              + " prices. Default: linear; with --hidden auto, whichever foretells better.")
  @Nullable TargetScale targetScale;

  @Option(
      names = "--weights",
      paramLabel = "RULE",
      description =
          "How chains count: equal, as often as they end in a mode; stacking, modes as they"
              + " together best foretell training rows that are left out; evidence, modes as much"
              + " as they hold of the posterior. Default: stacking; equal in --preset paper.")
  @Nullable Weighting weights;

  /** How chains count. */
  Weighting weights() {
    return weights != null ? weights : paper() ? Weighting.EQUAL : Weighting.STACKING;
  }

  /** What the target is to be read as. */
  TargetType targetType() {
    if (targetType != null) {
      return targetType;
    }
    String name = likelihood;
    if (name == null) {
      return preset == Preset.PAPER ? TargetType.NUMBER : TargetType.AUTO;
    }
    boolean classes = UserInput.checked(() -> Likelihood.named(name)).isOfClasses();
    return classes ? TargetType.CLASSES : TargetType.NUMBER;
  }

  /** What was chosen, for a target that is a number unless it is told otherwise. */
  Configuration configuration() {
    return UserInput.checked(() -> chosen(Likelihood.NORMAL));
  }

  boolean paper() {
    return preset == Preset.PAPER;
  }

  /** What was chosen, for this target. */
  Configuration configuration(Column target) {
    boolean classes = !target.numeric();
    return UserInput.checked(() -> chosen(classes ? Likelihood.CATEGORICAL : Likelihood.NORMAL));
  }

  /** The seconds that the whole may take, where they were given. */
  OptionalDouble time() {
    if (time == null) {
      return OptionalDouble.empty();
    }
    if (!sized()) {
      throw new InputException(
          "--time finds the number and the length of chains for mclmc: leave out --chains,"
              + " --warmup, --draws, --thinning, --until and --sampler nuts.");
    }
    return OptionalDouble.of(GivenTime.seconds(time));
  }

  /** For commands that fit several times. */
  void refuseTime() {
    if (time != null) {
      throw new InputException(
          "--time is for 'coset fit' alone: give --chains and --warmup to do less or more.");
    }
  }

  /** Whether the data choose the model. */
  boolean auto() {
    boolean one = preset == Preset.PAPER || until != null || superchains > 0 || nuts();
    return hidden == null ? !one : hidden.equalsIgnoreCase(AUTO);
  }

  /** Whether chains are as many and as long as the usual time allows. */
  boolean sized() {
    return chains == null
        && warmup == null
        && draws == null
        && thinning == null
        && until == null
        && !nuts();
  }

  /** The usual work for a study. */
  Budget budget(Study study) {
    return Work.budget(study.split().train().length, sized());
  }

  /** The same study with as many chains as the usual work allows, unless they were given. */
  Study sized(Study study) {
    return sized(study, budget(study));
  }

  /** The same study with as many chains as a budget allows. */
  static Study sized(Study study, Budget budget) {
    var asked = study.configuration();
    return study.with(asked.withPlan(Work.plan(budget, asked.plan(), study)));
  }

  /** Whether the scale of the prior is for the data to choose. */
  boolean otherPriors() {
    return priorScale == null;
  }

  /** The likelihoods that the data may choose among. */
  List<String> likelihoods(Study study) {
    return likelihood == null
        ? Ladder.likelihoods(study.scaling().target())
        : List.of(study.configuration().likelihood());
  }

  /** The target on the scale that was asked for, or that the data choose. */
  Study scaled(Study study, int threads) {
    boolean chosen = targetScale == null && !study.scaling().target().areClasses();
    return chosen ? TargetScales.choose(study, likelihood == null, threads) : study;
  }

  private boolean nuts() {
    return sampler == null ? preset == Preset.PAPER : sampler.equals(Nuts.NAME);
  }

  /** The widths that were given, or those of a model where none were. */
  private int[] hidden(boolean paper) {
    if (hidden == null || hidden.equalsIgnoreCase(AUTO)) {
      return paper ? new int[] {16, 16, 16} : new int[] {16, 16};
    }
    if (hidden.equalsIgnoreCase(LINEAR)) {
      return new int[0];
    }
    String[] widths = hidden.split(",", -1);
    try {
      return Arrays.stream(widths).mapToInt(width -> Integer.parseInt(width.strip())).toArray();
    } catch (NumberFormatException e) {
      throw new InputException(
          "--hidden takes whole numbers such as 16,16, linear or auto, but was '" + hidden + "'.",
          e);
    }
  }

  private Configuration chosen(String likelihoodByTarget) {
    boolean paper = preset == Preset.PAPER;
    if (auto() && (until != null || superchains > 0)) {
      throw new InputException(
          "--until and --superchains are for one model: give its --hidden, such as 16,16.");
    }
    if (auto() && nuts()) {
      throw new InputException(
          "The model is chosen by short chains of mclmc: give --hidden for --sampler nuts.");
    }
    String start = init != null ? init : nuts() ? ChainStart.UNIFORM : EnsembleStart.NAME;
    var plan =
        new ChainPlan(
            until == null ? chains(paper) : maxChains,
            seed,
            superchains,
            ChainStart.named(start).name(),
            sampler());
    return new Configuration(
        hidden(paper),
        activation == null ? Activation.TANH : activation,
        priorScale == null ? Prior.STANDARD_NORMAL : new Prior(priorScale),
        likelihood == null ? likelihoodByTarget : likelihood,
        targetScale == null ? TargetScale.LINEAR : targetScale,
        precision,
        standardise == null ? (paper ? Standardise.ALL : Standardise.TRAIN) : standardise,
        plan,
        until());
  }

  private Sampler sampler() {
    String name = nuts() ? Nuts.NAME : sampler == null ? Mclmc.NAME : sampler;
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

  private @Nullable Until until() {
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
      throw new InputException(
          "Even without a novel chain, %d chains cannot get the limit to %s: give --max-chains %d or more."
              .formatted(maxChains, until, Sampling.fewestChains(until)));
    }
    return rule;
  }

  private int chains(boolean paper) {
    if (chains == null && paper) {
      return PAPER_CHAINS;
    }
    if (chains == null && !nuts()) {
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
