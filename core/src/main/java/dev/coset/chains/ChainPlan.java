package dev.coset.chains;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.coset.sampler.Nuts;
import dev.coset.sampler.Sampler;
import java.util.BitSet;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The chains of a run. Chain c is a function of the posterior, the sampler's settings, the seed and
 * c alone, so a plan with more chains continues one with fewer.
 *
 * @param superchains in how many groups chains share a starting point; 0 where each has its own
 * @param start the name of a {@link ChainStart}
 * @param passes over the rows for training a start by mini-batches, where that is how it is
 *     trained; null for the usual number
 */
public record ChainPlan(
    int chains,
    long seed,
    int superchains,
    String start,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer passes,
    Sampler sampler) {

  public ChainPlan {
    Objects.requireNonNull(start);
    Objects.requireNonNull(sampler);
    if (chains < 1) {
      throw new IllegalArgumentException(
          "A run needs at least 1 chain, but was asked for " + chains + ".");
    }
    if (superchains < 0) {
      throw new IllegalArgumentException(
          "The number of superchains must be 0 (none) or more, but was " + superchains + ".");
    }
    if (passes != null && passes < 1) {
      throw new IllegalArgumentException(
          "Training takes at least 1 pass over the rows, but was given " + passes + ".");
    }
  }

  /** Chains whose starts take the usual training. */
  public ChainPlan(int chains, long seed, int superchains, String start, Sampler sampler) {
    this(chains, seed, superchains, start, null, sampler);
  }

  /** Chains that all start from points of their own. */
  public ChainPlan(int chains, long seed, Sampler sampler) {
    this(chains, seed, 0, ChainStart.UNIFORM, sampler);
  }

  /** A plan with NumPyro's settings of the sampler. */
  public static ChainPlan of(int chains, int warmup, int draws, long seed) {
    return new ChainPlan(chains, seed, Nuts.Settings.of(warmup, draws));
  }

  public ChainPlan withChains(int number) {
    return new ChainPlan(number, seed, superchains, start, passes, sampler);
  }

  /** Chains in so many groups, each with one starting point. */
  public ChainPlan withSuperchains(int number) {
    return new ChainPlan(chains, seed, number, start, passes, sampler);
  }

  /** Chains that begin where the {@link ChainStart} of that name says. */
  public ChainPlan withStart(String name) {
    return new ChainPlan(chains, seed, superchains, name, passes, sampler);
  }

  /** Chains of another length, or drawn in another way. */
  public ChainPlan withSampler(Sampler settings) {
    return new ChainPlan(chains, seed, superchains, start, passes, settings);
  }

  /** Chains whose starts are trained by so many passes over the rows. */
  public ChainPlan withPasses(int number) {
    return new ChainPlan(chains, seed, superchains, start, number, sampler);
  }

  /** The group whose starting point a chain has. */
  public int superchainOf(int chain) {
    return superchains == 0 ? chain : chain % superchains;
  }

  /** The chains still to run where some are stored. */
  public IntStream missingFrom(BitSet stored) {
    return IntStream.range(0, chains).filter(chain -> !stored.get(chain));
  }
}
