package dev.coset.sampler;

import java.util.ArrayList;
import java.util.List;

/**
 * Adaptation of step size and mass matrix, a fold over the warm-up's transitions. The step size
 * adapts at every one; the mass matrix is set from the variance seen in each of a series of growing
 * windows, after which the step size starts anew.
 *
 * <p>Reference: Stan reference manual, section on HMC warm-up, with NumPyro's constants.
 */
final class Warmup {
  private static final int FIRST = 75; // step size only, finding the typical set
  private static final int WINDOW = 25; // the first mass-matrix window
  private static final int LAST = 50; // step size only, for the final mass matrix

  private final int steps;
  private final List<Integer> windows;
  private final DualAveraging dualAveraging;
  private final RunningVariance variance;
  private double stepSize = 1;
  private int step;
  private int window;
  private int windowEnd;

  Warmup(int steps, int dimension, double targetAcceptance) {
    this.steps = steps;
    this.windows = windows(steps);
    this.windowEnd = windows.isEmpty() ? 0 : windows.getFirst();
    this.dualAveraging = new DualAveraging(targetAcceptance, stepSize);
    this.variance = new RunningVariance(dimension);
  }

  /** The lengths of the windows; the first and the last do not adapt the mass matrix. */
  static List<Integer> windows(int steps) {
    if (steps < 20) {
      return steps > 0 ? List.of(steps) : List.of();
    }
    boolean few = steps < FIRST + WINDOW + LAST;
    int first = few ? (int) (0.15 * steps) : FIRST;
    int last = few ? (int) (0.1 * steps) : LAST;
    int size = few ? steps - first - last : WINDOW;
    List<Integer> windows = new ArrayList<>();
    windows.add(first);
    int left = steps - first - last;
    while (left > 0) {
      int length = 3 * size <= left ? size : left;
      windows.add(length);
      left -= length;
      size *= 2;
    }
    windows.add(last);
    return windows;
  }

  /**
   * Learns from one transition: its acceptance and the point it led to. Updates {@code inverseMass}
   * at a window's end.
   */
  void learn(double acceptance, double[] q, double[] inverseMass) {
    dualAveraging.update(acceptance);
    step++;
    stepSize = step == steps ? dualAveraging.averagedStepSize() : dualAveraging.stepSize();
    boolean adaptsMass = window > 0 && window < windows.size() - 1;
    if (adaptsMass) {
      variance.add(q);
    }
    if (step == windowEnd && step < steps) {
      if (adaptsMass) {
        variance.regularisedInto(inverseMass);
        dualAveraging.restart(stepSize);
      }
      window++;
      windowEnd += windows.get(window);
    }
  }

  double stepSize() {
    return stepSize;
  }
}
