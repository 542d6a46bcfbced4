package dev.coset.optimisation;

import dev.coset.data.InputException;
import dev.coset.posterior.LogDensity;
import dev.coset.vectormath.VectorMath;

/**
 * L-BFGS (Nocedal and Wright 2006, algorithm 7.5) with a line search for the strong Wolfe
 * conditions.
 *
 * @param memory how many steps the curvature is learned from
 * @param maxIterations the most steps
 * @param tolerance converged where no entry of the gradient is larger; near a maximum the curvature
 *     is seldom less than the prior's, so with a standard normal prior this bounds the distance
 *     left
 */
public record Lbfgs(int memory, int maxIterations, double tolerance) implements Optimiser {
  private static final VectorMath MATH = VectorMath.best();
  private static final int LEVEL_STEPS = 50;

  public Lbfgs {
    if (memory < 1 || maxIterations < 1 || !(tolerance >= 0)) {
      throw new InputException(
          ("L-BFGS needs a memory and a limit of at least 1 and a tolerance of at least 0, "
                  + "but was given %d, %d and %s.")
              .formatted(memory, maxIterations, tolerance));
    }
  }

  /** With a memory of 20 steps. */
  public static Lbfgs of(int maxIterations, double tolerance) {
    return new Lbfgs(20, maxIterations, tolerance);
  }

  @Override
  public Ascent climb(LogDensity density, double[] start, Watch watch) {
    var search = new LineSearch(density, start);
    if (!search.finite()) {
      return ascent(search, 0, End.DIVERGED);
    }
    var curvature = new Curvatures(memory, start.length);
    double[] direction = new double[start.length];
    int level = 0; // steps in a row that neither raised the density nor halved its gradient
    double least = Double.POSITIVE_INFINITY;
    for (int iteration = 1; iteration <= maxIterations; iteration++) {
      double slope = FirstOrder.slope(search.gradient());
      if (slope <= tolerance) {
        return ascent(search, iteration - 1, End.CONVERGED);
      }
      curvature.downhill(search.gradient(), direction);
      double before = search.value();
      double length = curvature.known() ? 1 : 1 / Math.max(1, slope);
      if (!search.step(direction, length, curvature.nextStep(), curvature.nextTurn())) {
        if (!curvature.known()) {
          return ascent(search, iteration - 1, End.FLAT);
        }
        curvature.forget(); // and try straight downhill
        continue;
      }
      curvature.learn();
      level++;
      if (before - search.value() > search.rounding() || slope < least / 2) {
        level = 0;
        least = slope;
      } else if (level == LEVEL_STEPS) {
        return ascent(search, iteration, End.FLAT);
      }
      if (!watch.goOn(iteration, search.q())) {
        return ascent(search, iteration, End.STOPPED);
      }
    }
    return ascent(search, maxIterations, End.LIMIT);
  }

  private static Ascent ascent(LineSearch search, int iterations, End end) {
    return new Ascent(
        search.q().clone(),
        -search.value(),
        FirstOrder.slope(search.gradient()),
        iterations,
        search.evaluations(),
        end);
  }

  /** The inverse Hessian as the last steps tell it. */
  private static final class Curvatures {
    private final double[][] steps; // (slot, entry)
    private final double[][] turns; // (slot, entry), the change of the gradient over the step
    private final double[] products; // (slot), step . turn
    private final double[] weights; // (slot)
    private int newest = -1; // slot
    private int stored;

    Curvatures(int memory, int dimension) {
      steps = new double[memory + 1][dimension]; // one slot to fill while the others are read
      turns = new double[memory + 1][dimension];
      products = new double[memory + 1];
      weights = new double[memory + 1];
    }

    boolean known() {
      return stored > 0;
    }

    void forget() {
      stored = 0;
    }

    double[] nextStep() {
      return steps[(newest + 1) % steps.length];
    }

    double[] nextTurn() {
      return turns[(newest + 1) % steps.length];
    }

    /** Takes in the step just filled, unless f was not convex along it. */
    void learn() {
      int slot = (newest + 1) % steps.length;
      int dimension = steps[slot].length;
      double product = MATH.dot(steps[slot], 0, turns[slot], 0, dimension);
      double square = MATH.dot(turns[slot], 0, turns[slot], 0, dimension);
      if (product > 1e-16 * square) {
        products[slot] = product;
        newest = slot;
        stored = Math.min(stored + 1, steps.length - 1);
      }
    }

    /** {@code direction = -H gradient} by the two-loop recursion. */
    void downhill(double[] gradient, double[] direction) {
      int dimension = gradient.length;
      for (int j = 0; j < dimension; j++) {
        direction[j] = -gradient[j];
      }
      if (stored == 0) {
        return;
      }
      for (int i = 0; i < stored; i++) {
        int k = slot(i);
        weights[k] = MATH.dot(steps[k], 0, direction, 0, dimension) / products[k];
        MATH.addScaled(direction, 0, -weights[k], turns[k], 0, dimension);
      }
      double scale = products[newest] / MATH.dot(turns[newest], 0, turns[newest], 0, dimension);
      for (int j = 0; j < dimension; j++) {
        direction[j] *= scale;
      }
      for (int i = stored - 1; i >= 0; i--) {
        int k = slot(i);
        double back = MATH.dot(turns[k], 0, direction, 0, dimension) / products[k];
        MATH.addScaled(direction, 0, weights[k] - back, steps[k], 0, dimension);
      }
    }

    /** The slot of the step {@code age} before the newest. */
    private int slot(int age) {
      return Math.floorMod(newest - age, steps.length);
    }
  }
}
