package dev.coset.fit;

import dev.coset.chains.EngineSession;
import dev.coset.data.InputException;
import dev.coset.data.TargetKind;
import dev.coset.data.TargetScale;
import dev.coset.data.TargetType;
import dev.coset.message.Setting;
import dev.coset.model.Choice.Budget;
import dev.coset.model.Choice.Chains;
import dev.coset.model.Configuration;
import dev.coset.model.Configuration.Standardise;
import dev.coset.model.Configuration.Until;
import dev.coset.model.Study;
import dev.coset.model.Weighting;
import dev.coset.network.Activation;
import dev.coset.network.Precision;
import dev.coset.posterior.Likelihood;
import dev.coset.posterior.Prior;
import dev.coset.sampler.Sampler;
import dev.coset.sampler.Ubu;
import dev.coset.selection.CandidateModels;
import dev.coset.selection.CostModel;
import dev.coset.selection.TargetScales;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which model is fitted; a setting that is given beats the preset. */
final class ModelSettings {
  private static final int MOST_ROWS = 10_000_000;

  /** From so many rows on chains see them by mini-batches. */
  private static final int ROWS_FOR_BATCHES = 100_000;

  private static final int[] PAPER_HIDDEN = {16, 16, 16};
  private static final int[] USUAL_HIDDEN = {16, 16};
  private static final Duration SHORTEST_TIME = Duration.ofSeconds(5);
  private static final double MOST_CORE_SECONDS = 1e12;

  final ChainSettings chains = new ChainSettings();
  boolean paper;
  int @Nullable [] hidden;
  @Nullable Boolean auto;
  @Nullable String activation;
  @Nullable Duration time;
  double @Nullable [] coreSeconds; // choice, sampling
  @Nullable Standardise standardise;
  double @Nullable [] priorScale;
  @Nullable String precision;
  @Nullable String likelihood;
  @Nullable TargetType targetType;
  @Nullable TargetScale targetScale;
  @Nullable Weighting weights;
  @Nullable Integer maxRows;

  /** Whether the data choose the model. */
  boolean auto() {
    boolean one = paper || chains.forOneModel() || chains.nuts(false);
    return auto != null ? auto : hidden == null && !one;
  }

  /** How chains are weighted. */
  Weighting weights() {
    return weights != null ? weights : paper ? Weighting.EQUAL : Weighting.STACKING;
  }

  /** What the target is read as. */
  TargetType targetType() {
    if (targetType != null) {
      return targetType;
    }
    if (likelihood == null) {
      return paper ? TargetType.NUMBER : TargetType.AUTO;
    }
    return Likelihood.named(likelihood).targetType();
  }

  /** The most training rows that are used. */
  int maxRows() {
    return maxRows != null ? maxRows : sized() ? MOST_ROWS : Integer.MAX_VALUE;
  }

  /** Refuses settings that contradict each other. */
  void check() {
    if (maxRows != null && maxRows <= 0) {
      throw InputException.of(
          "%s takes a positive whole number, but was %d.", Setting.MAX_ROWS, maxRows);
    }
    if (time != null && coreSeconds != null) {
      throw InputException.of(
          "%s replaces %s: give one of them.", Setting.CORE_SECONDS, Setting.TIME);
    }
    if (time != null) {
      requireSized(Setting.TIME);
      if (time.compareTo(SHORTEST_TIME) < 0) {
        throw new InputException(
            "The time must be at least 5 seconds, but was %s s.".formatted(time.toMillis() * 1e-3));
      }
    }
    if (coreSeconds != null) {
      requireSized(Setting.CORE_SECONDS);
      for (double seconds : coreSeconds) {
        if (!(seconds > 0 && seconds < MOST_CORE_SECONDS)) {
          throw InputException.of(
              "%s takes two positive numbers, such as %s: the reference core-seconds to choose the"
                  + " model, and those to sample.",
              Setting.CORE_SECONDS, Setting.CORE_SECONDS.to(20, 60));
        }
      }
    }
    configuration(Likelihood.NORMAL);
  }

  /** For fits that are repeated. */
  void refuseTime() {
    if (time != null || coreSeconds != null) {
      throw InputException.of(
          "%s and %s are for a single fit: give %s and %s to do less or more.",
          Setting.TIME, Setting.CORE_SECONDS, Setting.CHAINS, Setting.WARMUP);
    }
  }

  private void requireSized(Setting setting) {
    if (!sized()) {
      throw InputException.of(
          "%s finds the number and the length of chains for mclmc: leave out %s, %s, %s, %s, %s"
              + " and %s.",
          setting,
          Setting.CHAINS,
          Setting.WARMUP,
          Setting.DRAWS,
          Setting.THINNING,
          Setting.UNTIL,
          Setting.SAMPLER.to("nuts"));
    }
  }

  /** Whether the cost model sets the number and the length of chains. */
  boolean sized() {
    return chains.sized(paper);
  }

  /** The work that was given, or the usual work for a study. */
  Budget budget(Study study) {
    return coreSeconds != null
        ? new Budget(coreSeconds[0], coreSeconds[1], Chains.FILLING)
        : CostModel.budget(study.split().train().length, sized());
  }

  /** The study with the sampler for its number of rows, where no chains were asked for. */
  Study byRows(Study study) {
    if (!sized() || chains.sampler != null || study.split().train().length < ROWS_FOR_BATCHES) {
      return study;
    }
    Configuration asked = study.configuration();
    return study.with(asked.withPlan(asked.plan().withSampler(Sampler.named(Ubu.NAME))));
  }

  /** The study with as many chains as a budget allows, and the rule that ends them. */
  Study sized(Study study, Budget budget) {
    Configuration asked = study.configuration();
    var plan = CostModel.plan(budget, asked.plan(), study);
    Until given = asked.until();
    return study.with(asked.withPlan(plan).stopped(given != null ? given : budget.until(plan)));
  }

  /** Whether cross-validation also chooses the scale of the prior. */
  boolean otherPriors() {
    return priorScale == null;
  }

  /** The likelihoods that the data may choose among. */
  List<String> likelihoods(Study study) {
    return likelihood == null
        ? CandidateModels.likelihoods(study)
        : List.of(study.configuration().likelihood());
  }

  /** The study with the target on the scale that was asked for, or that the data choose. */
  Study scaled(Study study, Budget budget, EngineSession session) {
    if (!auto() || targetScale != null) {
      return study;
    }
    return switch (study.scaling().target().kind()) {
      case TargetKind.Number _ -> TargetScales.choose(study, likelihood == null, budget, session);
      case TargetKind.Classes _ -> study;
    };
  }

  /** The configuration for a kind of target. */
  Configuration configuration(TargetKind target) {
    return configuration(Likelihood.usual(target));
  }

  private Configuration configuration(String likelihoodByTarget) {
    if (auto() && chains.forOneModel()) {
      throw InputException.of(
          "%s and %s are for one model: give its layers, such as %s.",
          Setting.UNTIL, Setting.SUPERCHAINS, Setting.HIDDEN.to(16, 16));
    }
    if (auto() && chains.nuts(paper)) {
      throw InputException.of(
          "The model is chosen by short chains of mclmc. For %s give the layers, such as %s.",
          Setting.SAMPLER.to("nuts"), Setting.HIDDEN.to(16, 16));
    }
    return new Configuration(
        hidden != null ? hidden : paper ? PAPER_HIDDEN : USUAL_HIDDEN,
        activation == null ? Activation.TANH : Named.of(Activation.class, activation, "activation"),
        prior(),
        likelihood == null ? likelihoodByTarget : likelihood,
        targetScale == null ? TargetScale.LINEAR : targetScale,
        precision == null ? Precision.SINGLE : Named.of(Precision.class, precision, "precision"),
        standardise != null ? standardise : paper ? Standardise.ALL : Standardise.TRAIN,
        chains.plan(paper),
        chains.until());
  }

  private Prior prior() {
    if (priorScale == null) {
      return Prior.STANDARD_NORMAL;
    }
    if (priorScale.length == 0 || priorScale.length > 2) {
      throw InputException.of(
          "%s takes one standard deviation or two, such as %s: that of the first layer's weights"
              + " and that of all others.",
          Setting.PRIOR_SCALE, Setting.PRIOR_SCALE.to(0.25, 1));
    }
    return new Prior(priorScale[priorScale.length - 1], priorScale[0]);
  }
}
