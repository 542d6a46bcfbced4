package dev.coset.network;

import dev.coset.data.FloatTable;
import dev.coset.data.OneHot;
import dev.coset.vectormath.FloatLayer;
import java.util.Arrays;

/**
 * The first layer over a chunk of points some of whose inputs are one-hot, in single precision.
 * With {@code x_j = low_j + [level = j] (high_j - low_j)} the sum over one-hot inputs is {@code
 * sum_j w_ij low_j}, a part of the bias, plus a row of the weights, {@code w_ij (high_j - low_j)}
 * of the point's level: one addition in place of many. The file of one precision is generated from
 * that of the other; a test compares them.
 */
final class FloatRows {
  private static final int CHUNK = FloatLayer.BLOCK;
  private static final int FIRST = FloatLayer.FIRST;
  private static final int LANES = FloatLayer.LANES;

  private final FloatLayer layer;
  private final FloatTable table;
  private final int neurons;
  private final int inputs;
  private final int numbers; // inputs that are numbers
  private final int stride; // of rows
  private final int[] firstRow; // of a one-hot; its last row is that of no level
  private final int[] input; // of a row; -1 where it has none
  private final float[] low; // (row)
  private final float[] step; // (row), from low to high
  private final float[] theta; // of the numbers, with biases
  private final float[] rows; // (row, neuron) from FIRST on
  private final float[] sums; // (row, neuron) from FIRST on, of deltas
  private final float[] gradient; // of the numbers, with biases
  private final int[] at; // (one-hot, point of the chunk), where in rows a point's row begins

  FloatRows(FloatLayer layer, Network network, FloatTable table) {
    this.layer = layer;
    this.table = table;
    this.neurons = network.width(1);
    this.inputs = network.width(0);
    this.numbers = table.numbers.length;
    this.stride = (neurons + LANES - 1) / LANES * LANES;
    this.firstRow = new int[table.oneHots.size()];
    int count = table.oneHots.stream().mapToInt(of -> of.levels() + 1).sum();
    this.input = new int[count];
    this.low = new float[count];
    this.step = new float[count];
    int r = 0;
    for (int g = 0; g < firstRow.length; g++) {
      OneHot of = table.oneHots.get(g);
      firstRow[g] = r;
      for (int k = 0; k < of.levels(); k++) {
        input[r] = of.first() + k;
        low[r] = (float) of.low()[k];
        step[r++] = (float) (of.high()[k] - of.low()[k]);
      }
      input[r++] = -1;
    }
    this.theta = new float[neurons * (numbers + 1) + FloatLayer.TILE * (numbers + 1)];
    this.rows = new float[FIRST + count * stride];
    this.sums = new float[FIRST + count * stride];
    this.gradient = new float[neurons * (numbers + 1)];
    this.at = new int[firstRow.length * CHUNK];
  }

  /** Takes over the parameters of the layer, which come first in theta. */
  void use(float[] all) {
    for (int i = 0; i < neurons; i++) {
      int w = i * inputs;
      for (int j = 0; j < numbers; j++) {
        theta[i * numbers + j] = all[w + table.numbers[j]];
      }
      float bias = all[neurons * inputs + i];
      for (int r = 0; r < input.length; r++) {
        if (input[r] >= 0) {
          float weight = all[w + input[r]];
          bias = Math.fma(weight, low[r], bias);
          rows[FIRST + r * stride + i] = weight * step[r];
        }
      }
      theta[neurons * numbers + i] = bias;
    }
  }

  /** Writes the layer's sums at the points of a chunk. */
  void forward(int first, float[] out, int outAt, int padded) {
    int xAt = FIRST + first * numbers;
    layer.forward(theta, 0, neurons, numbers, table.x, xAt, out, outAt, padded);
    findRows(first, padded);
    layer.addRows(rows, at, firstRow.length, out, outAt, neurons, padded);
  }

  /** The rows of the points of a chunk, which its gradient needs again. */
  private void findRows(int first, int padded) {
    for (int g = 0; g < firstRow.length; g++) {
      int from = first * firstRow.length + g * CHUNK;
      int to = g * CHUNK;
      int begin = FIRST + firstRow[g] * stride;
      for (int p = 0; p < padded; p++) {
        at[to + p] = begin + table.levels[from + p] * stride;
      }
    }
  }

  /** Computes the gradient by the sums' deltas, of the chunk that {@link #forward} was of. */
  void gradient(int first, float[] delta, int deltaAt, int padded) {
    int xAt = FIRST + first * numbers;
    layer.gradient(delta, deltaAt, table.x, xAt, neurons, numbers, padded, gradient, 0);
    Arrays.fill(sums, 0);
    layer.addToRows(delta, deltaAt, neurons, padded, at, firstRow.length, sums);
  }

  /** How many sums stand for the gradient: those of numbers, with biases, and of rows. */
  int sums() {
    return gradient.length + input.length * neurons;
  }

  /** Adds what the last chunk's gradient is. */
  void addTo(double[] all) {
    for (int k = 0; k < gradient.length; k++) {
      all[k] += gradient[k];
    }
    int to = gradient.length;
    for (int r = 0; r < input.length; r++) {
      int from = FIRST + r * stride;
      for (int i = 0; i < neurons; i++) {
        all[to + i] += sums[from + i];
      }
      to += neurons;
    }
  }

  /** Writes the gradient of the layer's parameters, which come first, by sums over chunks. */
  void toGradient(double[] all, double[] ofTheta) {
    for (int i = 0; i < neurons; i++) {
      int w = i * inputs;
      double byBias = all[neurons * numbers + i];
      for (int j = 0; j < numbers; j++) {
        ofTheta[w + table.numbers[j]] = all[i * numbers + j];
      }
      for (int r = 0; r < input.length; r++) {
        if (input[r] >= 0) {
          double byRow = all[gradient.length + r * neurons + i];
          ofTheta[w + input[r]] = Math.fma((double) step[r], byRow, low[r] * byBias);
        }
      }
      ofTheta[neurons * inputs + i] = byBias;
    }
  }
}
