package dev.coset.predictive;

import dev.coset.network.Network;
import dev.coset.network.Precision;
import dev.coset.posterior.Draws;
import java.util.Arrays;

/**
 * How each draw's function depends on some features alone (Friedman 2001): its mean over rows in
 * which these features are set to one value after another and the others stay as they are.
 */
public final class PartialDependence {
  private PartialDependence() {}

  /**
   * @param rows (feature, row)
   * @param features which of them are set; several for a text column's indicators
   * @param values (value, of the features set)
   * @param threads at most so many share the work; the result does not depend on it
   * @return each draw's means, with the values in the place of points
   */
  public static FunctionValues of(
      Network network,
      Precision precision,
      Draws draws,
      double[][] rows,
      int[] features,
      double[][] values,
      int threads) {
    int n = rows[0].length;
    double[][] x = new double[rows.length][values.length * n];
    for (int v = 0; v < values.length; v++) {
      for (int j = 0; j < rows.length; j++) {
        System.arraycopy(rows[j], 0, x[j], v * n, n);
      }
      for (int k = 0; k < features.length; k++) {
        Arrays.fill(x[features[k]], v * n, (v + 1) * n, values[v][k]);
      }
    }
    FunctionValues all = FunctionValues.of(network, precision, draws, x, threads);
    double[][] mean = new double[draws.count()][values.length];
    for (int g = 0; g < mean.length; g++) {
      for (int point = 0; point < values.length * n; point++) {
        mean[g][point / n] += all.f()[g][point] / n;
      }
    }
    return new FunctionValues(mean, all.sigma());
  }
}
