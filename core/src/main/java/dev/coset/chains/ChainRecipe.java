package dev.coset.chains;

import dev.coset.posterior.Posterior;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Everything that determines a chain except its number: a chain is a function of both alone,
 * whoever runs it.
 *
 * @param posterior given the rows that the chains see
 * @param plan seed, start and sampler
 * @param stream from which transitions are drawn
 * @param starts where chains begin; null where the plan's own start decides
 */
public record ChainRecipe(
    Posterior posterior, ChainPlan plan, RandomStream stream, @Nullable Starts starts) {

  /**
   * Given starting points of consecutive chains.
   *
   * @param first the number of the first of these chains
   * @param q (chain, entry)
   */
  public record Starts(int first, double[][] q) {}

  /** The chains of a plan. */
  public static ChainRecipe of(Posterior posterior, ChainPlan plan) {
    return new ChainRecipe(posterior, plan, RandomStream.TRANSITIONS, null);
  }

  /** Chains that continue from given points, with random numbers apart from those of a plan. */
  public static ChainRecipe from(Posterior posterior, ChainPlan plan, Starts starts) {
    return new ChainRecipe(posterior, plan, RandomStream.APPROXIMATION, starts);
  }

  /**
   * Where a chain starts.
   *
   * @param stopped asked now and then where a start takes long
   * @throws dev.coset.parallel.StoppedException once that says so
   */
  public ChainStart.Point start(int chain, BooleanSupplier stopped) {
    return starts == null
        ? ChainStart.named(plan.start()).of(posterior, plan, plan.superchainOf(chain), stopped)
        : new ChainStart.Point(starts.q()[chain - starts.first()], 0);
  }
}
