package dev.coset.optimisation;

import dev.coset.posterior.LogDensity;
import dev.coset.vectormath.VectorMath;

/**
 * A point on the way down {@code f = -log p}, and the search along a direction for a step that
 * satisfies the strong Wolfe conditions (Nocedal and Wright 2006, algorithms 3.5 and 3.6). Where
 * values no longer differ by more than rounding, the slope alone decides (the approximate Wolfe
 * condition of Hager and Zhang 2005), which gets as near to the minimum as gradients can tell.
 */
final class LineSearch {
  private static final VectorMath MATH = VectorMath.best();
  private static final double DECREASE = 1e-4;
  private static final double CURVATURE = 0.9;
  private static final double ROUNDING = 1e-13;
  private static final int TRIALS = 30;

  private final LogDensity density;
  private final int dimension;
  private double[] q;
  private double[] gradient; // of f
  private double value; // of f
  private double[] trialQ;
  private double[] trialGradient;
  private long evaluations;

  private double[] direction = new double[0];
  private double startSlope; // along the direction, at q

  /** A step length with the value and slope of f there. */
  private record Trial(double length, double value, double slope) {}

  LineSearch(LogDensity density, double[] start) {
    this.density = density;
    this.dimension = start.length;
    this.q = start.clone();
    this.gradient = new double[dimension];
    this.trialQ = new double[dimension];
    this.trialGradient = new double[dimension];
    this.value = evaluate(q, gradient);
  }

  /** Where f and its gradient were last evaluated and accepted. */
  double[] q() {
    return q;
  }

  double[] gradient() {
    return gradient;
  }

  double value() {
    return value;
  }

  long evaluations() {
    return evaluations;
  }

  /** The size of differences of values that mean nothing. */
  double rounding() {
    return ROUNDING * Math.max(1, Math.abs(value));
  }

  boolean finite() {
    return Double.isFinite(value + FirstOrder.slope(gradient));
  }

  /**
   * Moves along {@code direction} and returns whether a lower place was found.
   *
   * @param length the step to try first
   * @param moved overwritten with the change of q
   * @param turned overwritten with the change of the gradient
   */
  boolean step(double[] direction, double length, double[] moved, double[] turned) {
    this.direction = direction;
    this.startSlope = MATH.dot(gradient, 0, direction, 0, dimension);
    if (!(startSlope < 0)) {
      return false;
    }
    double found = find(length);
    if (!(found > 0)) {
      return false;
    }
    for (int j = 0; j < dimension; j++) {
      moved[j] = trialQ[j] - q[j];
      turned[j] = trialGradient[j] - gradient[j];
    }
    double[] was = q;
    q = trialQ;
    trialQ = was;
    was = gradient;
    gradient = trialGradient;
    trialGradient = was;
    return true;
  }

  /** Returns the accepted length, evaluated last; 0 where there is none. */
  private double find(double length) {
    Trial last = new Trial(0, value, startSlope);
    for (int i = 0; i < TRIALS; i++) {
      Trial trial = at(length);
      if (!descends(trial) || (i > 0 && trial.value >= last.value && !flat(trial))) {
        return zoom(last, trial);
      }
      if (Math.abs(trial.slope) <= -CURVATURE * startSlope) {
        return accept(trial);
      }
      if (trial.slope >= 0) {
        return zoom(trial, last);
      }
      length = Math.clamp(minimumBetween(last, trial), 2 * length, 10 * length);
      last = trial;
    }
    return accept(at(last.length));
  }

  /** Narrows an interval that holds a good step; {@code low} is its lower end so far. */
  private double zoom(Trial low, Trial high) {
    for (int i = 0; i < TRIALS; i++) {
      double width = high.length - low.length;
      double length = minimumBetween(low, high);
      double nearest = Math.min(low.length, high.length) + 0.1 * Math.abs(width);
      double farthest = Math.max(low.length, high.length) - 0.1 * Math.abs(width);
      if (!(length >= nearest && length <= farthest)) {
        length = low.length + width / 2;
      }
      if (length == low.length || length == high.length) {
        break;
      }
      Trial trial = at(length);
      if (!descends(trial) || (trial.value >= low.value && !flat(trial))) {
        high = trial;
        continue;
      }
      if (Math.abs(trial.slope) <= -CURVATURE * startSlope) {
        return accept(trial);
      }
      if (trial.slope * width >= 0) {
        high = low;
      }
      low = trial;
    }
    return low.length > 0 ? accept(at(low.length)) : 0;
  }

  private double accept(Trial trial) {
    value = trial.value;
    return trial.length;
  }

  private Trial at(double length) {
    for (int j = 0; j < dimension; j++) {
      trialQ[j] = Math.fma(length, direction[j], q[j]);
    }
    double there = evaluate(trialQ, trialGradient);
    return new Trial(length, there, MATH.dot(trialGradient, 0, direction, 0, dimension));
  }

  private boolean descends(Trial trial) {
    return Double.isFinite(trial.value + trial.slope)
        && (trial.value <= value + DECREASE * trial.length * startSlope || flat(trial));
  }

  private boolean flat(Trial trial) {
    return Math.abs(trial.value - value) <= rounding()
        && trial.slope <= (2 * DECREASE - 1) * startSlope;
  }

  /** Where the cubic through both ends has its minimum; NaN where it has none. */
  private static double minimumBetween(Trial a, Trial b) {
    double width = b.length - a.length;
    double d = a.slope + b.slope - 3 * (b.value - a.value) / width;
    double root = Math.sqrt(d * d - a.slope * b.slope);
    double e = Math.copySign(root, width);
    return b.length - width * (b.slope + e - d) / (b.slope - a.slope + 2 * e);
  }

  private double evaluate(double[] at, double[] gradient) {
    evaluations++;
    double height = density.valueAndGradient(at, gradient);
    for (int j = 0; j < dimension; j++) {
      gradient[j] = -gradient[j];
    }
    return -height;
  }
}
