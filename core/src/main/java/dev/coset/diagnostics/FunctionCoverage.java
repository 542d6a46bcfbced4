package dev.coset.diagnostics;

import dev.coset.posterior.Draws;
import dev.coset.posterior.Posterior;
import dev.coset.predictive.FunctionValues;
import dev.coset.predictive.PredictiveConvergence;
import java.util.Arrays;

/**
 * Whether the chains have seen the functions there are to see, and whether the predictive has
 * settled. Says something of chains of one draw too.
 *
 * @param clusters groups of like functions
 * @param seen novel chains among the later half
 * @param unseenLimit what the mass of functions not yet seen does not exceed, at 95%
 * @param chao1 estimated number of clusters in all
 * @param goodTuring estimated mass of clusters not met
 * @param shift {@code KL(predictive of all chains || of the first half)}, mean over inputs, in nats
 */
public record FunctionCoverage(
    int clusters,
    UnseenMass seen,
    double unseenLimit,
    double chao1,
    double goodTuring,
    double shift) {

  /** Below it the predictive counts as settled. */
  public static final double SETTLED = 0.01;

  private static final double CONFIDENCE = 0.95;
  private static final int MOST_INPUTS = 256;

  /** Of long chains some draws show the predictive as well as all. */
  private static final int MOST_DRAWS_OF_A_CHAIN = 8;

  public boolean settled() {
    return shift < SETTLED;
  }

  static FunctionCoverage of(Posterior posterior, ChainedDraws chained, int threads) {
    double[][] train = posterior.data().x();
    double[][] x = EvenPick.columns(train, EvenPick.of(train[0].length, MOST_INPUTS));
    double[][] grid = PredictiveConvergence.inputsFor(train);
    var convergence = new PredictiveConvergence(grid[0].length);
    var novelty = new Novelty();
    var clusters = new Clusters();
    for (int c = 0; c < chained.count(); c++) {
      ChainFunction function = meanOf(values(posterior, allOf(chained, c), x, threads));
      novelty.add(function);
      clusters.add(function);
      convergence.add(values(posterior, someOf(chained, c), grid, threads));
    }
    UnseenMass seen = novelty.unseenMass(chained.count());
    return new FunctionCoverage(
        clusters.sizes().length,
        seen,
        seen.upperLimit(CONFIDENCE),
        clusters.chao1(),
        clusters.goodTuring(),
        convergence.halfToAll());
  }

  private static FunctionValues values(
      Posterior posterior, Draws draws, double[][] x, int threads) {
    return FunctionValues.of(posterior.network(), posterior.precision(), draws, x, threads);
  }

  private static Draws allOf(ChainedDraws chained, int c) {
    return picked(chained, c, EvenPick.of(chained.perChain(), chained.perChain()));
  }

  private static Draws someOf(ChainedDraws chained, int c) {
    return picked(chained, c, EvenPick.of(chained.perChain(), MOST_DRAWS_OF_A_CHAIN));
  }

  private static Draws picked(ChainedDraws chained, int c, int[] of) {
    Draws all = chained.draws();
    Draws some = Draws.ofSize(of.length, all.dimension());
    for (int i = 0; i < of.length; i++) {
      int g = c * chained.perChain() + of[i];
      System.arraycopy(
          all.values(), g * all.dimension(), some.values(), i * all.dimension(), all.dimension());
    }
    return some;
  }

  private static ChainFunction meanOf(FunctionValues values) {
    double[] mean = new double[values.points()];
    for (double[] f : values.f()) {
      for (int i = 0; i < mean.length; i++) {
        mean[i] += f[i] / values.draws();
      }
    }
    return new ChainFunction(mean, Arrays.stream(values.sigma()).average().orElseThrow());
  }
}
