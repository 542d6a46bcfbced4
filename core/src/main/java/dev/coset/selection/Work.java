package dev.coset.selection;

import dev.coset.chains.ChainPlan;
import dev.coset.posterior.Posterior;
import dev.coset.sampler.Mclmc;
import dev.coset.store.Choice.Budget;
import dev.coset.store.Study;
import java.util.List;

/**
 * How much is done where the user says nothing of it: a function of data and options alone, so that
 * it is the same on every machine. In seconds of one core as they are common, by the cost of a
 * gradient.
 */
public final class Work {
  private static final double SECONDS_PER_WEIGHT = 0.15e-9; // and row
  private static final double SECONDS_PER_STEP = 20e-9; // and weight: directions, sums
  private static final double SECONDS_PER_CALL = 2e-6;

  /** What single chains of a choice are like. */
  private static final int JUDGING_CHAINS = 2;

  private static final int JUDGING_DRAWS = 50;
  private static final int JUDGING_THINNING = 20;
  private static final int JUDGING_WARMUP = 2000;

  /** What chains that predict are like, where there is time enough. */
  public static final int CHAINS = 12;

  public static final int DRAWS = 16;
  public static final int THINNING = 180;
  public static final int WARMUP = 8000;

  private static final int FEWEST_CHAINS = 4;
  private static final double SHORTEST = 0.1; // of such a chain

  private Work() {}

  /** By the number of rows: more where there are very many. */
  public static Budget budget(int rows, boolean sizesChains) {
    double more = Math.clamp((rows - 20_000) / 80_000.0, 0, 1);
    return new Budget(100, 350 + 500 * more, sizesChains);
  }

  /** The seconds of one gradient of a chain. */
  static double gradient(int rows, int parameters) {
    return SECONDS_PER_CALL + parameters * (SECONDS_PER_STEP + rows * SECONDS_PER_WEIGHT);
  }

  private static double seconds(Posterior posterior, ChainPlan plan, int rows) {
    long gradients = Mclmc.gradients((Mclmc.Settings) plan.sampler());
    return plan.chains() * gradients * gradient(rows, posterior.dimension());
  }

  /** The chains of one fold of a choice. */
  static ChainPlan judging(ChainPlan asked) {
    return asked
        .withChains(JUDGING_CHAINS)
        .withSuperchains(0)
        .withSampler(Mclmc.Settings.of(JUDGING_WARMUP, JUDGING_DRAWS, JUDGING_THINNING));
  }

  /** The seconds of one fold of all candidates. */
  static double ofFold(List<Study> candidates, int rows) {
    return candidates.stream()
        .mapToDouble(s -> seconds(s.posterior(), judging(s.configuration().plan()), rows))
        .sum();
  }

  /** The chains of a model where the user says nothing of them and there is time enough. */
  private static ChainPlan full(ChainPlan asked) {
    return asked.withChains(CHAINS).withSampler(Mclmc.Settings.of(WARMUP, DRAWS, THINNING));
  }

  /**
   * The chains of each of several models that predict together: shorter ones where they would take
   * too long, then fewer.
   */
  public static ChainPlan plan(Budget budget, ChainPlan asked, List<Study> kept) {
    if (!budget.sizesChains()) {
      return asked;
    }
    double need =
        kept.stream()
            .mapToDouble(s -> seconds(s.posterior(), full(asked), s.posterior().data().count()))
            .sum();
    double share = Math.min(1, budget.sampling() / need);
    double length = Math.max(SHORTEST, share);
    int chains = (int) Math.clamp(Math.round(CHAINS * share / length), FEWEST_CHAINS, CHAINS);
    return asked
        .withChains(chains)
        .withSampler(
            Mclmc.Settings.of(
                (int) (WARMUP * length), DRAWS, Math.max(1, (int) (THINNING * length))));
  }
}
