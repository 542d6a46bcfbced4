package dev.coset.network;

import dev.coset.vectormath.FloatLayer;

/**
 * The gradient in single precision, block by block: a block's activations stay in the cache from
 * its forward to its backward pass, deltas overwrite them, and its gradient is added to the whole
 * in double precision. {@code DoubleGradient} is this file with other words; a test compares them.
 */
final class FloatGradient implements BatchGradient {
  private static final int BLOCK = FloatLayer.BLOCK;

  private final FloatLayer layer = FloatLayer.best();
  private final Network network;
  private final int points;
  private final float[]
      x; // (block, input, point of the block), the last block filled up with its last point
  private final float[] y; // (block, output, point of the block), filled up with zeros
  private final float[] theta;
  private final float[] gradient; // of one block
  private final float[] z; // (neuron of any layer, point of the block): activations, then deltas
  private final int[] row; // where in z a layer begins
  private final int[] at; // where in theta a layer begins
  private final double[][] output; // (output, point of the block)

  FloatGradient(Network network, double[][] x, double[][] y) {
    this.network = network;
    this.points = x[0].length;
    this.x = inBlocks(x, true);
    this.y = inBlocks(y, false);
    this.theta = new float[network.parameters()];
    this.gradient = new float[network.parameters()];
    this.row = new int[network.layers() + 2];
    this.at = new int[network.layers() + 1];
    for (int l = 1; l <= network.layers(); l++) {
      row[l + 1] = row[l] + network.width(l) * BLOCK;
      at[l] = network.weight(l, 0, 0);
    }
    this.z = new float[row[network.layers() + 1]];
    this.output = new double[network.outputs()][BLOCK];
  }

  /** The columns in blocks; what is left of the last block repeats the last point or is zero. */
  private static float[] inBlocks(double[][] columns, boolean repeat) {
    int points = columns.length == 0 ? 0 : columns[0].length;
    int blocks = (points + BLOCK - 1) / BLOCK;
    float[] values = new float[Math.multiplyExact(blocks, columns.length * BLOCK)];
    int to = 0;
    for (int block = 0; block < blocks; block++) {
      for (double[] column : columns) {
        for (int p = block * BLOCK; p < (block + 1) * BLOCK; p++) {
          values[to++] = p < points ? (float) column[p] : repeat ? (float) column[points - 1] : 0;
        }
      }
    }
    return values;
  }

  @Override
  public void outputs(double[] theta, double[][] outputs) {
    round(theta);
    for (int first = 0; first < points; first += BLOCK) {
      int count = Math.min(BLOCK, points - first);
      forward(first, padded(count));
      for (int i = 0; i < network.outputs(); i++) {
        int from = row[network.layers()] + i * BLOCK;
        for (int p = 0; p < count; p++) {
          outputs[i][first + p] = z[from + p];
        }
      }
    }
  }

  @Override
  public double squaredError(double[] theta, double[] gradient) {
    round(theta);
    double sum = 0;
    for (int first = 0; first < points; first += BLOCK) {
      int count = Math.min(BLOCK, points - first);
      int padded = padded(count);
      forward(first, padded);
      for (int i = 0; i < network.outputs(); i++) {
        int out = row[network.layers()] + i * BLOCK;
        java.util.Arrays.fill(z, out + count, out + padded, 0);
        sum += layer.residual(y, first * network.outputs() + i * BLOCK, z, out, padded);
      }
      backward(first, padded);
      addTo(gradient, first);
    }
    return -0.5 * sum;
  }

  @Override
  public double valueAndGradient(double[] theta, OutputLoss loss, double[] gradient) {
    round(theta);
    double sum = 0;
    for (int first = 0; first < points; first += BLOCK) {
      int count = Math.min(BLOCK, points - first);
      int padded = padded(count);
      forward(first, padded);
      for (int i = 0; i < network.outputs(); i++) {
        int out = row[network.layers()] + i * BLOCK;
        for (int p = 0; p < count; p++) {
          output[i][p] = z[out + p];
        }
      }
      sum += loss.valueAndDerivative(first, count, output);
      for (int i = 0; i < network.outputs(); i++) {
        int out = row[network.layers()] + i * BLOCK;
        for (int p = 0; p < count; p++) {
          z[out + p] = (float) output[i][p];
        }
        java.util.Arrays.fill(z, out + count, out + padded, 0);
      }
      backward(first, padded);
      addTo(gradient, first);
    }
    return sum;
  }

  private void round(double[] theta) {
    for (int k = 0; k < this.theta.length; k++) {
      this.theta[k] = (float) theta[k];
    }
  }

  private static int padded(int count) {
    return (count + FloatLayer.STEP - 1) & -FloatLayer.STEP;
  }

  private void forward(int first, int padded) {
    float[] in = x;
    int inAt = first * network.inputs();
    for (int l = 1; l <= network.layers(); l++) {
      layer.forward(
          theta, at[l], network.width(l), network.width(l - 1), in, inAt, z, row[l], padded);
      if (l < network.layers()) {
        if (network.activation() == Activation.TANH) {
          layer.tanh(z, row[l], network.width(l), padded);
        } else {
          layer.relu(z, row[l], network.width(l), padded);
        }
      }
      in = z;
      inAt = row[l];
    }
  }

  private void backward(int first, int padded) {
    for (int l = network.layers(); l > 1; l--) {
      int neurons = network.width(l);
      int inputs = network.width(l - 1);
      layer.gradient(z, row[l], z, row[l - 1], neurons, inputs, padded, gradient, at[l]);
      if (network.activation() == Activation.RELU) {
        layer.inactive(z, row[l - 1], inputs, padded);
      }
      layer.backward(theta, at[l], neurons, inputs, z, row[l], z, row[l - 1], padded);
    }
    layer.gradient(
        z,
        row[1],
        x,
        first * network.inputs(),
        network.width(1),
        network.inputs(),
        padded,
        gradient,
        at[1]);
  }

  private void addTo(double[] sum, int first) {
    if (first == 0) {
      for (int k = 0; k < gradient.length; k++) {
        sum[k] = gradient[k];
      }
    } else {
      for (int k = 0; k < gradient.length; k++) {
        sum[k] += gradient[k];
      }
    }
  }
}
