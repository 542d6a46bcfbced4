package dev.coset.network;

import java.util.Arrays;

/**
 * A network at one point, in double precision, as one would write it on a blackboard: its outputs,
 * and how any function of them pulls on theta. Whatever need not be fast goes through it. Holds the
 * values of the last pass, so each thread needs its own.
 */
public final class PlainNetwork {
  private final Network network;
  final double[][] z; // (layer, neuron)
  final double[][] pull; // (layer, neuron), the derivative of the function by z
  final double[][] delta; // (layer, neuron), by the pre-activation

  public PlainNetwork(Network network) {
    this.network = network;
    this.z = neurons(network);
    this.pull = neurons(network);
    this.delta = neurons(network);
  }

  static double[][] neurons(Network network) {
    return Arrays.stream(network.widths()).mapToObj(double[]::new).toArray(double[][]::new);
  }

  /** Returns the outputs at a point; the array is overwritten by the next pass. */
  public double[] forward(double[] theta, double[] x) {
    System.arraycopy(x, 0, z[0], 0, network.inputs());
    return forward(theta);
  }

  /**
   * Returns the outputs at one of several points; the array is overwritten by the next pass.
   *
   * @param x (input, point)
   */
  public double[] forward(double[] theta, double[][] x, int point) {
    for (int j = 0; j < network.inputs(); j++) {
      z[0][j] = x[j][point];
    }
    return forward(theta);
  }

  private double[] forward(double[] theta) {
    int last = network.layers();
    for (int l = 1; l <= last; l++) {
      int bias = network.bias(l, 0);
      int row = network.weight(l, 0, 0);
      for (int i = 0; i < z[l].length; i++, row += z[l - 1].length) {
        double o = theta[bias + i];
        for (int j = 0; j < z[l - 1].length; j++) {
          o = Math.fma(theta[row + j], z[l - 1][j], o);
        }
        z[l][i] = l < last ? network.activation().apply(o) : o;
      }
    }
    return z[last];
  }

  /**
   * Carries the derivative of a function by the outputs, at the point of the last forward pass,
   * back to every neuron.
   */
  public void backward(double[] theta, double[] derivative) {
    int last = network.layers();
    System.arraycopy(derivative, 0, pull[last], 0, network.outputs());
    System.arraycopy(derivative, 0, delta[last], 0, network.outputs());
    for (int l = last; l > 1; l--) {
      Arrays.fill(pull[l - 1], 0);
      addPull(theta, l, delta[l], pull[l - 1]);
      for (int j = 0; j < pull[l - 1].length; j++) {
        delta[l - 1][j] = pull[l - 1][j] * network.activation().derivativeAt(z[l - 1][j]);
      }
    }
  }

  /** {@code below += W_l' delta}. */
  void addPull(double[] theta, int layer, double[] delta, double[] below) {
    int row = network.weight(layer, 0, 0);
    for (int i = 0; i < delta.length; i++, row += below.length) {
      for (int j = 0; j < below.length; j++) {
        below[j] = Math.fma(theta[row + j], delta[i], below[j]);
      }
    }
  }

  /** Adds the function's derivative by theta, after a backward pass, from {@code at} on. */
  public void addGradient(double[] gradient, int at) {
    for (int l = 1; l <= network.layers(); l++) {
      int bias = at + network.bias(l, 0);
      int row = at + network.weight(l, 0, 0);
      for (int i = 0; i < z[l].length; i++, row += z[l - 1].length) {
        gradient[bias + i] += delta[l][i];
        for (int j = 0; j < z[l - 1].length; j++) {
          gradient[row + j] += delta[l][i] * z[l - 1][j];
        }
      }
    }
  }

  /**
   * Overwrites {@code rows} (output, entry of theta), from {@code at} on, with the derivatives of
   * every output at the point of the last forward pass.
   */
  public void jacobian(double[] theta, double[] rows, int at) {
    int parameters = network.parameters();
    Arrays.fill(rows, at, at + network.outputs() * parameters, 0);
    double[] unit = new double[network.outputs()];
    for (int k = 0; k < unit.length; k++) {
      unit[k] = 1;
      backward(theta, unit);
      addGradient(rows, at + k * parameters);
      unit[k] = 0;
    }
  }
}
