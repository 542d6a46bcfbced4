package dev.coset.laplace;

import dev.coset.data.Points;
import dev.coset.network.Activation;
import dev.coset.network.Network;
import java.util.Arrays;

/**
 * The Hessian of {@code SSE / 2 = 1/2 sum_i (f_theta(x_i) - y_i)^2} times a vector, exact and at
 * the price of a few gradients: forward and backward pass are differentiated in the direction of
 * the vector (Pearlmutter 1994), whose derivatives are called {@code R} there and {@code along}
 * here. What does not depend on the direction is computed once and shared by all threads.
 */
final class HessianProduct {
  private final Network network;
  private final double[] theta;
  private final int points;
  private final double[][][] z; // (point, layer, neuron)
  private final double[][][] pull; // (point, layer, neuron), the derivative of SSE / 2 by z
  private final double[][][] delta; // (point, layer, neuron), by the pre-activation

  HessianProduct(Network network, Points data, double[] theta) {
    if (network.outputs() != 1) {
      throw new IllegalArgumentException(
          "The Hessian is for one output, but the network has %d.".formatted(network.outputs()));
    }
    this.network = network;
    this.theta = theta;
    this.points = data.count();
    this.z = new double[points][][];
    this.pull = new double[points][][];
    this.delta = new double[points][][];
    for (int p = 0; p < points; p++) {
      z[p] = layers(network);
      pull[p] = layers(network);
      delta[p] = layers(network);
      for (int j = 0; j < network.inputs(); j++) {
        z[p][0][j] = data.x()[j][p];
      }
      forward(z[p]);
      backward(z[p], pull[p], delta[p], z[p][network.layers()][0] - data.y()[p]);
    }
  }

  private static double[][] layers(Network network) {
    double[][] values = new double[network.layers() + 1][];
    for (int l = 0; l <= network.layers(); l++) {
      values[l] = new double[network.width(l)];
    }
    return values;
  }

  private void forward(double[][] z) {
    for (int l = 1; l <= network.layers(); l++) {
      int inputs = network.width(l - 1);
      for (int i = 0; i < network.width(l); i++) {
        double o =
            theta[network.bias(l, i)] + dot(theta, network.weight(l, i, 0), z[l - 1], inputs);
        z[l][i] = l < network.layers() ? network.activation().apply(o) : o;
      }
    }
  }

  private void backward(double[][] z, double[][] pull, double[][] delta, double residual) {
    pull[network.layers()][0] = residual;
    delta[network.layers()][0] = residual;
    for (int l = network.layers(); l > 1; l--) {
      addPull(theta, l, delta[l], pull[l - 1]);
      for (int j = 0; j < network.width(l - 1); j++) {
        delta[l - 1][j] = pull[l - 1][j] * network.activation().derivativeAt(z[l - 1][j]);
      }
    }
  }

  /** {@code below += W_l' delta}. */
  private void addPull(double[] weights, int layer, double[] delta, double[] below) {
    for (int i = 0; i < delta.length; i++) {
      int row = network.weight(layer, i, 0);
      for (int j = 0; j < below.length; j++) {
        below[j] = Math.fma(weights[row + j], delta[i], below[j]);
      }
    }
  }

  private static double dot(double[] weights, int row, double[] z, int length) {
    double sum = 0;
    for (int j = 0; j < length; j++) {
      sum = Math.fma(weights[row + j], z[j], sum);
    }
    return sum;
  }

  /** Returns {@code SSE} and overwrites {@code gradient} with that of {@code SSE / 2}. */
  double gradient(double[] gradient) {
    Arrays.fill(gradient, 0, network.parameters(), 0);
    double squares = 0;
    for (int p = 0; p < points; p++) {
      double residual = delta[p][network.layers()][0];
      squares = Math.fma(residual, residual, squares);
      for (int l = 1; l <= network.layers(); l++) {
        for (int i = 0; i < network.width(l); i++) {
          gradient[network.bias(l, i)] += delta[p][l][i];
          int row = network.weight(l, i, 0);
          for (int j = 0; j < network.width(l - 1); j++) {
            gradient[row + j] += delta[p][l][i] * z[p][l - 1][j];
          }
        }
      }
    }
    return squares;
  }

  /** Overwrites {@code product} from {@code at} on with {@code H v}. */
  void times(double[] v, double[] product, int at) {
    Arrays.fill(product, at, at + network.parameters(), 0);
    double[][] zAlong = layers(network);
    double[][] oAlong = layers(network);
    double[][] deltaAlong = layers(network);
    double[][] pullAlong = layers(network);
    for (int p = 0; p < points; p++) {
      forwardAlong(v, z[p], zAlong, oAlong);
      backwardAlong(v, p, oAlong, pullAlong, deltaAlong);
      for (int l = 1; l <= network.layers(); l++) {
        for (int i = 0; i < network.width(l); i++) {
          product[at + network.bias(l, i)] += deltaAlong[l][i];
          int row = at + network.weight(l, i, 0);
          for (int j = 0; j < network.width(l - 1); j++) {
            product[row + j] +=
                deltaAlong[l][i] * z[p][l - 1][j] + delta[p][l][i] * zAlong[l - 1][j];
          }
        }
      }
    }
  }

  private void forwardAlong(double[] v, double[][] z, double[][] zAlong, double[][] oAlong) {
    for (int l = 1; l <= network.layers(); l++) {
      int inputs = network.width(l - 1);
      for (int i = 0; i < network.width(l); i++) {
        int row = network.weight(l, i, 0);
        oAlong[l][i] =
            v[network.bias(l, i)]
                + dot(v, row, z[l - 1], inputs)
                + dot(theta, row, zAlong[l - 1], inputs);
        zAlong[l][i] =
            l < network.layers()
                ? network.activation().derivativeAt(z[l][i]) * oAlong[l][i]
                : oAlong[l][i];
      }
    }
  }

  private void backwardAlong(
      double[] v, int p, double[][] oAlong, double[][] pullAlong, double[][] deltaAlong) {
    int last = network.layers();
    deltaAlong[last][0] = oAlong[last][0];
    for (int l = last; l > 1; l--) {
      Arrays.fill(pullAlong[l - 1], 0);
      addPull(v, l, delta[p][l], pullAlong[l - 1]);
      addPull(theta, l, deltaAlong[l], pullAlong[l - 1]);
      for (int j = 0; j < network.width(l - 1); j++) {
        double zj = z[p][l - 1][j];
        deltaAlong[l - 1][j] =
            network.activation().derivativeAt(zj) * pullAlong[l - 1][j]
                + secondDerivativeAt(network.activation(), zj)
                    * oAlong[l - 1][j]
                    * pull[p][l - 1][j];
      }
    }
  }

  /** {@code a''(o)} in terms of {@code z = a(o)}. */
  private static double secondDerivativeAt(Activation activation, double z) {
    return switch (activation) {
      case TANH -> -2 * z * (1 - z * z);
      case RELU -> 0;
    };
  }
}
