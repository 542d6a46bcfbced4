package dev.coset.optimisation;

import dev.coset.data.InputException;
import dev.coset.posterior.LogDensity;

/** Base of first-order optimisers: one gradient per iteration, and a step made from it. */
public final class FirstOrder {

  /** Turns a gradient into a step. */
  @FunctionalInterface
  public interface Step {
    /**
     * Moves {@code q} uphill.
     *
     * @param iteration from 1
     */
    void take(int iteration, double[] q, double[] gradient);
  }

  private FirstOrder() {}

  /** Refuses settings that make no sense. */
  public static void check(double learningRate, int epochs) {
    if (!(learningRate > 0 && learningRate < Double.POSITIVE_INFINITY)) {
      throw new InputException(
          "The learning rate must be a positive number, but was " + learningRate + ".");
    }
    if (epochs < 1) {
      throw new InputException("Training takes at least 1 epoch, but was given " + epochs + ".");
    }
  }

  /** Takes steps until they are all taken, the watch says stop, or the density is infinite. */
  public static Optimiser.Ascent climb(
      LogDensity density, double[] start, int iterations, Step step, Optimiser.Watch watch) {
    double[] q = start.clone();
    double[] gradient = new double[q.length];
    double value = density.valueAndGradient(q, gradient);
    Optimiser.End end = Optimiser.End.LIMIT;
    double[] last = q.clone();
    int done = 0;
    while (done < iterations) {
      System.arraycopy(q, 0, last, 0, q.length);
      step.take(++done, q, gradient);
      double next = density.valueAndGradient(q, gradient);
      if (!Double.isFinite(next + slope(gradient))) {
        q = last;
        value = density.valueAndGradient(q, gradient);
        return new Optimiser.Ascent(
            q, value, slope(gradient), done, done + 2L, Optimiser.End.DIVERGED);
      }
      value = next;
      if (!watch.goOn(done, q)) {
        end = Optimiser.End.STOPPED;
        break;
      }
    }
    return new Optimiser.Ascent(q, value, slope(gradient), done, done + 1L, end);
  }

  /** The largest entry by absolute value; NaN if any is. */
  static double slope(double[] gradient) {
    double largest = 0;
    for (double g : gradient) {
      largest = Math.max(largest, Math.abs(g));
    }
    return largest;
  }
}
