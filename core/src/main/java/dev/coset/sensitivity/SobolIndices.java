package dev.coset.sensitivity;

import java.util.Arrays;
import java.util.function.Function;

/**
 * Shares of the variance of functions: the first-order index is what a column explains alone, the
 * total index what would be left to it if all others were known, so that the difference is
 * interaction. Of several outputs, such as probabilities, variances are summed (Gamboa et al.
 * 2014).
 *
 * <p>A. Saltelli et al.: Variance based sensitivity analysis of model output. Computer Physics
 * Communications 181 (2010); the total index is by Jansen (1999).
 *
 * @param first (function, column)
 * @param total (function, column)
 */
record SobolIndices(double[][] first, double[][] total) {
  /** A variance below this is rounding: the function is constant, and nothing matters to it. */
  private static final double CONSTANT = 1e-20;

  /**
   * Estimates them for many functions at once.
   *
   * @param functions values (function, output, point) at inputs (input, point)
   */
  static SobolIndices of(Design design, Function<double[][], double[][][]> functions) {
    double[][][] a = functions.apply(design.sample(0));
    double[][][] b = functions.apply(design.sample(1));
    var indices =
        new SobolIndices(
            new double[a.length][design.columns()], new double[a.length][design.columns()]);
    for (int j = 0; j < design.columns(); j++) {
      double[][][] mixed = functions.apply(design.mixed(j));
      for (int g = 0; g < a.length; g++) {
        indices.add(g, j, a[g], b[g], mixed[g]);
      }
    }
    return indices;
  }

  /**
   * Each is relative to the variance of the points that it rests on: a rare value that one sample
   * happens to have more often than the other then takes no share above 1.
   */
  private void add(int g, int column, double[][] a, double[][] b, double[][] mixed) {
    double alone = 0;
    double changed = 0;
    for (int k = 0; k < a.length; k++) {
      double centre = mean(b[k]);
      for (int i = 0; i < a[k].length; i++) {
        double change = mixed[k][i] - a[k][i];
        alone += (b[k][i] - centre) * change;
        changed += change * change / 2;
      }
    }
    int points = a[0].length;
    first[g][column] = share(alone / points, variance(b, mixed));
    total[g][column] = share(changed / points, variance(a, mixed));
  }

  private static double share(double part, double variance) {
    return variance > CONSTANT ? part / variance : 0;
  }

  /** Of a function, over both samples, summed over its outputs. */
  private static double variance(double[][] a, double[][] b) {
    double sum = 0;
    for (int k = 0; k < a.length; k++) {
      double mean = (mean(a[k]) + mean(b[k])) / 2;
      for (int i = 0; i < a[k].length; i++) {
        sum += (a[k][i] - mean) * (a[k][i] - mean) + (b[k][i] - mean) * (b[k][i] - mean);
      }
    }
    return sum / (2.0 * a[0].length);
  }

  private static double mean(double[] f) {
    return Arrays.stream(f).average().orElseThrow();
  }
}
