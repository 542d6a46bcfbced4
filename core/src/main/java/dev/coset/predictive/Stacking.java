package dev.coset.predictive;

import java.util.Arrays;

/**
 * Weights of predictive distributions under which their mixture predicts left-out points best: the
 * maximum of {@code sum_i log sum_k w_k p_k(y_i | y_-i)} over the simplex. For modes among which
 * chains do not mix it is a better weight than the share of chains, which says how large a mode's
 * basin is.
 *
 * <p>Y. Yao, A. Vehtari, A. Gelman: Stacking for non-mixing Bayesian computations. JMLR 23(79),
 * 2022.
 */
public final class Stacking {
  private static final int ITERATIONS = 1_000_000;

  private Stacking() {}

  /**
   * Returns the weights. The objective is concave; each step multiplies a weight by the mean share
   * {@code p_k / sum w p} its mode would have at weight 1 (the EM algorithm), and how far the
   * largest of these exceeds 1 bounds what is still to gain per point.
   *
   * @param logDensity (mode, point), of left-out points
   */
  public static double[] weights(double[][] logDensity) {
    return weights(logDensity, new double[logDensity.length]);
  }

  /**
   * The same where points are few: as if each mode alone had foretold a number of further points.
   * Adds {@code sum_k n_k log w_k} to the objective, which stays concave.
   *
   * @param further (mode), how many, 0 for none
   */
  public static double[] weights(double[][] logDensity, double[] further) {
    int modes = logDensity.length;
    double points = logDensity[0].length + Arrays.stream(further).sum();
    double[][] density = relativeToBest(logDensity);
    double[] weight = new double[modes];
    Arrays.fill(weight, 1.0 / modes);
    double[] gain = new double[modes];
    double excess = Double.POSITIVE_INFINITY;
    for (int step = 0; step < ITERATIONS && excess > 1e-9; step++) {
      Arrays.fill(gain, 0);
      for (double[] p : density) {
        double mixture = 0;
        for (int k = 0; k < modes; k++) {
          mixture += weight[k] * p[k];
        }
        for (int k = 0; k < modes; k++) {
          gain[k] += p[k] / mixture / points;
        }
      }
      excess = 0;
      for (int k = 0; k < modes; k++) {
        gain[k] += further[k] == 0 ? 0 : further[k] / weight[k] / points;
        excess = Math.max(excess, gain[k] - 1);
        weight[k] *= gain[k];
      }
    }
    double sum = Arrays.stream(weight).sum();
    return Arrays.stream(weight).map(w -> w / sum).toArray();
  }

  /** Enough further points that on a small table chance does not decide alone. */
  public static final double FURTHER_POINTS = 5;

  /** What weighs less may be dropped. */
  public static final double LEAST_WEIGHT = 0.02;

  /**
   * The same with a few further points, shared among modes of which the points do not say that they
   * are worse than the best: so that of few points chance does not give all weight to one.
   *
   * @param points how many further ones in all
   */
  public static double[] cautious(double[][] logDensity, double points) {
    var best = Paired.best(logDensity);
    double[] further = new double[logDensity.length];
    Arrays.setAll(further, k -> best.isAhead(logDensity[k], 2) ? 0 : 1);
    double sum = Arrays.stream(further).sum();
    return weights(logDensity, Arrays.stream(further).map(share -> points * share / sum).toArray());
  }

  /**
   * Densities (point, mode) divided by the best mode's at each point, so that none is lost to
   * underflow.
   */
  private static double[][] relativeToBest(double[][] logDensity) {
    double[][] density = new double[logDensity[0].length][logDensity.length];
    for (int i = 0; i < density.length; i++) {
      double best = Double.NEGATIVE_INFINITY;
      for (double[] mode : logDensity) {
        best = Math.max(best, mode[i]);
      }
      for (int k = 0; k < logDensity.length; k++) {
        density[i][k] = StrictMath.exp(logDensity[k][i] - best);
      }
    }
    return density;
  }
}
