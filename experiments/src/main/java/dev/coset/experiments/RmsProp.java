package dev.coset.experiments;

import dev.coset.optimisation.FirstOrder;
import dev.coset.optimisation.Optimiser;
import dev.coset.posterior.LogDensity;

/**
 * RMSProp (Hinton 2012) over the full batch with a constant rate, as PyTorch computes it: {@code v
 * = 0.99 v + 0.01 g^2}, step {@code rate * g / (sqrt(v) + 1e-8)}. It moves every entry by about the
 * rate in each epoch, wherever it is, and so neither gets far nor converges. Sigma moves by its
 * logarithm, like everything else.
 *
 * @param learningRate the size of a step
 * @param epochs the number of steps
 */
record RmsProp(double learningRate, int epochs) implements Optimiser {
  private static final double DECAY = 0.99;
  private static final double EPSILON = 1e-8;

  public RmsProp {
    FirstOrder.check(learningRate, epochs);
  }

  @Override
  public Ascent climb(LogDensity density, double[] start, Watch watch) {
    double[] squares = new double[start.length];
    return FirstOrder.climb(
        density,
        start,
        epochs,
        (iteration, q, gradient) -> {
          for (int j = 0; j < q.length; j++) {
            double g = gradient[j];
            squares[j] = DECAY * squares[j] + (1 - DECAY) * g * g;
            q[j] += learningRate * g / (Math.sqrt(squares[j]) + EPSILON);
          }
        },
        watch);
  }
}
