package dev.coset.laplace;

import dev.coset.statistics.ChainArray;
import dev.coset.statistics.EffectiveSampleSize;
import java.util.Arrays;

/**
 * The integral of a density {@code p} from its draws, by a bridge to a normalised density {@code g}
 * that has draws too: the one number {@code r} for which both kinds of draws agree on how the other
 * lies among them.
 *
 * <p>[1] X.-L. Meng, W. H. Wong: Simulating ratios of normalizing constants via a simple identity.
 * Statistica Sinica 6 (1996). [2] S. Fruehwirth-Schnatter: Estimating marginal likelihoods for
 * mixture and Markov switching models using bridge sampling techniques. Econometrics Journal 7
 * (2004).
 *
 * @param logIntegral {@code log r}
 * @param error its standard error: the root of the relative mean square error of r [2]
 */
record BridgeSampling(double logIntegral, double error) {
  private static final int ITERATIONS = 1000;
  private static final double SETTLED = 1e-10;

  /**
   * Finds it by the iteration of [1].
   *
   * @param atDraws {@code log p - log g} at the draws of p, (chain, draw), chains of equal length
   * @param atProposals {@code log p - log g} at independent draws of g; p may be 0 there
   */
  static BridgeSampling of(double[][] atDraws, double[] atProposals) {
    double[] l1 = ChainArray.pooled(atDraws);
    double middle = Arrays.stream(l1).sorted().toArray()[l1.length / 2]; // keeps exp in range
    double[] ratio1 = Arrays.stream(l1).map(l -> StrictMath.exp(l - middle)).toArray();
    double[] ratio2 = Arrays.stream(atProposals).map(l -> StrictMath.exp(l - middle)).toArray();
    double s1 = (double) l1.length / (l1.length + atProposals.length);
    double s2 = 1 - s1;
    double r = 1;
    for (int i = 0; i < ITERATIONS; i++) {
      double now = r;
      double above =
          Arrays.stream(ratio2).map(q -> q / (s1 * q + s2 * now)).average().orElseThrow();
      double below =
          Arrays.stream(ratio1).map(q -> 1 / (s1 * q + s2 * now)).average().orElseThrow();
      r = above / below;
      if (!(r > 0) || Math.abs(r - now) <= SETTLED * r) {
        break;
      }
    }
    double found = r;
    double[] f1 = Arrays.stream(ratio2).map(q -> q / (s1 * q + s2 * found)).toArray();
    double[][] f2 =
        ChainArray.map(atDraws, l -> 1 / (s1 * StrictMath.exp(l - middle) + s2 * found));
    double error = relativeVariance(f1) / f1.length;
    double[] pooled = ChainArray.pooled(f2);
    error += relativeVariance(pooled) / effective(f2);
    return new BridgeSampling(middle + StrictMath.log(r), Math.sqrt(error));
  }

  private static double relativeVariance(double[] values) {
    double mean = ChainArray.mean(values);
    return ChainArray.variance(values) / (mean * mean);
  }

  /** Draws of chains too short to show their autocorrelation count as one each. */
  private static double effective(double[][] chains) {
    int draws = chains.length * chains[0].length;
    double size = EffectiveSampleSize.mean(chains);
    return Double.isNaN(size) ? chains.length : Math.min(size, draws);
  }
}
