package dev.coset.statistics;

import java.util.Arrays;

/**
 * Potential scale reduction: how much wider the draws of all chains are than those of one. Near 1
 * where chains agree; the usual alarm is 1.01. All take values {@code (chain, draw)} of one
 * quantity and agree with ArviZ.
 *
 * <p>What does not exist is NaN: across chains from fewer than 2 chains or 4 draws, of values that
 * are NaN or all equal. Chains of a single draw have only {@link #nested} and {@link #nestedRank},
 * if groups of them share their starting point. Chains that each stand still at a place of their
 * own have an R-hat of infinity.
 */
public final class Rhat {

  private Rhat() {}

  /** The larger of {@link #bulk} and {@link #folded} (Vehtari et al. 2021): the one to report. */
  public static double rank(double[][] chains) {
    return larger(bulk(chains), folded(chains));
  }

  /** Rank-normalised split R-hat: do chains agree on location? */
  public static double bulk(double[][] chains) {
    return ChainArray.suffices(chains, 2, ChainArray.FEWEST_DRAWS)
        ? bulkOf(ChainArray.halves(chains))
        : Double.NaN;
  }

  /** The same of distances from the median: do they agree on scale? */
  public static double folded(double[][] chains) {
    return ChainArray.suffices(chains, 2, ChainArray.FEWEST_DRAWS)
        ? foldedOf(ChainArray.halves(chains))
        : Double.NaN;
  }

  /** Split R-hat of the values as they are (Gelman et al., BDA3, section 11.4). */
  public static double split(double[][] chains) {
    return ChainArray.suffices(chains, 2, ChainArray.FEWEST_DRAWS)
        ? of(ChainArray.halves(chains))
        : Double.NaN;
  }

  /**
   * {@link #rank} of the two halves of one chain: is it still on its way? Needs no agreement with
   * other chains.
   */
  public static double chainWise(double[] chain) {
    double[][] alone = {chain};
    if (!ChainArray.suffices(alone, 1, ChainArray.FEWEST_DRAWS)) {
      return Double.NaN;
    }
    double[][] halves = ChainArray.halves(alone);
    return larger(bulkOf(halves), foldedOf(halves));
  }

  /**
   * Nested R-hat (Margossian, Hoffman, Sountsov, Riou-Durand, Vehtari and Gelman 2024, equations 6
   * to 8): chains of a superchain share their starting point, and superchains are compared, with
   * {@code B} the variance of their means and {@code W} the mean variance inside them:
   *
   * <pre>{@code
   * sqrt(1 + B / W)
   * W = mean over superchains of (variance of chain means + mean of chain variances)
   * }</pre>
   *
   * <p>It exists for chains of one draw. Without a shared start, or where each superchain is one
   * chain of one draw, it does not mean anything (NaN or infinite in the latter case).
   *
   * @param superchain the superchain of each chain; each must have equally many chains
   */
  public static double nested(double[][] chains, int[] superchain) {
    Superchains groups = new Superchains(chains, superchain);
    return ChainArray.suffices(chains, 2, 1) ? groups.rhat(chains) : Double.NaN;
  }

  /** The larger nested R-hat of ranks and of folded ranks; from 4 draws on chains are split. */
  public static double nestedRank(double[][] chains, int[] superchain) {
    Superchains groups = new Superchains(chains, superchain);
    if (!ChainArray.suffices(chains, 2, 1)) {
      return Double.NaN;
    }
    boolean split = chains[0].length >= ChainArray.FEWEST_DRAWS;
    double[][] parts = split ? ChainArray.halves(chains) : chains;
    Superchains partGroups = split ? groups.ofHalves() : groups;
    return larger(
        partGroups.rhat(RankNormalisation.scores(parts)),
        partGroups.rhat(RankNormalisation.scores(RankNormalisation.folded(parts))));
  }

  private static double bulkOf(double[][] parts) {
    return of(RankNormalisation.scores(parts));
  }

  private static double foldedOf(double[][] parts) {
    return of(RankNormalisation.scores(RankNormalisation.folded(parts)));
  }

  private static double of(double[][] chains) {
    int draws = chains[0].length;
    double between =
        draws * ChainArray.variance(Arrays.stream(chains).mapToDouble(ChainArray::mean).toArray());
    double within =
        ChainArray.mean(Arrays.stream(chains).mapToDouble(ChainArray::variance).toArray());
    return Math.sqrt((between / within + draws - 1) / draws);
  }

  /** Folding two values of equal frequency leaves one: then the other R-hat stands alone. */
  private static double larger(double bulk, double folded) {
    return folded > bulk ? folded : bulk;
  }
}
