package dev.coset.laplace;

import dev.coset.network.Network;

/**
 * The derivatives of the network's one output by every entry of theta, point by point, in double
 * precision. Holds work space, so each thread needs its own.
 */
final class OutputJacobian {
  private final Network network;
  private final double[][] x; // (input, point)
  private final double[][] z; // (layer, neuron)
  private final double[][] delta; // (layer, neuron), the derivative of f by the pre-activation

  OutputJacobian(Network network, double[][] x) {
    if (network.outputs() != 1) {
      throw new IllegalArgumentException(
          "The Jacobian is of one output, but the network has %d.".formatted(network.outputs()));
    }
    this.network = network;
    this.x = x;
    this.z = new double[network.layers() + 1][];
    this.delta = new double[network.layers() + 1][];
    for (int l = 0; l <= network.layers(); l++) {
      z[l] = new double[network.width(l)];
      delta[l] = new double[network.width(l)];
    }
  }

  /**
   * Returns {@code f(x)} at one point and writes {@code df/dtheta} there into {@code row} from
   * {@code at} on.
   */
  double at(double[] theta, int point, double[] row, int at) {
    double f = forward(theta, point);
    delta[network.layers()][0] = 1;
    for (int l = network.layers(); l >= 1; l--) {
      int inputs = network.width(l - 1);
      int weights = network.weight(l, 0, 0);
      int biases = network.bias(l, 0);
      for (int i = 0; i < network.width(l); i++) {
        row[at + biases + i] = delta[l][i];
        for (int j = 0; j < inputs; j++) {
          row[at + weights + i * inputs + j] = delta[l][i] * z[l - 1][j];
        }
      }
      if (l > 1) {
        backward(theta, l);
      }
    }
    return f;
  }

  private double forward(double[] theta, int point) {
    for (int j = 0; j < network.inputs(); j++) {
      z[0][j] = x[j][point];
    }
    for (int l = 1; l <= network.layers(); l++) {
      int inputs = network.width(l - 1);
      int weights = network.weight(l, 0, 0);
      int biases = network.bias(l, 0);
      for (int i = 0; i < network.width(l); i++) {
        double o = theta[biases + i];
        for (int j = 0; j < inputs; j++) {
          o = Math.fma(theta[weights + i * inputs + j], z[l - 1][j], o);
        }
        z[l][i] = l < network.layers() ? network.activation().apply(o) : o;
      }
    }
    return z[network.layers()][0];
  }

  /** From the deltas of a layer to those of the one below. */
  private void backward(double[] theta, int layer) {
    int inputs = network.width(layer - 1);
    int weights = network.weight(layer, 0, 0);
    for (int j = 0; j < inputs; j++) {
      double sum = 0;
      for (int i = 0; i < network.width(layer); i++) {
        sum = Math.fma(theta[weights + i * inputs + j], delta[layer][i], sum);
      }
      delta[layer - 1][j] = sum * network.activation().derivativeAt(z[layer - 1][j]);
    }
  }
}
