package dev.coset.network;

import dev.coset.vectormath.FloatLayer;
import java.util.Arrays;

/**
 * The gradient in single precision, block by block: a block's activations stay in the cache from
 * its forward to its backward pass, deltas overwrite them, and its gradient is added to the whole
 * in double precision. The file of one precision is generated from that of the other; a test
 * compares them.
 */
final class FloatGradient implements BatchGradient {
  private static final int BLOCK = FloatLayer.BLOCK;
  private static final int FIRST = FloatLayer.FIRST;
  private static final int TILE = FloatLayer.TILE;
  private static final int FEW = FloatLayer.FEW;

  private final FloatLayer layer;
  private final boolean tanh;
  private final boolean shallow; // one hidden tanh layer, few features or neurons, one output
  private final int layers;
  private final int[] width; // of a layer
  private final int[] row; // where in z a layer begins
  private final int[] at; // where in theta a layer begins
  private final int parameters;
  private final int points;
  private final float[]
      x; // (block, input, point of the block) from FIRST on, the last block filled up with its last
  // point
  private final int targets; // of a point
  private final float[] y; // (block, target, point of the block), filled up with zeros
  private final float[][] largest; // (layer, neuron), of absolute values; of tanh it is 1
  private final float[] theta;
  private final float[] z; // (neuron of any layer, point of the block): activations, then deltas
  private final float[] gradient; // of one block
  private final double[][] output; // (output, point of the block)

  FloatGradient(FloatLayer layer, Network network, double[][] x, double[][] y) {
    this.layer = layer;
    this.layers = network.layers();
    this.width = network.widths();
    this.tanh = network.activation() == Activation.TANH;
    this.shallow = tanh && layers == 2 && width[2] == 1 && (width[0] <= FEW || width[1] == FEW);
    this.row = new int[layers + 2];
    this.at = new int[layers + 1];
    row[1] = FIRST;
    for (int l = 1; l <= layers; l++) {
      row[l + 1] = row[l] + (width[l] + TILE - 1) / TILE * TILE * BLOCK;
      at[l] = network.weight(l, 0, 0);
    }
    this.parameters = network.parameters();
    this.points = x[0].length;
    this.largest = largest(x);
    this.x = inBlocks(x, true);
    this.targets = y.length;
    this.y = inBlocks(y, false);
    this.theta = new float[parameters + TILE * Arrays.stream(width).max().orElseThrow()];
    this.z = new float[row[layers + 1]];
    this.gradient = new float[parameters];
    this.output = new double[width[layers]][BLOCK];
  }

  private float[][] largest(double[][] columns) {
    float[][] values = new float[layers][];
    values[0] = new float[columns.length];
    for (int j = 0; j < columns.length; j++) {
      values[0][j] = (float) Arrays.stream(columns[j]).map(Math::abs).max().orElse(0);
    }
    for (int l = 1; l < layers; l++) {
      values[l] = new float[width[l]];
      Arrays.fill(values[l], 1);
    }
    return values;
  }

  /**
   * The columns in blocks, and room for a tile; what is left of the last block repeats the last
   * point or is zero.
   */
  private static float[] inBlocks(double[][] columns, boolean repeat) {
    int points = columns.length == 0 ? 0 : columns[0].length;
    int blocks = (points + BLOCK - 1) / BLOCK;
    int filled = FIRST + Math.multiplyExact(blocks, columns.length * BLOCK);
    float[] values = new float[filled + TILE * BLOCK];
    int to = FIRST;
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
      for (int i = 0; i < width[layers]; i++) {
        int out = row[layers] + i * BLOCK;
        for (int p = 0; p < count; p++) {
          outputs[i][first + p] = z[out + p];
        }
      }
    }
  }

  @Override
  public double valueAndGradient(double[] theta, OutputKernel kernel, double[] gradient) {
    kernel.check(width[layers], targets);
    round(theta);
    double sum = 0;
    for (int first = 0; first < points; first += BLOCK) {
      int count = Math.min(BLOCK, points - first);
      int padded = padded(count);
      forward(first, padded);
      for (int i = 0; i < width[layers]; i++) {
        fillUp(i, count, padded, (float) kernel.filler(i));
      }
      sum += loss(kernel, FIRST + first * targets, padded);
      for (int i = 0; i < width[layers]; i++) {
        fillUp(i, count, padded, 0);
      }
      backward(first, padded);
      addTo(gradient, first == 0);
    }
    return sum;
  }

  private void fillUp(int output, int count, int padded, float value) {
    int out = row[layers] + output * BLOCK;
    Arrays.fill(z, out + count, out + padded, value);
  }

  /** The sum over a block, whose outputs its derivatives overwrite. */
  private double loss(OutputKernel kernel, int yAt, int padded) {
    int out = row[layers];
    return switch (kernel) {
      case SQUARED_ERROR -> {
        double sum = 0;
        for (int i = 0; i < targets; i++) {
          sum += layer.residual(y, yAt + i * BLOCK, z, out + i * BLOCK, padded);
        }
        yield -0.5 * sum;
      }
      case HETEROSCEDASTIC -> layer.heteroscedastic(y, yAt, z, out, padded);
      case LOGISTIC -> layer.logistic(y, yAt, z, out, padded);
      case SOFTMAX -> layer.softmax(y, yAt, z, out, width[layers], padded);
    };
  }

  @Override
  public double valueAndGradient(double[] theta, OutputLoss loss, double[] gradient) {
    round(theta);
    double sum = 0;
    for (int first = 0; first < points; first += BLOCK) {
      int count = Math.min(BLOCK, points - first);
      int padded = padded(count);
      forward(first, padded);
      for (int i = 0; i < width[layers]; i++) {
        int out = row[layers] + i * BLOCK;
        for (int p = 0; p < count; p++) {
          output[i][p] = z[out + p];
        }
      }
      sum += loss.valueAndDerivative(first, count, output);
      for (int i = 0; i < width[layers]; i++) {
        int out = row[layers] + i * BLOCK;
        for (int p = 0; p < count; p++) {
          z[out + p] = (float) output[i][p];
        }
        fillUp(i, count, padded, 0);
      }
      backward(first, padded);
      addTo(gradient, first == 0);
    }
    return sum;
  }

  private void round(double[] theta) {
    for (int k = 0; k < parameters; k++) {
      this.theta[k] = (float) theta[k];
    }
  }

  private static int padded(int count) {
    return (count + FloatLayer.STEP - 1) / FloatLayer.STEP * FloatLayer.STEP;
  }

  private void forward(int first, int padded) {
    float[] in = x;
    int inAt = FIRST + first * width[0];
    for (int l = 1; l < layers; l++) {
      if (tanh) {
        layer.forwardTanh(
            theta, at[l], width[l], width[l - 1], in, inAt, largest[l - 1], z, row[l], padded);
      } else {
        layer.forward(theta, at[l], width[l], width[l - 1], in, inAt, z, row[l], padded);
        layer.relu(z, row[l], width[l], padded);
      }
      in = z;
      inAt = row[l];
    }
    layer.forward(
        theta, at[layers], width[layers], width[layers - 1], in, inAt, z, row[layers], padded);
  }

  private void backward(int first, int padded) {
    int xAt = FIRST + first * width[0];
    if (shallow) {
      layer.backwardShallow(
          theta, width[1], width[0], z, row[2], z, row[1], x, xAt, padded, gradient);
      return;
    }
    for (int l = layers; l > 1; l--) {
      int neurons = width[l];
      int inputs = width[l - 1];
      if (tanh && neurons == 1) {
        layer.backwardFromOne(theta, at[l], inputs, z, row[l], z, row[l - 1], padded, gradient);
        continue;
      }
      layer.gradient(z, row[l], z, row[l - 1], neurons, inputs, padded, gradient, at[l]);
      if (!tanh) {
        layer.inactive(z, row[l - 1], inputs, padded);
      }
      layer.backward(theta, at[l], neurons, inputs, z, row[l], z, row[l - 1], padded);
    }
    layer.gradient(z, row[1], x, xAt, width[1], width[0], padded, gradient, at[1]);
  }

  private void addTo(double[] sum, boolean first) {
    if (first) {
      for (int k = 0; k < parameters; k++) {
        sum[k] = gradient[k];
      }
    } else {
      for (int k = 0; k < parameters; k++) {
        sum[k] += gradient[k];
      }
    }
  }
}
