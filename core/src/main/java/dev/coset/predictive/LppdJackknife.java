package dev.coset.predictive;

import dev.coset.data.Targets;
import dev.coset.distribution.Predictive;
import dev.coset.distribution.PredictiveDistribution;
import dev.coset.vectormath.Elementary;
import java.util.Arrays;

/**
 * The Monte Carlo error of an LPPD: how much it would vary if the chains, or the members of an
 * ensemble, were others, on the same test points. The jackknife: the LPPD is taken again without
 * each part in turn (Efron, The Jackknife, the Bootstrap and Other Resampling Plans, 1982, ch. 3).
 */
public final class LppdJackknife {
  private LppdJackknife() {}

  /**
   * One standard error.
   *
   * @param predictive with components of equal weight, those of a part next to each other
   * @param y targets at its points
   * @param parts independent of each other, and of equal size
   * @return not a number where there are fewer than two parts
   */
  public static double error(Predictive predictive, Targets y, int parts) {
    return spread(without(predictive, y, parts));
  }

  /**
   * One standard error of the difference of two LPPDs whose parts make pairs, such as chains of two
   * samplers from the same starts: each pair is dropped in turn.
   */
  public static double errorOfDifference(Predictive a, Predictive b, Targets y, int parts) {
    double[] without = without(a, y, parts);
    double[] other = without(b, y, parts);
    Arrays.setAll(without, p -> without[p] - other[p]);
    return spread(without);
  }

  /** The LPPDs without each part in turn, all up to the same constant. */
  private static double[] without(Predictive predictive, Targets y, int parts) {
    int components = predictive.points() == 0 ? 0 : predictive.at(0).size();
    if (parts < 1 || components % parts != 0) {
      throw new IllegalArgumentException(
          "%d components do not make %d parts of equal size.".formatted(components, parts));
    }
    double[] without = new double[parts];
    double[] part = new double[parts];
    for (int i = 0; i < y.count(); i++) {
      double share = y.weight(i);
      densities(predictive.at(i), y.at(i), part);
      double all = Arrays.stream(part).sum();
      for (int p = 0; p < parts; p++) {
        // One that outweighs the rest is not subtracted: that would lose the rest.
        double rest = part[p] < all / 2 ? all - part[p] : sumWithout(part, p);
        without[p] += share * Elementary.log(rest) / y.total();
      }
    }
    return without;
  }

  private static double spread(double[] without) {
    int parts = without.length;
    if (parts < 2) {
      return Double.NaN;
    }
    double mean = Arrays.stream(without).average().orElseThrow();
    double squares = Arrays.stream(without).map(v -> (v - mean) * (v - mean)).sum();
    return Math.sqrt(squares * (parts - 1) / parts);
  }

  /** The densities of the parts at a point, up to a factor that makes the largest term 1. */
  private static void densities(PredictiveDistribution mixture, double y, double[] part) {
    double largest = Double.NEGATIVE_INFINITY;
    for (int g = 0; g < mixture.size(); g++) {
      largest = Math.max(largest, mixture.logDensityOf(g, y));
    }
    int each = mixture.size() / part.length;
    for (int p = 0; p < part.length; p++) {
      part[p] = Double.MIN_NORMAL; // none is quite 0, however far away the point
      for (int g = p * each; g < (p + 1) * each; g++) {
        part[p] += Elementary.exp(mixture.logDensityOf(g, y) - largest);
      }
    }
  }

  private static double sumWithout(double[] part, int left) {
    double sum = 0;
    for (int p = 0; p < part.length; p++) {
      sum += p == left ? 0 : part[p];
    }
    return sum;
  }
}
