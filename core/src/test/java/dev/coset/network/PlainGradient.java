package dev.coset.network;

import java.util.Arrays;

/** The reference: {@link PlainNetwork}, point by point. The fast versions are tested against it. */
final class PlainGradient implements BatchGradient {
  private final Network network;
  private final int points;
  private final double[][] x; // (input, point)
  private final double[][] y; // (target, point)
  private final double[] weights; // (point)
  private final PlainNetwork plain;
  private final double[][] output; // (output, 0)
  private final double[] derivative; // (output)

  PlainGradient(Network network, GradientCase c) {
    this(network, c.x(), c.y(), c.weights());
  }

  PlainGradient(Network network, double[][] x, double[][] y, double[] weights) {
    this.network = network;
    this.points = x[0].length;
    this.x = x;
    this.y = y;
    this.weights = weights;
    this.plain = new PlainNetwork(network);
    this.derivative = new double[network.outputs()];
    this.output = new double[network.outputs()][1];
  }

  @Override
  public int chunks() {
    return 1;
  }

  @Override
  public void restrict(int from, int to) {
    throw new UnsupportedOperationException("The points are one chunk.");
  }

  @Override
  public double total() {
    return Arrays.stream(weights).sum();
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
    return valueAndGradient(theta, kernel, new double[0], gradient);
  }

  @Override
  public double valueAndGradient(
      double[] theta, OutputKernel kernel, double[] shape, double[] gradient) {
    kernel.check(network.outputs(), y.length, shape.length);
    double[] byShape = new double[shape.length];
    double value =
        valueAndGradient(theta, new PlainLoss(kernel, y, weights, shape, byShape), gradient);
    System.arraycopy(byShape, 0, gradient, network.parameters(), shape.length);
    return value;
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
