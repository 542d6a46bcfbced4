package dev.coset.network;

import java.util.Arrays;

/**
 * The Hessian in theta of {@code sum_i g(f_theta(x_i))} times a vector, exact and at the price of a
 * few gradients: forward and backward pass are differentiated in the direction of the vector
 * (Pearlmutter 1994), whose derivatives are called {@code R} there and {@code along} here. What
 * does not depend on the direction is computed once and shared by all threads.
 */
public final class HessianProduct {
  private final Network network;
  private final double[] theta;
  private final OutputFunction function;
  private final PlainNetwork[] at; // (point)
  private final double value;

  /**
   * @param x (input, point)
   */
  public HessianProduct(Network network, double[][] x, OutputFunction function, double[] theta) {
    this.network = network;
    this.theta = theta;
    this.function = function;
    this.at = new PlainNetwork[x[0].length];
    double[] derivative = new double[network.outputs()];
    double sum = 0;
    for (int p = 0; p < at.length; p++) {
      at[p] = new PlainNetwork(network);
      double[] outputs = at[p].forward(theta, x, p);
      sum += function.valueAndDerivative(p, outputs, derivative);
      at[p].backward(theta, derivative);
    }
    this.value = sum;
  }

  /** Returns the sum and overwrites {@code gradient} with its gradient in theta. */
  public double valueAndGradient(double[] gradient) {
    Arrays.fill(gradient, 0, network.parameters(), 0);
    for (PlainNetwork plain : at) {
      plain.addGradient(gradient, 0);
    }
    return value;
  }

  /** Overwrites {@code product} with {@code H v}. */
  public void times(double[] v, double[] product) {
    Arrays.fill(product, 0, network.parameters(), 0);
    var along = new Along(v);
    for (int p = 0; p < at.length; p++) {
      along.forward(at[p]);
      along.backward(at[p], p);
      along.addTo(product, at[p]);
    }
  }

  /** Derivatives along a direction of everything the passes compute at a point. */
  private final class Along {
    private final double[] v;
    private final double[][] o = PlainNetwork.neurons(network); // (layer, neuron)
    private final double[][] z = PlainNetwork.neurons(network);
    private final double[][] pull = PlainNetwork.neurons(network);
    private final double[][] delta = PlainNetwork.neurons(network);

    Along(double[] v) {
      this.v = v;
    }

    void forward(PlainNetwork plain) {
      for (int l = 1; l <= network.layers(); l++) {
        int bias = network.bias(l, 0);
        int row = network.weight(l, 0, 0);
        for (int i = 0; i < o[l].length; i++, row += z[l - 1].length) {
          double sum = v[bias + i];
          for (int j = 0; j < z[l - 1].length; j++) {
            sum = Math.fma(v[row + j], plain.z[l - 1][j], sum);
            sum = Math.fma(theta[row + j], z[l - 1][j], sum);
          }
          o[l][i] = sum;
          z[l][i] =
              l < network.layers() ? network.activation().derivativeAt(plain.z[l][i]) * sum : sum;
        }
      }
    }

    void backward(PlainNetwork plain, int point) {
      int last = network.layers();
      function.curvatureTimes(point, plain.z[last], z[last], delta[last]);
      for (int l = last; l > 1; l--) {
        Arrays.fill(pull[l - 1], 0);
        plain.addPull(v, l, plain.delta[l], pull[l - 1]);
        plain.addPull(theta, l, delta[l], pull[l - 1]);
        for (int j = 0; j < pull[l - 1].length; j++) {
          double zj = plain.z[l - 1][j];
          delta[l - 1][j] =
              network.activation().derivativeAt(zj) * pull[l - 1][j]
                  + network.activation().secondDerivativeAt(zj)
                      * o[l - 1][j]
                      * plain.pull[l - 1][j];
        }
      }
    }

    void addTo(double[] product, PlainNetwork plain) {
      for (int l = 1; l <= network.layers(); l++) {
        int bias = network.bias(l, 0);
        int row = network.weight(l, 0, 0);
        for (int i = 0; i < delta[l].length; i++, row += z[l - 1].length) {
          product[bias + i] += delta[l][i];
          for (int j = 0; j < z[l - 1].length; j++) {
            product[row + j] += delta[l][i] * plain.z[l - 1][j] + plain.delta[l][i] * z[l - 1][j];
          }
        }
      }
    }
  }
}
