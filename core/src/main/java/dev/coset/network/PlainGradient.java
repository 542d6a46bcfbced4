package dev.coset.network;

import java.util.Arrays;

/**
 * The reference: backpropagation one point at a time, in double precision, as one would write it on
 * a blackboard. The fast versions are tested against it.
 */
final class PlainGradient implements BatchGradient {
  private final Network network;
  private final int points;
  private final double[][] x; // (input, point)
  private final double[][] y; // (target, point)
  private final double[][] z; // (layer, neuron)
  private final double[][]
      delta; // (layer, neuron), the derivative of the loss by the pre-activation
  private final double[][] output; // (output, 0)

  PlainGradient(Network network, double[][] x, double[][] y) {
    this.network = network;
    this.points = x[0].length;
    this.x = x;
    this.y = y;
    this.z = new double[network.layers() + 1][];
    this.delta = new double[network.layers() + 1][];
    for (int l = 0; l <= network.layers(); l++) {
      z[l] = new double[network.width(l)];
      delta[l] = new double[network.width(l)];
    }
    this.output = new double[network.outputs()][1];
  }

  @Override
  public void outputs(double[] theta, double[][] outputs) {
    for (int p = 0; p < points; p++) {
      forward(theta, p);
      for (int i = 0; i < network.outputs(); i++) {
        outputs[i][p] = z[network.layers()][i];
      }
    }
  }

  @Override
  public double valueAndGradient(double[] theta, OutputKernel kernel, double[] gradient) {
    kernel.check(network.outputs(), y.length);
    return valueAndGradient(theta, new PlainLoss(kernel, y), gradient);
  }

  @Override
  public double valueAndGradient(double[] theta, OutputLoss loss, double[] gradient) {
    Arrays.fill(gradient, 0, network.parameters(), 0);
    double value = 0;
    for (int p = 0; p < points; p++) {
      forward(theta, p);
      for (int i = 0; i < network.outputs(); i++) {
        output[i][0] = z[network.layers()][i];
      }
      value += loss.valueAndDerivative(p, 1, output);
      for (int i = 0; i < network.outputs(); i++) {
        delta[network.layers()][i] = output[i][0];
      }
      backward(theta, gradient);
    }
    return value;
  }

  private void forward(double[] theta, int point) {
    for (int j = 0; j < network.inputs(); j++) {
      z[0][j] = x[j][point];
    }
    for (int l = 1; l <= network.layers(); l++) {
      for (int i = 0; i < network.width(l); i++) {
        double o = theta[network.bias(l, i)];
        for (int j = 0; j < network.width(l - 1); j++) {
          o += theta[network.weight(l, i, j)] * z[l - 1][j];
        }
        z[l][i] = l < network.layers() ? network.activation().apply(o) : o;
      }
    }
  }

  private void backward(double[] theta, double[] gradient) {
    for (int l = network.layers(); l >= 1; l--) {
      for (int i = 0; i < network.width(l); i++) {
        gradient[network.bias(l, i)] += delta[l][i];
        for (int j = 0; j < network.width(l - 1); j++) {
          gradient[network.weight(l, i, j)] += delta[l][i] * z[l - 1][j];
        }
      }
      for (int j = 0; l > 1 && j < network.width(l - 1); j++) {
        double sum = 0;
        for (int i = 0; i < network.width(l); i++) {
          sum += theta[network.weight(l, i, j)] * delta[l][i];
        }
        delta[l - 1][j] = sum * network.activation().derivativeAt(z[l - 1][j]);
      }
    }
  }
}
