package dev.coset.laplace;

import dev.coset.vectormath.Elementary;
import java.util.Arrays;
import java.util.List;

/** How much each component of a mixture counts, where stacking is not asked. */
final class MixtureWeights {
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
      weights[k] = Elementary.exp(logEvidence[k] - largest) / twins;
      sum += weights[k];
    }
    for (int k = 0; k < weights.length; k++) {
      weights[k] /= sum;
    }
    return weights;
  }
}
