package dev.coset.network;

/**
 * What a likelihood is to the network: a sum over points of a function of their outputs, which
 * multiplies each point's by its weight itself.
 */
@FunctionalInterface
public interface OutputLoss {

  /**
   * Returns the sum of the loss over the points {@code first .. first + points - 1} and overwrites
   * their outputs with its derivatives.
   *
   * @param outputs (output, point of this block)
   */
  double valueAndDerivative(int first, int points, double[][] outputs);
}
