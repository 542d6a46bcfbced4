package dev.coset.optimisation;

import dev.coset.posterior.Draws;
import java.util.Arrays;
import java.util.List;

/**
 * A maximum of the posterior, or how far training got towards one. The array is shared, not copied:
 * treat it as fixed.
 *
 * @param q {@code (theta, nuisance)}
 * @param value the objective there, on all training data
 * @param slope the largest entry of its gradient there, by absolute value: 0 at a maximum
 * @param iterations steps of the optimiser
 * @param gradients evaluations of density and gradient, each over the points it was trained on
 * @param end why training ended
 */
public record MapEstimate(
    double[] q, double value, double slope, int iterations, long gradients, Optimiser.End end) {

  /** Estimates as draws, one to a chain; what only a sampler knows is NaN or 0. */
  public static Draws asDraws(List<MapEstimate> estimates) {
    return Draws.independent(estimates.stream().map(MapEstimate::q).toArray(double[][]::new));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MapEstimate e
        && Arrays.equals(q, e.q)
        && Double.compare(value, e.value) == 0
        && Double.compare(slope, e.slope) == 0
        && iterations == e.iterations
        && gradients == e.gradients
        && end == e.end;
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(q);
  }

  @Override
  public String toString() {
    return "%s after %d iterations and %d gradients at %s"
        .formatted(end, iterations, gradients, value);
  }
}
