package dev.coset.cli;

import dev.coset.data.Column;
import dev.coset.data.InputException;
import dev.coset.data.TargetScale;
import dev.coset.data.TargetType;
import dev.coset.model.Choice.Budget;
import dev.coset.model.Choice.Chains;
import dev.coset.model.Configuration;
import dev.coset.model.Configuration.Standardise;
import dev.coset.model.Study;
import dev.coset.model.Weighting;
import dev.coset.network.Activation;
import dev.coset.network.Precision;
import dev.coset.posterior.Likelihood;
import dev.coset.posterior.Prior;
import dev.coset.selection.Ladder;
import dev.coset.selection.TargetScales;
import dev.coset.selection.Work;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that say which model is fitted; one given explicitly beats the preset. */
final class ModelOptions {
  private static final String AUTO = "auto";
  private static final String LINEAR = "linear";

  enum Preset {
    PAPER
  }

  @Mixin private ChainOptions chains = new ChainOptions();

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
      names = "--time",
      paramLabel = "TIME",
      description =
          "How long this may take on this machine, such as 90s, 10m or 2h: chains are as many and"
              + " as long as fit into it. Default: a fixed amount of work, some minutes at most.")
  @Nullable String time;

  @Option(
      names = "--core-seconds",
      paramLabel = "CHOICE,SAMPLING",
      split = ",",
      description =
          "Instead of --time, the work to choose the model and the work to sample, in seconds of a"
              + " reference core. Unlike --time, this gives the same draws on every machine; the"
              + " report of a run made with --time prints its numbers.")
  @Nullable List<Double> coreSeconds;

  @Option(
      names = "--standardise",
      paramLabel = "ROWS",
      description = "Rows that give mean and standard deviation: train or all. Default: train.")
  @Nullable Standardise standardise;

  @Option(
      names = "--prior-scale",
      paramLabel = "SD",
      split = ",",
      description =
          "Standard deviation of the weights' prior, or two, such as 0.25,1: that of the first"
              + " layer's weights, by which columns enter, and that of all else. Default: 1, and"
              + " for '--hidden auto' what the data choose.")
  @Nullable List<Double> priorScale;

  @Option(
      names = "--precision",
      defaultValue = "single",
      description = "Arithmetic of the network: single or double. Default: ${DEFAULT-VALUE}.")
  Precision precision = Precision.SINGLE;

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
    if (coreSeconds != null) {
      throw new InputException("--core-seconds replaces --time: give one of them.");
    }
    requireSized("--time");
    return OptionalDouble.of(GivenTime.seconds(time));
  }

  private void requireSized(String option) {
    if (!sized()) {
      throw new InputException(
          option
              + " finds the number and the length of chains for mclmc: leave out --chains,"
              + " --warmup, --draws, --thinning, --until and --sampler nuts.");
    }
  }

  /** For commands that fit several times. */
  void refuseTime() {
    if (time != null || coreSeconds != null) {
      throw new InputException(
          "--time and --core-seconds are for 'coset fit' alone: give --chains and --warmup to do"
              + " less or more.");
    }
  }

  /** Whether the data choose the model. */
  boolean auto() {
    boolean one = paper() || chains.forOneModel() || chains.nuts(false);
    return hidden == null ? !one : hidden.equalsIgnoreCase(AUTO);
  }

  /** Whether chains are as many and as long as the usual time allows. */
  boolean sized() {
    return chains.sized(paper());
  }

  /** The work that was given, or the usual work for a study. */
  Budget budget(Study study) {
    if (coreSeconds != null) {
      requireSized("--core-seconds");
      if (coreSeconds.size() != 2 || !coreSeconds.stream().allMatch(s -> s > 0 && s < 1e12)) {
        throw new InputException(
            "--core-seconds takes two positive numbers such as 20,60: the work to choose the model"
                + " and the work to sample.");
      }
      return new Budget(coreSeconds.getFirst(), coreSeconds.getLast(), Chains.FILLING);
    }
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
  Study scaled(Study study, Budget budget, int threads) {
    boolean chosen = targetScale == null && !study.scaling().target().areClasses();
    return chosen ? TargetScales.choose(study, likelihood == null, budget, threads) : study;
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

  private Prior prior() {
    if (priorScale == null) {
      return Prior.STANDARD_NORMAL;
    }
    if (priorScale.size() > 2) {
      throw new InputException(
          "--prior-scale takes one standard deviation, or two, such as 0.25,1: that of the first"
              + " layer's weights and that of all else.");
    }
    return new Prior(priorScale.getLast(), priorScale.getFirst());
  }

  private Configuration chosen(String likelihoodByTarget) {
    boolean paper = paper();
    if (auto() && chains.forOneModel()) {
      throw new InputException(
          "--until and --superchains are for one model: give its --hidden, such as 16,16.");
    }
    if (auto() && chains.nuts(paper)) {
      throw new InputException(
          "The model is chosen by short chains of mclmc: give --hidden for --sampler nuts.");
    }
    return new Configuration(
        hidden(paper),
        activation == null ? Activation.TANH : activation,
        prior(),
        likelihood == null ? likelihoodByTarget : likelihood,
        targetScale == null ? TargetScale.LINEAR : targetScale,
        precision,
        standardise == null ? (paper ? Standardise.ALL : Standardise.TRAIN) : standardise,
        chains.plan(paper),
        chains.until());
  }
}
