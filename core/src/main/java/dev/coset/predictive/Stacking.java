package dev.coset.predictive;

import dev.coset.statistics.Weighted;
import dev.coset.vectormath.Netlib;
import java.util.Arrays;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.netlib.util.intW;

/**
 * Weights of predictive distributions under which their mixture predicts held-out points best: the
 * maximum of {@code sum_i v_i log sum_k w_k p_k(y_i | y_-i)} over the simplex, with the weights v
 * of the points. For modes among which chains do not mix it is a better weight than the share of
 * chains, which says how large a mode's basin is.
 *
 * <p>Y. Yao, A. Vehtari, A. Gelman: Stacking for non-mixing Bayesian computations. JMLR 23(79),
 * 2022.
 */
public final class Stacking {
  private static final double FIRST_BARRIER = 1; // points

  /**
   * How much worse than best all points may be predicted, in nats for each mode: too little to
   * show.
   */
  private static final double LAST_BARRIER = 1e-6;

  private static final double BARRIER_FALLS = 0.1;
  private static final int MOST_STEPS = 100; // for each barrier; a few are usual
  private static final double CONTENT = 1e-10; // nats of all points that a step promises
  private static final double TOWARDS_ZERO = 0.95; // of the way, at most, in one step

  private Stacking() {}

  /**
   * Returns the weights.
   *
   * @param logDensity (mode, point), of held-out points
   * @param rows the weights of the points; null where all are 1
   */
  public static double[] weights(double[][] logDensity, double @Nullable [] rows) {
    return weights(logDensity, rows, new double[logDensity.length]);
  }

  /**
   * The same where points are few: as if each mode alone had predicted a number of further points.
   * Adds {@code sum_k n_k log w_k} to the objective, which stays concave. Every mode has some more
   * such points at first, and ever less of them: an interior point method; each stage of it
   * Newton's steps solve.
   *
   * @param further (mode), how many, 0 for none
   */
  public static double[] weights(
      double[][] logDensity, double @Nullable [] rows, double[] further) {
    double[][] density = relativeToBest(logDensity);
    double[] weight = new double[logDensity.length];
    Arrays.fill(weight, 1.0 / weight.length);
    for (double barrier = FIRST_BARRIER; barrier > LAST_BARRIER / 2; barrier *= BARRIER_FALLS) {
      double added = barrier;
      double[] alone = Arrays.stream(further).map(n -> n + added).toArray();
      double promised = Double.POSITIVE_INFINITY;
      for (int step = 0; step < MOST_STEPS && promised > CONTENT; step++) {
        promised = step(density, rows, alone, weight);
      }
    }
    double sum = Arrays.stream(weight).sum();
    return Arrays.stream(weight).map(w -> w / sum).toArray();
  }

  /**
   * A step of Newton's uphill on {@code sum_i v_i log sum_k w_k p_ik + sum_k n_k log w_k - n sum_k
   * w_k}, whose maximum has weights of sum 1 for n points in all, counted by their weights v. In
   * relative changes of the weights its second derivative is {@code R'R + diag(n_k)}, less what
   * vanishes there, with {@code r_ik} the share of mode k in the mixture at point i. Returns what
   * the step promised; 0 where rounding lets none rise.
   */
  private static double step(
      double[][] density, double @Nullable [] rows, double[] alone, double[] weight) {
    int modes = weight.length;
    double points = Weighted.total(rows, density.length) + Arrays.stream(alone).sum();
    double[] slope = new double[modes];
    double[] curvature = new double[modes * modes]; // its lower triangle, column by column
    Arrays.setAll(slope, k -> alone[k] - points * weight[k]);
    double[] share = new double[modes];
    for (int i = 0; i < density.length; i++) {
      double[] p = density[i];
      double of = Weighted.of(rows, i);
      double mixture = mixture(weight, p);
      for (int k = 0; k < modes; k++) {
        share[k] = weight[k] * p[k] / mixture;
        slope[k] += of * share[k];
        for (int h = 0; h <= k; h++) {
          curvature[h * modes + k] += of * share[k] * share[h];
        }
      }
    }
    for (int k = 0; k < modes; k++) {
      curvature[k * modes + k] += alone[k];
    }
    double[] change = slope.clone();
    solve(curvature, change);
    double promised = 0;
    for (int k = 0; k < modes; k++) {
      promised += slope[k] * change[k];
    }
    double steepest = -Arrays.stream(change).min().orElseThrow();
    double before = objective(density, rows, alone, points, weight);
    double[] from = weight.clone();
    for (double length = Math.min(1, TOWARDS_ZERO / Math.max(0, steepest));
        length > 1e-6;
        length /= 2) {
      double part = length;
      Arrays.setAll(weight, k -> from[k] * (1 + part * change[k]));
      if (objective(density, rows, alone, points, weight) >= before) {
        return promised;
      }
    }
    System.arraycopy(from, 0, weight, 0, modes);
    return 0;
  }

  /** Overwrites the vector with the solution, and the matrix with its factor. */
  private static void solve(double[] matrix, double[] vector) {
    int size = vector.length;
    var info = new intW(0);
    Netlib.javaLapack().dpotrf("L", size, matrix, size, info);
    if (info.val != 0) {
      throw new IllegalStateException(
          "The weights of models that agree at all rows are not unique.");
    }
    Netlib.javaLapack().dpotrs("L", size, 1, matrix, size, vector, size, info);
  }

  private static double objective(
      double[][] density,
      double @Nullable [] rows,
      double[] alone,
      double points,
      double[] weight) {
    double sum = 0;
    for (int i = 0; i < density.length; i++) {
      sum += Weighted.of(rows, i) * StrictMath.log(mixture(weight, density[i]));
    }
    for (int k = 0; k < weight.length; k++) {
      sum += alone[k] * StrictMath.log(weight[k]) - points * weight[k];
    }
    return sum;
  }

  private static double mixture(double[] weight, double[] density) {
    double sum = 0;
    for (int k = 0; k < weight.length; k++) {
      sum += weight[k] * density[k];
    }
    return sum;
  }

  /** Enough further points that on a small table chance does not decide alone. */
  public static final double FURTHER_POINTS = 5;

  /** What weighs less may be dropped. */
  public static final double LEAST_WEIGHT = 0.02;

  /**
   * The same with a few further points, shared among modes where the points do not show that they
   * are worse than the best: so that of few points chance does not give all weight to one.
   *
   * @param points how many further ones in all
   */
  public static double[] cautious(double[][] logDensity, double @Nullable [] rows, double points) {
    var best = Paired.best(logDensity, rows);
    return weights(logDensity, rows, shared(logDensity, points, mode -> !best.isAhead(mode, 2)));
  }

  /**
   * The same where a simple candidate may be as good as any. A lead over it counts as far as it
   * exceeds its standard error. The further points are shared among the candidates that are not
   * behind it, and it alone gets twice as many again.
   */
  public static double[] cautious(
      double[][] logDensity, double @Nullable [] rows, double points, int simplest) {
    double[][] discounted = Paired.withoutChance(logDensity, rows, simplest);
    double least =
        Weighted.mean(logDensity[simplest], rows) - 1e-9; // of means that rounding made unequal
    double[] further = shared(discounted, points, mode -> Weighted.mean(mode, rows) >= least);
    further[simplest] += 2 * points;
    return weights(discounted, rows, further);
  }

  private static double[] shared(
      double[][] logDensity, double points, Predicate<double[]> sharing) {
    double[] further = new double[logDensity.length];
    Arrays.setAll(further, k -> sharing.test(logDensity[k]) ? 1 : 0);
    double sum = Arrays.stream(further).sum();
    return Arrays.stream(further).map(share -> points * share / sum).toArray();
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
