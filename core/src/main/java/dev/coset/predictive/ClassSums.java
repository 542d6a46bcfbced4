package dev.coset.predictive;

import dev.coset.distribution.ClassProbabilities;
import dev.coset.distribution.Predictive;
import java.util.Arrays;

/**
 * A weighted sum of class probabilities over draws. Kept as logarithms, for a new function may find
 * probable what all earlier ones exclude. StrictMath, since a decision to stop sampling hangs on
 * it.
 */
final class ClassSums implements PredictiveSum {
  private final double[][] logSum; // (input, class)
  private double draws; // the sum of their weights

  ClassSums(int inputs, int classes) {
    this.logSum = new double[inputs][classes];
    for (double[] row : logSum) {
      Arrays.fill(row, Double.NEGATIVE_INFINITY);
    }
  }

  private ClassSums(double[][] logSum, double draws) {
    this.logSum = Arrays.stream(logSum).map(double[]::clone).toArray(double[][]::new);
    this.draws = draws;
  }

  @Override
  public void add(Predictive chain, double weight) {
    double logWeight = StrictMath.log(weight);
    int components = 0;
    for (int i = 0; i < logSum.length; i++) {
      ClassProbabilities at = chain.classes(i);
      components = at.size();
      for (int g = 0; g < components; g++) {
        for (int k = 0; k < logSum[i].length; k++) {
          logSum[i][k] = logOfSum(logSum[i][k], logWeight + at.logDensityOf(g, k));
        }
      }
    }
    draws += components * weight;
  }

  private static double logOfSum(double a, double b) {
    double larger = Math.max(a, b);
    return larger == Double.NEGATIVE_INFINITY
        ? larger
        : larger + StrictMath.log1p(StrictMath.exp(Math.min(a, b) - larger));
  }

  @Override
  public ClassSums copy() {
    return new ClassSums(logSum, draws);
  }

  @Override
  public double divergenceFrom(PredictiveSum other) {
    var q = (ClassSums) other;
    double logRatioOfDraws = StrictMath.log(q.draws) - StrictMath.log(draws);
    double total = 0;
    for (int i = 0; i < logSum.length; i++) {
      for (int k = 0; k < logSum[i].length; k++) {
        double p = StrictMath.exp(logSum[i][k]) / draws;
        total += p > 0 ? p * (logSum[i][k] - q.logSum[i][k] + logRatioOfDraws) : 0;
      }
    }
    return Math.max(0, total / logSum.length);
  }
}
