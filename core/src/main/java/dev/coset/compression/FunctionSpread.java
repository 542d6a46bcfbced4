package dev.coset.compression;

import dev.coset.distribution.GaussianMixture;
import dev.coset.distribution.Predictive;
import dev.coset.vectormath.Elementary;
import java.util.Arrays;
import java.util.function.Function;

/**
 * How far the function of each draw lies from the mean function, {@code s_c}: the mean over inputs
 * of {@code (f_c(x) - E f(x))^2 / b(x)^2} with the blur b of {@link View#function}. The mean of
 * {@code s_c} over all draws is the epistemic variance in the same units. Few draws that are close
 * by {@code KL(p || q)} overstate it, since that divergence punishes a tail that is missing more
 * than one that is too heavy.
 *
 * @param of (component), {@code s_c}
 * @param full its mean over all draws
 */
record FunctionSpread(double[] of, double full) {
  private static final int HALVINGS = 100;

  /** The tilt is sought within so many to either side, in units of {@code 1 / full}. */
  private static final double STEEPEST = 20;

  /**
   * Of components of another predictive, relative to the mean function of one.
   *
   * @param x (feature, input)
   */
  static FunctionSpread of(
      Function<double[][], Predictive> full,
      Function<double[][], Predictive> components,
      double[][] x,
      int threads) {
    int inputs = x[0].length;
    var views = new View[inputs];
    double[] center = new double[inputs];
    double[] variance = new double[inputs];
    Quadrature.atEach(
        full,
        x,
        threads,
        (i, p) -> {
          views[i] = View.function(p);
          var values = (GaussianMixture) views[i].of(p);
          center[i] = values.mean();
          double spread = values.epistemic() / values.sd(0);
          variance[i] = spread * spread;
        });
    double[][] square = new double[inputs][]; // (input, component)
    Quadrature.atEach(
        components,
        x,
        threads,
        (i, q) -> {
          var values = (GaussianMixture) views[i].of(q);
          square[i] = new double[values.size()];
          Arrays.setAll(
              square[i],
              c -> {
                double z = (values.mean(c) - center[i]) / values.sd(c);
                return z * z;
              });
        });
    double[] of = new double[square[0].length];
    Arrays.setAll(of, c -> Arrays.stream(square).mapToDouble(at -> at[c]).average().orElseThrow());
    return new FunctionSpread(of, Arrays.stream(variance).average().orElseThrow());
  }

  /**
   * Weights of some components by which these have the epistemic variance of all, as near as may be
   * to the given ones: {@code v_c exp(-t s_c)}, normalised, minimises the divergence from {@code v}
   * under that condition (Csiszar, 1975). The given ones where no moderate tilt t does.
   */
  double[] matched(int[] chosen, double[] weights) {
    double low = -STEEPEST / full;
    double high = STEEPEST / full;
    if (!(excess(chosen, weights, low) > 0 && excess(chosen, weights, high) < 0)) {
      return weights;
    }
    for (int k = 0; k < HALVINGS; k++) {
      double middle = (low + high) / 2;
      if (excess(chosen, weights, middle) > 0) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return tilted(chosen, weights, (low + high) / 2);
  }

  private double excess(int[] chosen, double[] weights, double tilt) {
    double[] tilted = tilted(chosen, weights, tilt);
    double sum = 0;
    for (int k = 0; k < chosen.length; k++) {
      sum += tilted[k] * of[chosen[k]];
    }
    return sum - full;
  }

  private double[] tilted(int[] chosen, double[] weights, double tilt) {
    double[] tilted = new double[chosen.length];
    Arrays.setAll(tilted, k -> weights[k] * Elementary.exp(-tilt * (of[chosen[k]] - full)));
    double sum = Arrays.stream(tilted).sum();
    Arrays.setAll(tilted, k -> tilted[k] / sum);
    return tilted;
  }
}
