package dev.coset.network;

/** A function of the network's outputs at each of several points, twice differentiable. */
public interface OutputFunction {

  /** Returns its value and overwrites {@code derivative} (output) with that by the outputs. */
  double valueAndDerivative(int point, double[] outputs, double[] derivative);

  /** Overwrites {@code product} (output) with its second derivatives times a direction. */
  void curvatureTimes(int point, double[] outputs, double[] direction, double[] product);
}
