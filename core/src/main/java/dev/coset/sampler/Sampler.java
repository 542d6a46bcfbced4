package dev.coset.sampler;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.coset.posterior.DrawSchema;
import dev.coset.posterior.Draws;
import dev.coset.posterior.LogDensity;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * How a chain is drawn: the settings of a sampler, which can run one. A chain is a function of the
 * density, the start, the settings and the random stream alone.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "name")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Nuts.Settings.class, name = Nuts.NAME),
  @JsonSubTypes.Type(value = Mclmc.Settings.class, name = Mclmc.NAME)
})
public sealed interface Sampler permits Nuts.Settings, Mclmc.Settings {

  /** What a chain yields. */
  record Chain(Draws draws, WarmupSummary warmup) {}

  String name();

  /** Transitions that adapt and are not kept. */
  int warmup();

  /** Draws that are kept. */
  int draws();

  /** Transitions from one draw to the next. */
  default int thinning() {
    return 1;
  }

  /** Transitions of a whole chain. */
  default long transitions() {
    return warmup() + (long) draws() * thinning();
  }

  /** The same chain of another length. */
  Sampler withDraws(int number);

  /** What it tells of each draw. */
  DrawSchema schema();

  /** How many arrays of the dimension's length a chain works with, its draws not counted. */
  int workspace();

  /**
   * Runs a chain.
   *
   * @param chain the number that the draws bear
   */
  Chain run(
      LogDensity density,
      int chain,
      double[] start,
      UniformRandomProvider random,
      SamplerMonitor monitor);
}
