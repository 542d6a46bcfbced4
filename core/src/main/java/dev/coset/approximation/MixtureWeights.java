package dev.coset.approximation;

import java.util.Arrays;
import java.util.List;

/** How much each component of a mixture counts. */
final class MixtureWeights {
  private static final int STEPS = 100_000;
  private static final double SAME = 1e-3; // squared distance between two centres

  private MixtureWeights() {}

  /**
   * In proportion to the evidence of each component. Components around the same maximum hold the
   * same mass, which they share.
   */
  static double[] byEvidence(List<Normal> components, double[] logEvidence) {
    double largest = Arrays.stream(logEvidence).max().orElseThrow();
    double[] weights = new double[logEvidence.length];
    double sum = 0;
    for (int k = 0; k < weights.length; k++) {
      Normal normal = components.get(k);
      long twins =
          components.stream()
              .filter(
                  other ->
                      normal.squaredDistance(other.mean()) <= SAME
                          && other.squaredDistance(normal.mean()) <= SAME)
              .count();
      weights[k] = Math.exp(logEvidence[k] - largest) / twins;
      sum += weights[k];
    }
    for (int k = 0; k < weights.length; k++) {
      weights[k] /= sum;
    }
    return weights;
  }

  /**
   * Stacking (Yao et al. 2018): the weights that maximise {@code sum_i log sum_k w_k p_k(y_i)}, a
   * concave problem, by expectation maximisation.
   *
   * @param logDensity (component, point), each point's given the others
   */
  static double[] byStacking(double[][] logDensity) {
    int components = logDensity.length;
    int points = logDensity[0].length;
    double[][] density = new double[points][components]; // up to a factor for each point
    for (int i = 0; i < points; i++) {
      double largest = Double.NEGATIVE_INFINITY;
      for (double[] of : logDensity) {
        largest = Math.max(largest, of[i]);
      }
      for (int k = 0; k < components; k++) {
        density[i][k] = Math.exp(logDensity[k][i] - largest);
      }
    }
    double[] weights = new double[components];
    Arrays.fill(weights, 1.0 / components);
    double moved = 1;
    for (int step = 0; step < STEPS && moved > 1e-12; step++) {
      double[] next = new double[components];
      for (double[] at : density) {
        double sum = 0;
        for (int k = 0; k < components; k++) {
          sum += weights[k] * at[k];
        }
        for (int k = 0; k < components; k++) {
          next[k] += weights[k] * at[k] / sum / points;
        }
      }
      moved = 0;
      for (int k = 0; k < components; k++) {
        moved = Math.max(moved, Math.abs(next[k] - weights[k]));
      }
      weights = next;
    }
    return weights;
  }
}
