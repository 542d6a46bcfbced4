package dev.coset.predictive;

import dev.coset.statistics.Weighted;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** How the LPPD grows with the draws. */
public final class LppdByDraws {
  private LppdByDraws() {}

  /**
   * The mean log predictive density of the first draws together, for each number of them.
   *
   * @param logLikelihood (draw, point), of at least one point
   * @param weights of the points; null where all are 1
   */
  public static double[] of(double[][] logLikelihood, double @Nullable [] weights) {
    int points = logLikelihood[0].length;
    double[] logSum = new double[points];
    Arrays.fill(logSum, Double.NEGATIVE_INFINITY);
    double all = Weighted.total(weights, points);
    double[] lppd = new double[logLikelihood.length];
    for (int g = 0; g < lppd.length; g++) {
      double sum = 0;
      for (int i = 0; i < points; i++) {
        double larger = Math.max(logSum[i], logLikelihood[g][i]);
        double smaller = Math.min(logSum[i], logLikelihood[g][i]);
        logSum[i] = larger + StrictMath.log1p(StrictMath.exp(smaller - larger));
        sum += Weighted.of(weights, i) * logSum[i];
      }
      lppd[g] = sum / all - StrictMath.log(g + 1);
    }
    return lppd;
  }
}
