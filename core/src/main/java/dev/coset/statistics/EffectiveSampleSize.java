package dev.coset.statistics;

import java.util.Arrays;

/**
 * How many independent draws the draws of all chains are worth, by Geyer's initial monotone
 * sequence over split chains (Vehtari et al. 2021, section 3.2). All take values {@code (chain,
 * draw)} of one quantity and agree with ArviZ; NaN where a chain has fewer than 4 draws or a value
 * is NaN. Independent chains of one draw are worth as many draws as there are chains, and need no
 * estimate.
 */
public final class EffectiveSampleSize {

  /** ArviZ takes values within this of each other as equal. */
  public static final double RESOLUTION = 1e-15;

  private EffectiveSampleSize() {}

  /** For the centre of the distribution: of normal scores of ranks. */
  public static double bulk(double[][] chains) {
    return exists(chains) ? of(RankNormalisation.scores(ChainArray.halves(chains))) : Double.NaN;
  }

  /** For its tails: the smaller of those for the 5% and the 95% quantile. */
  public static double tail(double[][] chains) {
    return Math.min(quantile(chains, 0.05), quantile(chains, 0.95));
  }

  /** For the mean of the values. */
  public static double mean(double[][] chains) {
    return exists(chains) ? of(ChainArray.halves(chains)) : Double.NaN;
  }

  /** For their standard deviation. */
  public static double standardDeviation(double[][] chains) {
    if (!exists(chains)) {
      return Double.NaN;
    }
    double mean = ChainArray.mean(ChainArray.pooled(chains));
    return of(ChainArray.halves(ChainArray.map(chains, x -> (x - mean) * (x - mean))));
  }

  /** For a quantile: of the indicator that a value does not exceed it. */
  public static double quantile(double[][] chains, double probability) {
    if (!exists(chains)) {
      return Double.NaN;
    }
    double quantile = quantile(ChainArray.pooled(chains), probability);
    return of(ChainArray.halves(ChainArray.map(chains, x -> x <= quantile ? 1 : 0)));
  }

  /** The Monte Carlo standard error of the mean of all draws. */
  public static double standardErrorOfMean(double[][] chains) {
    return exists(chains)
        ? Math.sqrt(ChainArray.variance(ChainArray.pooled(chains)) / mean(chains))
        : Double.NaN;
  }

  private static boolean exists(double[][] chains) {
    return ChainArray.suffices(chains, 1, ChainArray.FEWEST_DRAWS);
  }

  /**
   * R's type 7, rounded as SciPy's mquantiles does: a tied quantile may fall just below its own
   * value.
   */
  private static double quantile(double[] values, double probability) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    double place = n * probability + (1 - probability);
    int k = (int) Math.floor(Math.max(1, Math.min(place, n - 1)));
    double weight = Math.max(0, Math.min(1, place - k));
    return (1 - weight) * sorted[k - 1] + weight * sorted[k];
  }

  private static double of(double[][] chains) {
    int draws = chains[0].length;
    double size = (double) chains.length * draws;
    double[] sorted = ChainArray.pooled(chains);
    Arrays.sort(sorted);
    if (sorted[sorted.length - 1] - sorted[0] < RESOLUTION) {
      return size;
    }
    var correlation = new Correlation(chains);
    // Sums of neighbouring pairs are positive and fall; end where they no longer are, and level
    // where they rise.
    double[] rho = new double[draws + 1];
    double even = 1;
    double odd = correlation.at(1);
    rho[0] = even;
    rho[1] = odd;
    int lag = 1;
    while (lag < draws - 3 && even + odd > 0) {
      even = correlation.at(lag + 1);
      odd = correlation.at(lag + 2);
      if (even + odd >= 0) {
        rho[lag + 1] = even;
        rho[lag + 2] = odd;
      }
      lag += 2;
    }
    int last = lag - 2;
    if (even > 0) {
      rho[last + 1] = even;
    }
    for (int t = 1; t <= last - 2; t += 2) {
      if (rho[t + 1] + rho[t + 2] > rho[t - 1] + rho[t]) {
        rho[t + 1] = (rho[t - 1] + rho[t]) / 2;
        rho[t + 2] = rho[t + 1];
      }
    }
    double tau = -1 + rho[last + 1];
    for (int t = 0; t <= last; t++) {
      tau += 2 * rho[t];
    }
    // Antithetic chains may beat independent draws, but not by more than this.
    return size / Math.max(tau, 1 / StrictMath.log10(size));
  }

  /**
   * Autocorrelations of all chains together, each lag only when asked for: Geyer's sequence mostly
   * ends early.
   */
  private static final class Correlation {
    private final double[][] centred;
    private final double within;
    private final double total;

    Correlation(double[][] chains) {
      int draws = chains[0].length;
      double[] means = Arrays.stream(chains).mapToDouble(ChainArray::mean).toArray();
      centred = new double[chains.length][];
      for (int c = 0; c < chains.length; c++) {
        double mean = means[c];
        centred[c] = Arrays.stream(chains[c]).map(x -> x - mean).toArray();
      }
      double variance = covariance(0);
      within = variance * draws / (draws - 1);
      total = variance + (chains.length > 1 ? ChainArray.variance(means) : 0);
    }

    double at(int lag) {
      return 1 - (within - covariance(lag)) / total;
    }

    private double covariance(int lag) {
      double sum = 0;
      for (double[] chain : centred) {
        double ofChain = 0;
        for (int t = lag; t < chain.length; t++) {
          ofChain += chain[t] * chain[t - lag];
        }
        sum += ofChain;
      }
      return sum / centred.length / centred[0].length;
    }
  }
}
