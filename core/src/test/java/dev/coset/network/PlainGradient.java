package dev.coset.network;

import java.util.Arrays;

/** The reference: {@link PlainNetwork}, point by point. The fast versions are tested against it. */
final class PlainGradient implements BatchGradient {
  private final Network network;
  private final int points;
  private final double[][] x; // (input, point)
  private final double[][] y; // (target, point)
  private final PlainNetwork plain;
  private final double[][] output; // (output, 0)
  private final double[] derivative; // (output)

  PlainGradient(Network network, double[][] x, double[][] y) {
    this.network = network;
    this.points = x[0].length;
    this.x = x;
    this.y = y;
    this.plain = new PlainNetwork(network);
    this.derivative = new double[network.outputs()];
    this.output = new double[network.outputs()][1];
  }

  @Override
  public void outputs(double[] theta, double[][] outputs) {
    for (int p = 0; p < points; p++) {
      double[] f = plain.forward(theta, x, p);
      for (int i = 0; i < f.length; i++) {
        outputs[i][p] = f[i];
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
      double[] f = plain.forward(theta, x, p);
      for (int i = 0; i < f.length; i++) {
        output[i][0] = f[i];
      }
      value += loss.valueAndDerivative(p, 1, output);
      for (int i = 0; i < f.length; i++) {
        derivative[i] = output[i][0];
      }
      plain.backward(theta, derivative);
      plain.addGradient(gradient, 0);
    }
    return value;
  }
}
