package dev.coset.statistics;

import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * The mixing statistics of one quantity over chains. A statistic that does not exist is empty: for
 * chains of one draw all but the nested R-hat, for a single chain those that compare chains.
 *
 * @param rhat the larger of bulk and folded R-hat
 * @param rhatBulk rank-normalised split R-hat
 * @param rhatFolded the same of distances from the median
 * @param worstChainWise the largest R-hat of one chain's halves
 * @param nestedRhat rank-normalised nested R-hat, where superchains share their start
 * @param essBulk effective sample size at the centre
 * @param essTail effective sample size in the tails
 * @param standardErrorOfMean Monte Carlo standard error of the mean
 */
public record MixingSummary(
    OptionalDouble rhat,
    OptionalDouble rhatBulk,
    OptionalDouble rhatFolded,
    OptionalDouble worstChainWise,
    OptionalDouble nestedRhat,
    OptionalDouble essBulk,
    OptionalDouble essTail,
    OptionalDouble standardErrorOfMean) {

  /** Of values (chain, draw) from chains that started independently. */
  public static MixingSummary of(double[][] chains) {
    return of(chains, Double.NaN);
  }

  /** Of values (chain, draw) where the chains of a superchain shared their start. */
  public static MixingSummary of(double[][] chains, int[] superchain) {
    return of(chains, Rhat.nestedRank(chains, superchain));
  }

  /** Of values (chain, draw) whose nested R-hat is known, or NaN. */
  public static MixingSummary of(double[][] chains, double nested) {
    double chainWise =
        Arrays.stream(chains)
            .mapToDouble(Rhat::chainWise)
            .filter(r -> !Double.isNaN(r))
            .max()
            .orElse(Double.NaN);
    return new MixingSummary(
        existing(Rhat.rank(chains)),
        existing(Rhat.bulk(chains)),
        existing(Rhat.folded(chains)),
        existing(chainWise),
        existing(nested),
        existing(EffectiveSampleSize.bulk(chains)),
        existing(EffectiveSampleSize.tail(chains)),
        existing(EffectiveSampleSize.standardErrorOfMean(chains)));
  }

  private static OptionalDouble existing(double value) {
    return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
  }
}
