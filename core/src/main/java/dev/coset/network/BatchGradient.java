package dev.coset.network;

import dev.coset.vectormath.DoubleLayer;
import dev.coset.vectormath.FloatLayer;
import org.jspecify.annotations.Nullable;

/**
 * A network over a fixed set of points: its outputs there, and the gradient in theta of any sum
 * over the points of a function of the outputs. Holds work space, so each thread needs its own;
 * allocates nothing once made.
 */
public interface BatchGradient {

  /**
   * The fastest version for this machine.
   *
   * @param x (input, point)
   * @param y (target, point), as many targets as the kernel reads; empty where none is used
   */
  static BatchGradient of(Network network, Precision precision, double[][] x, double[][] y) {
    return of(network, precision, x, y, null);
  }

  /**
   * The same where points have weights.
   *
   * @param weights of the points; null where all are 1
   */
  static BatchGradient of(
      Network network,
      Precision precision,
      double[][] x,
      double[][] y,
      double @Nullable [] weights) {
    ChunkPass pass =
        switch (precision) {
          case SINGLE -> new FloatPass(FloatLayer.best(), network, new FloatTable(x, y, weights));
          case DOUBLE ->
              new DoublePass(DoubleLayer.best(), network, new DoubleTable(x, y, weights));
        };
    return new ChunkedGradient(network, pass, y.length);
  }

  /** Writes {@code f_theta} at every point into {@code outputs} (output, point). */
  void outputs(double[] theta, double[][] outputs);

  /**
   * Returns the kernel's sum over the points and overwrites the first {@code network.parameters()}
   * entries of {@code gradient} with its gradient in theta. The hot path; needs targets.
   */
  double valueAndGradient(double[] theta, OutputKernel kernel, double[] gradient);

  /**
   * The same of a kernel with parameters of its own; their derivatives follow those of theta in the
   * gradient.
   *
   * @param shape those parameters
   */
  double valueAndGradient(double[] theta, OutputKernel kernel, double[] shape, double[] gradient);

  /**
   * Returns the loss summed over the points and overwrites the first {@code network.parameters()}
   * entries of {@code gradient} with its gradient in theta.
   */
  double valueAndGradient(double[] theta, OutputLoss loss, double[] gradient);
}
