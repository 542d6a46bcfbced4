package dev.coset.sampler;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.coset.data.InputException;
import dev.coset.posterior.DrawSchema;
import dev.coset.posterior.Draws;
import dev.coset.posterior.LogDensity;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.apache.commons.rng.UniformRandomProvider;
import tools.jackson.databind.annotation.JsonTypeIdResolver;

/**
 * Draws a chain: the settings of a sampler, which can run one. A chain is a function of the
 * density, the start, the settings and the random stream alone.
 *
 * <p>A sampler is one record. Its components are its settings, and what a run's manifest says of
 * it; its constructor without arguments gives the usual ones, by which {@link ServiceLoader} finds
 * it. Its canonical constructor refuses settings that make no chain.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.CUSTOM, property = "name")
@JsonTypeIdResolver(SamplerNames.class)
public interface Sampler {

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

  /**
   * The same transitions in a chain of another length.
   *
   * @throws IllegalArgumentException where there is no such chain
   */
  Sampler ofLength(int warmup, int draws, int thinning);

  /** The same chain with another number of draws. */
  default Sampler withDraws(int number) {
    return ofLength(warmup(), number, thinning());
  }

  /** A short chain that begins in a mode, for where there are many to run. */
  Sampler brief(int draws);

  /** Its settings but the length, by their names in lower-case words. */
  default Map<String, String> settings() {
    return NamedSettings.of(this);
  }

  /**
   * The same with another value of one of {@link #settings()}.
   *
   * @throws IllegalArgumentException where there is no such setting or value
   */
  default Sampler with(String setting, String value) {
    return NamedSettings.with(this, setting, value);
  }

  /** The gradients that a chain takes, where they are known beforehand. */
  default OptionalLong gradients() {
    return OptionalLong.empty();
  }

  /**
   * Whether chains of one model are to end at one level of log density. Short chains from many
   * trainings end at several, as a rule.
   */
  default boolean reachesOneLevel() {
    return true;
  }

  /** What it tells of each draw, {@code n_steps} and {@code diverging} among it. */
  DrawSchema schema();

  /**
   * What its statistics of all chains say.
   *
   * @param chains the draws of each
   */
  default List<Check> checks(List<Draws> chains) {
    return List.of();
  }

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

  /**
   * The sampler of that name with its usual settings.
   *
   * @throws InputException where there is none
   */
  static Sampler named(String name) {
    var samplers = ServiceLoader.load(Sampler.class);
    for (Sampler sampler : samplers) {
      if (sampler.name().equals(name)) {
        return sampler;
      }
    }
    String known =
        samplers.stream().map(s -> s.get().name()).sorted().collect(Collectors.joining(", "));
    throw new InputException(
        "There is no sampler named '" + name + "'; choose one of: " + known + ".");
  }
}
