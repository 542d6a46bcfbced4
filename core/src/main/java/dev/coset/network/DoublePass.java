package dev.coset.network;

import dev.coset.data.DoubleTable;
import dev.coset.vectormath.DoubleLayer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A network over a chunk in double precision: its activations stay in the cache from the forward to
 * the backward pass, and deltas overwrite them. The file of one precision is generated from that of
 * the other; a test compares them.
 */
final class DoublePass implements ChunkPass {
  private static final int CHUNK = DoubleLayer.BLOCK;
  private static final int FIRST = DoubleLayer.FIRST;
  private static final int TILE = DoubleLayer.TILE;
  private static final int FEW = DoubleLayer.FEW;

  private final DoubleLayer layer;
  private final DoubleTable table;
  private final boolean tanh;
  private final boolean shallow; // one hidden tanh layer, few features or neurons, one output
  private final @Nullable DoubleRows rows; // null where all inputs are numbers
  private final int layers;
  private final int[] width; // of a layer
  private final int[] row; // where in z a layer begins
  private final int[] at; // where in theta a layer begins
  private final int parameters;
  private final double[][] largest; // (layer, neuron), of absolute values; of tanh it is 1
  private final double[] theta;
  private final double[] z; // (neuron of any layer, point of the chunk): activations, then deltas
  private final double[] gradient; // of a chunk
  private final double[][] output; // (output, point of the chunk)
  private final double[] shapeGradient; // of a chunk
  private int shapes;
  private double value; // of a chunk

  DoublePass(DoubleLayer layer, Network network, DoubleTable table) {
    this.layer = layer;
    this.table = table;
    this.layers = network.layers();
    this.width = network.widths();
    this.tanh =
        switch (network.activation()) {
          case TANH -> true;
          case RELU -> false;
        };
    this.rows = table.oneHots.isEmpty() ? null : new DoubleRows(layer, network, table);
    this.shallow =
        rows == null
            && tanh
            && layers == 2
            && width[2] == 1
            && (width[0] <= FEW || width[1] == FEW);
    this.row = new int[layers + 2];
    this.at = new int[layers + 2];
    row[1] = FIRST;
    for (int l = 1; l <= layers; l++) {
      row[l + 1] = row[l] + (width[l] + TILE - 1) / TILE * TILE * CHUNK;
      at[l] = network.weight(l, 0, 0);
    }
    this.parameters = network.parameters();
    at[layers + 1] = parameters;
    this.largest = new double[layers][];
    largest[0] = table.largest;
    for (int l = 1; l < layers; l++) {
      largest[l] = new double[width[l]];
      Arrays.fill(largest[l], 1);
    }
    this.theta = new double[parameters + TILE * Arrays.stream(width).max().orElseThrow()];
    this.z = new double[row[layers + 1] + DoubleLayer.LANES * CHUNK]; // rows behind are read
    this.gradient = new double[parameters];
    this.output = new double[width[layers]][CHUNK];
    this.shapeGradient = new double[OutputKernel.MOST_SHAPES];
  }

  @Override
  public void use(double[] theta) {
    for (int k = 0; k < parameters; k++) {
      this.theta[k] = (double) theta[k];
    }
    if (rows != null) {
      rows.use(this.theta);
    }
  }

  @Override
  public void outputs(int chunk, double[][] outputs) {
    int first = chunk * CHUNK;
    int count = count(first);
    forward(first, padded(count));
    for (int i = 0; i < width[layers]; i++) {
      int out = row[layers] + i * CHUNK;
      for (int p = 0; p < count; p++) {
        outputs[i][first + p] = z[out + p];
      }
    }
  }

  @Override
  public void gradient(int chunk, OutputKernel kernel, double[] shape) {
    int first = chunk * CHUNK;
    int padded = padded(count(first));
    forward(first, padded);
    shapes = shape.length;
    value = loss(kernel, shape, first, padded);
    backward(first, padded);
  }

  /** The sum over a chunk, whose outputs its derivatives overwrite. */
  private double loss(OutputKernel kernel, double[] shape, int first, int padded) {
    double[] y = table.y;
    int yAt = FIRST + first * table.targets;
    double[] w = table.weights;
    int wAt = FIRST + first;
    int out = row[layers];
    return switch (kernel) {
      case SQUARED_ERROR -> {
        double sum = 0;
        for (int i = 0; i < table.targets; i++) {
          sum += layer.residual(y, yAt + i * CHUNK, w, wAt, z, out + i * CHUNK, padded);
        }
        yield -0.5 * sum;
      }
      case HETEROSCEDASTIC -> layer.heteroscedastic(y, yAt, w, wAt, z, out, padded);
      case STUDENT ->
          layer.student(y, yAt, w, wAt, (double) shape[0], z, out, padded, shapeGradient);
      case LOGISTIC -> layer.logistic(y, yAt, w, wAt, z, out, padded);
      case SOFTMAX -> layer.softmax(y, yAt, w, wAt, z, out, width[layers], padded);
    };
  }

  @Override
  public void gradient(int chunk, OutputLoss loss) {
    int first = chunk * CHUNK;
    int count = count(first);
    int padded = padded(count);
    forward(first, padded);
    for (int i = 0; i < width[layers]; i++) {
      int out = row[layers] + i * CHUNK;
      for (int p = 0; p < count; p++) {
        output[i][p] = z[out + p];
      }
    }
    shapes = 0;
    value = loss.valueAndDerivative(first, count, output);
    for (int i = 0; i < width[layers]; i++) {
      int out = row[layers] + i * CHUNK;
      for (int p = 0; p < count; p++) {
        z[out + p] = (double) output[i][p];
      }
      Arrays.fill(z, out + count, out + padded, 0);
    }
    backward(first, padded);
  }

  @Override
  public int sums() {
    return rows == null ? parameters : rows.sums() + parameters - at[2];
  }

  @Override
  public void copyTo(double[] sums) {
    Arrays.fill(sums, 0, sums() + shapes + 1, -0.0); // which added to anything leaves it as it is
    addTo(sums);
  }

  @Override
  public void addTo(double[] sums) {
    int k = 0;
    int from = 0;
    if (rows != null) {
      rows.addTo(sums);
      k = rows.sums();
      from = at[2];
    }
    for (int j = from; j < parameters; j++) {
      sums[k++] += gradient[j];
    }
    for (int j = 0; j < shapes; j++) {
      sums[k++] += shapeGradient[j];
    }
    sums[k] += value;
  }

  @Override
  public void toGradient(double[] sums, double[] all) {
    if (rows == null) {
      System.arraycopy(sums, 0, all, 0, parameters);
    } else {
      rows.toGradient(sums, all);
      System.arraycopy(sums, rows.sums(), all, at[2], parameters - at[2]);
    }
  }

  private int count(int first) {
    return Math.min(CHUNK, table.points - first);
  }

  private static int padded(int count) {
    return (count + DoubleLayer.STEP - 1) / DoubleLayer.STEP * DoubleLayer.STEP;
  }

  private void forward(int first, int padded) {
    double[] in = table.x;
    int inAt = FIRST + first * width[0];
    int l = 1;
    if (rows != null) {
      rows.forward(first, z, row[1], padded);
      if (layers > 1) {
        activate(1, padded);
      }
      in = z;
      inAt = row[l++];
    }
    for (; l < layers; l++) {
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
    if (l == layers) {
      layer.forward(theta, at[l], width[l], width[l - 1], in, inAt, z, row[l], padded);
    }
  }

  private void activate(int l, int padded) {
    if (tanh) {
      layer.tanh(z, row[l], width[l], padded);
    } else {
      layer.relu(z, row[l], width[l], padded);
    }
  }

  private void backward(int first, int padded) {
    int xAt = FIRST + first * width[0];
    if (shallow) {
      layer.backwardShallow(
          theta, width[1], width[0], z, row[2], z, row[1], table.x, xAt, padded, gradient);
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
    if (rows != null) {
      rows.gradient(first, z, row[1], padded);
    } else {
      layer.gradient(z, row[1], table.x, xAt, width[1], width[0], padded, gradient, at[1]);
    }
  }
}
