package dev.coset.benchmarks;

import dev.coset.network.Network;
import java.util.Arrays;

/**
 * What one would write without thinking of speed, but not carelessly: one point at a time, in
 * double precision, with the library's tanh. (In single precision it takes as long: there is no
 * other tanh.)
 */
final class ScalarLoop {
  private final int layers;
  private final int[] width;
  private final int[] at; // where in theta a layer begins
  private final double[][] x; // (point, feature)
  private final double[] y; // (point)
  private final double[][] z; // (layer, neuron)
  private final double[][] delta; // (layer, neuron)

  ScalarLoop(GradientCase c) {
    Network network = c.network();
    layers = network.layers();
    width = network.widths();
    at = new int[layers + 1];
    z = new double[layers + 1][];
    delta = new double[layers + 1][];
    for (int l = 1; l <= layers; l++) {
      at[l] = network.weight(l, 0, 0);
      z[l] = new double[width[l]];
      delta[l] = new double[width[l]];
    }
    x = new double[c.points()][width[0]];
    for (int p = 0; p < x.length; p++) {
      for (int j = 0; j < width[0]; j++) {
        x[p][j] = c.x()[j][p];
      }
    }
    y = c.y()[0];
  }

  double squaredError(double[] theta, double[] gradient) {
    Arrays.fill(gradient, 0);
    double sum = 0;
    for (int p = 0; p < y.length; p++) {
      z[0] = x[p];
      for (int l = 1; l <= layers; l++) {
        forward(theta, at[l], z[l - 1], z[l], l < layers);
      }
      double residual = y[p] - z[layers][0];
      sum += residual * residual;
      delta[layers][0] = residual;
      for (int l = layers; l >= 1; l--) {
        gradient(delta[l], z[l - 1], gradient, at[l]);
        if (l > 1) {
          backward(theta, at[l], delta[l], z[l - 1], delta[l - 1]);
        }
      }
    }
    return -0.5 * sum;
  }

  private static void forward(double[] theta, int at, double[] in, double[] out, boolean tanh) {
    for (int i = 0; i < out.length; i++) {
      double sum = theta[at + out.length * in.length + i];
      for (int j = 0; j < in.length; j++) {
        sum += theta[at + i * in.length + j] * in[j];
      }
      out[i] = tanh ? Math.tanh(sum) : sum;
    }
  }

  private static void gradient(double[] delta, double[] in, double[] gradient, int at) {
    for (int i = 0; i < delta.length; i++) {
      for (int j = 0; j < in.length; j++) {
        gradient[at + i * in.length + j] += delta[i] * in[j];
      }
      gradient[at + delta.length * in.length + i] += delta[i];
    }
  }

  private static void backward(double[] theta, int at, double[] delta, double[] z, double[] below) {
    Arrays.fill(below, 0);
    for (int i = 0; i < delta.length; i++) {
      for (int j = 0; j < below.length; j++) {
        below[j] += theta[at + i * below.length + j] * delta[i];
      }
    }
    for (int j = 0; j < below.length; j++) {
      below[j] *= 1 - z[j] * z[j];
    }
  }
}
