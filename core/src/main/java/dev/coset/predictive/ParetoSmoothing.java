package dev.coset.predictive;

import java.util.Arrays;

/**
 * Importance weights with their largest replaced by the expected order statistics of a generalised
 * Pareto distribution fitted to them, and the shape k-hat of its tail, which says how far the
 * weights can be trusted.
 *
 * <p>[1] A. Vehtari, D. Simpson, A. Gelman, Y. Yao, J. Gabry: Pareto smoothed importance sampling.
 * JMLR 25(72), 2024. [2] J. Zhang, M. Stephens: A new and efficient estimation method for the
 * generalized Pareto distribution. Technometrics 51 (2009).
 *
 * @param logWeights normalised: their exponentials sum to 1
 * @param shape k-hat; infinite where there are too few weights to tell
 */
public record ParetoSmoothing(double[] logWeights, double shape) {

  /**
   * Smooths log ratios.
   *
   * @param efficiency effective sample size of the draws over their number; 1 for independent draws
   */
  public static ParetoSmoothing of(double[] logRatios, double efficiency) {
    int n = logRatios.length;
    double[] x = logRatios.clone();
    double largest = Arrays.stream(x).max().orElseThrow();
    Arrays.setAll(x, g -> x[g] - largest);
    int[] order = ascending(x);
    int tail = (int) Math.ceil(Math.min(n / 5.0, 3 * Math.sqrt(n / efficiency)));
    double cut = tail < n ? x[order[n - tail - 1]] : Double.NEGATIVE_INFINITY;
    double cutoff = Math.max(cut, StrictMath.log(Double.MIN_NORMAL));
    int from = n;
    while (from > 0 && x[order[from - 1]] > cutoff) {
      from--;
    }
    double shape = Double.POSITIVE_INFINITY;
    if (n - from > 4) {
      shape = smoothTail(x, order, from, StrictMath.exp(cutoff));
    }
    double sum = LogSumExp.of(x);
    Arrays.setAll(x, g -> x[g] - sum);
    return new ParetoSmoothing(x, shape);
  }

  /** The k-hat above which n weights are not to be trusted [1]. */
  public static double threshold(int n) {
    return Math.min(1 - 1 / StrictMath.log10(n), 0.7);
  }

  private static double smoothTail(double[] x, int[] order, int from, double cutoff) {
    int length = order.length - from;
    double[] excess = new double[length];
    Arrays.setAll(excess, t -> StrictMath.exp(x[order[from + t]]) - cutoff);
    Pareto fit = Pareto.fit(excess);
    if (Double.isFinite(fit.shape)) {
      for (int t = 0; t < length; t++) {
        double smoothed = StrictMath.log(fit.quantile((t + 0.5) / length) + cutoff);
        x[order[from + t]] = Math.min(0, smoothed);
      }
    }
    return Double.isFinite(fit.shape) ? fit.shape : Double.POSITIVE_INFINITY;
  }

  /** A generalised Pareto distribution of excesses over 0. */
  private record Pareto(double shape, double scale) {

    /**
     * The estimate of [2] from sorted excesses, its shape drawn towards 1/2 as by ten more
     * observations [1].
     */
    static Pareto fit(double[] excess) {
      int n = excess.length;
      int candidates = 30 + (int) Math.sqrt(n);
      double quartile = excess[(int) (n / 4.0 + 0.5) - 1];
      double[] b = new double[candidates];
      double[] logLikelihood = new double[candidates];
      for (int c = 0; c < candidates; c++) {
        b[c] = (1 - Math.sqrt(candidates / (c + 0.5))) / (3 * quartile) + 1 / excess[n - 1];
        double k = meanLog1p(-b[c], excess);
        logLikelihood[c] = n * (StrictMath.log(-b[c] / k) - k - 1);
      }
      double[] weight = new double[candidates];
      double total = 0;
      for (int c = 0; c < candidates; c++) {
        double inverse = 0;
        for (double other : logLikelihood) {
          inverse += StrictMath.exp(other - logLikelihood[c]);
        }
        weight[c] = 1 / inverse >= 10 * Math.ulp(1.0) ? 1 / inverse : 0;
        total += weight[c];
      }
      double mean = 0;
      for (int c = 0; c < candidates; c++) {
        mean += weight[c] > 0 ? b[c] * weight[c] / total : 0;
      }
      double k = meanLog1p(-mean, excess);
      return new Pareto((n * k + 5) / (n + 10), -k / mean);
    }

    double quantile(double p) {
      return Math.abs(shape) < Math.ulp(1.0)
          ? -scale * StrictMath.log1p(-p)
          : scale * StrictMath.expm1(-shape * StrictMath.log1p(-p)) / shape;
    }

    private static double meanLog1p(double factor, double[] values) {
      double sum = 0;
      for (double v : values) {
        sum += StrictMath.log1p(factor * v);
      }
      return sum / values.length;
    }
  }

  private static int[] ascending(double[] x) {
    Integer[] order = new Integer[x.length];
    Arrays.setAll(order, g -> g);
    Arrays.sort(order, (a, b) -> Double.compare(x[a], x[b]));
    return Arrays.stream(order).mapToInt(g -> g).toArray();
  }
}
