package dev.coset.sampler;

import java.util.Arrays;

/**
 * The result of a warm-up.
 *
 * @param stepSize the step size of all draws
 * @param inverseMass the diagonal of {@code M^-1}
 * @param steps leapfrog steps taken
 * @param divergences transitions that diverged
 */
public record WarmupSummary(double stepSize, double[] inverseMass, long steps, int divergences) {

  @Override
  public boolean equals(Object other) {
    return other instanceof WarmupSummary w
        && Double.compare(stepSize, w.stepSize) == 0
        && Arrays.equals(inverseMass, w.inverseMass)
        && steps == w.steps
        && divergences == w.divergences;
  }

  @Override
  public int hashCode() {
    return Double.hashCode(stepSize) + 31 * Arrays.hashCode(inverseMass);
  }
}
