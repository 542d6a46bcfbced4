package dev.coset.optimisation;

import dev.coset.posterior.LogDensity;

/**
 * Adam (Kingma and Ba 2015) over the full batch, with its usual constants.
 *
 * @param learningRate the size of a step
 * @param epochs the number of steps
 */
public record Adam(double learningRate, int epochs) implements Optimiser {
  private static final double DECAY = 0.9;
  private static final double SQUARES_DECAY = 0.999;
  private static final double EPSILON = 1e-8;

  public Adam {
    FirstOrder.check(learningRate, epochs);
  }

  @Override
  public Ascent climb(LogDensity density, double[] start, Watch watch) {
    double[] means = new double[start.length];
    double[] squares = new double[start.length];
    return FirstOrder.climb(
        density,
        start,
        epochs,
        (iteration, q, gradient) -> {
          double unbiased = 1 - StrictMath.pow(DECAY, iteration);
          double unbiasedSquares = 1 - StrictMath.pow(SQUARES_DECAY, iteration);
          for (int j = 0; j < q.length; j++) {
            double g = gradient[j];
            means[j] = DECAY * means[j] + (1 - DECAY) * g;
            squares[j] = SQUARES_DECAY * squares[j] + (1 - SQUARES_DECAY) * g * g;
            q[j] +=
                learningRate
                    * (means[j] / unbiased)
                    / (Math.sqrt(squares[j] / unbiasedSquares) + EPSILON);
          }
        },
        watch);
  }
}
