package dev.coset.vectormath;

import static dev.coset.vectormath.SimdSums.SUMS;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link DoubleLayer} with the Vector API: points across lanes, in the tiles of {@link
 * SimdDoubleTiles}. The file of one precision is generated from that of the other; a test compares
 * them.
 */
final class SimdDoubleLayer implements DoubleLayer {
  private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
  private static final int WIDTH = SPECIES.length();

  private final SimdDoubleLoss loss = new SimdDoubleLoss();
  private final double[] lanes = new double[LANES];
  private final double[] turned = new double[FIRST + WIDTH * WIDTH]; // (row, row), from FIRST on
  private final double[] square = new double[FIRST + WIDTH * WIDTH]; // (row, row), from FIRST on
  private final double[] weights = new double[FIRST + SUMS * LANES]; // (sum, lane), from FIRST on
  private final double[] biases = new double[FIRST + SUMS * LANES]; // (sum, lane), from FIRST on

  /**
   * Neurons in tiles: a tile may have two or three and rows of no meaning; one alone is handled as
   * a row.
   */
  private static int tiled(int neurons) {
    return neurons % TILE == 1 ? neurons - 1 : neurons;
  }

  @Override
  public void forward(
      double[] theta,
      int at,
      int neurons,
      int inputs,
      double[] in,
      int inAt,
      double[] out,
      int outAt,
      int points) {
    int biasesAt = at + neurons * inputs;
    for (int i = 0; i < neurons; i += TILE) {
      int w = at + i * inputs;
      int row = outAt + i * BLOCK;
      for (int p = 0; p < points; p += TILE * WIDTH) {
        switch (neurons - i) {
          case 1 ->
              SimdDoubleTiles.forwardRow(
                  theta, w, inputs, biasesAt + i, in, inAt + p, out, row + p);
          case FEW ->
              SimdDoubleTiles.forwardThree(
                  theta, w, inputs, biasesAt + i, in, inAt + p, out, row + p);
          default ->
              SimdDoubleTiles.forwardTile(
                  theta, w, inputs, biasesAt + i, in, inAt + p, out, row + p);
        }
      }
    }
  }

  @Override
  public void forwardTanh(
      double[] theta,
      int at,
      int neurons,
      int inputs,
      double[] in,
      int inAt,
      double[] largest,
      double[] out,
      int outAt,
      int points) {
    if (inputs > 1) {
      forward(theta, at, neurons, inputs, in, inAt, out, outAt, points);
    }
    for (int i = 0; i < neurons; i++) {
      int w = at + i * inputs;
      double b = theta[at + neurons * inputs + i];
      boolean within = bound(b, theta, w, inputs, largest) < DoubleTanh.WITHIN;
      int row = outAt + i * BLOCK;
      if (inputs == 1) {
        SimdTanh.ofAffine(b, theta[w], in, inAt, within, out, row, points);
      } else {
        SimdTanh.ofAffine(0, 1, out, row, within, out, row, points);
      }
    }
  }

  @Override
  public void tanh(double[] z, int zAt, int neurons, int points) {
    for (int i = 0; i < neurons; i++) {
      int row = zAt + i * BLOCK;
      SimdTanh.ofAffine(0, 1, z, row, false, z, row, points);
    }
  }

  @Override
  public void addRows(
      double[] rows, int[] at, int groups, double[] out, int outAt, int neurons, int points) {
    for (int i = 0; i < neurons; i += WIDTH) {
      int wanted = Math.min(WIDTH, neurons - i);
      for (int p = 0; p < points; p += WIDTH) {
        SimdDoubleRows.sums(rows, i, at, p, groups, square);
        SimdTranspose.of(square, FIRST, WIDTH, turned, FIRST, WIDTH);
        SimdDoubleRows.addTo(out, outAt + i * BLOCK + p, turned, wanted);
      }
    }
  }

  @Override
  public void addToRows(
      double[] delta, int deltaAt, int neurons, int points, int[] at, int groups, double[] sums) {
    for (int i = 0; i < neurons; i += WIDTH) {
      for (int p = 0; p < points; p += WIDTH) {
        SimdTranspose.of(delta, deltaAt + i * BLOCK + p, BLOCK, square, FIRST, WIDTH);
        SimdDoubleRows.addSquare(square, at, p, groups, sums, i);
      }
    }
  }

  /** What a neuron's sum does not exceed; not a number where a parameter is not. */
  private static double bound(double b, double[] theta, int w, int inputs, double[] largest) {
    double bound = Math.abs(b);
    for (int j = 0; j < inputs; j++) {
      bound = Math.fma(Math.abs(theta[w + j]), largest[j], bound);
    }
    return bound;
  }

  @Override
  public void relu(double[] z, int zAt, int neurons, int points) {
    DoubleVector zero = DoubleVector.zero(SPECIES);
    for (int i = 0; i < neurons; i++) {
      int row = zAt + i * BLOCK;
      for (int p = row; p < row + points; p += WIDTH) {
        DoubleVector a = DoubleVector.fromArray(SPECIES, z, p);
        a.blend(zero, a.compare(VectorOperators.LE, zero)).intoArray(z, p);
      }
    }
  }

  @Override
  public double residual(
      double[] y, int yAt, double[] w, int wAt, double[] out, int outAt, int points) {
    for (int lane = 0; lane < LANES; lane += WIDTH) {
      DoubleVector sum = DoubleVector.zero(SPECIES);
      for (int p = lane; p < points; p += LANES) {
        DoubleVector r =
            DoubleVector.fromArray(SPECIES, y, yAt + p)
                .sub(DoubleVector.fromArray(SPECIES, out, outAt + p));
        DoubleVector weighted = r.mul(DoubleVector.fromArray(SPECIES, w, wAt + p));
        weighted.intoArray(out, outAt + p);
        sum = r.fma(weighted, sum);
      }
      sum.intoArray(lanes, lane);
    }
    return LaneSum.inDouble(lanes);
  }

  @Override
  public double heteroscedastic(
      double[] y, int yAt, double[] w, int wAt, double[] out, int outAt, int points) {
    return loss.heteroscedastic(y, yAt, w, wAt, out, outAt, points);
  }

  @Override
  public double student(
      double[] y,
      int yAt,
      double[] w,
      int wAt,
      double n,
      double[] out,
      int outAt,
      int points,
      double[] byShape) {
    return loss.student(y, yAt, w, wAt, n, out, outAt, points, byShape);
  }

  @Override
  public double logistic(
      double[] y, int yAt, double[] w, int wAt, double[] out, int outAt, int points) {
    return loss.logistic(y, yAt, w, wAt, out, outAt, points);
  }

  @Override
  public double softmax(
      double[] y, int yAt, double[] w, int wAt, double[] out, int outAt, int classes, int points) {
    return loss.softmax(y, yAt, w, wAt, out, outAt, classes, points);
  }

  @Override
  public void gradient(
      double[] delta,
      int deltaAt,
      double[] z,
      int zAt,
      int neurons,
      int inputs,
      int points,
      double[] gradient,
      int at) {
    int biasesAt = at + neurons * inputs;
    for (int i = 0; i < neurons; i += TILE) {
      if (i < tiled(neurons)) {
        gradientOfFour(delta, deltaAt, z, zAt, i, neurons, inputs, points, gradient, at);
      } else {
        gradientOfOne(delta, deltaAt, z, zAt, i, inputs, points, gradient, at);
      }
      if ((i + TILE) % SUMS == 0 || i + TILE >= neurons) {
        SimdSums.addLanes(biases);
        int first = i - i % SUMS;
        System.arraycopy(biases, 0, gradient, biasesAt + first, Math.min(SUMS, neurons - first));
      }
    }
  }

  private void gradientOfFour(
      double[] delta,
      int deltaAt,
      double[] z,
      int zAt,
      int i,
      int neurons,
      int inputs,
      int points,
      double[] gradient,
      int at) {
    int rows = Math.min(TILE, neurons - i);
    for (int j = 0; j < inputs; j += TILE) {
      if (j > 0 && j + 1 == inputs) {
        SimdDoubleTiles.gradientRow(
            z, zAt + j * BLOCK, delta, deltaAt + i * BLOCK, points, weights, FIRST, lanes, 0);
        SimdSums.addLanes(weights);
        for (int k = 0; k < rows; k++) {
          gradient[at + (i + k) * inputs + j] = weights[k];
        }
        break;
      }
      SimdDoubleTiles.gradientTile(
          delta,
          deltaAt + i * BLOCK,
          z,
          zAt + j * BLOCK,
          points,
          weights,
          biases,
          FIRST + i % SUMS * LANES);
      SimdSums.addLanes(weights);
      for (int k = 0; k < rows; k++) {
        int to = at + (i + k) * inputs + j;
        if (j + TILE <= inputs) {
          SimdSums.copyFour(weights, k * TILE, gradient, to);
        } else {
          for (int m = 0; m < inputs - j; m++) {
            gradient[to + m] = weights[k * TILE + m];
          }
        }
      }
    }
  }

  private void gradientOfOne(
      double[] delta,
      int deltaAt,
      double[] z,
      int zAt,
      int i,
      int inputs,
      int points,
      double[] gradient,
      int at) {
    for (int j = 0; j < inputs; j += TILE) {
      SimdDoubleTiles.gradientRow(
          delta,
          deltaAt + i * BLOCK,
          z,
          zAt + j * BLOCK,
          points,
          weights,
          FIRST + j % SUMS * LANES,
          biases,
          FIRST + i % SUMS * LANES);
      if ((j + TILE) % SUMS == 0 || j + TILE >= inputs) {
        SimdSums.addLanes(weights);
        int first = j - j % SUMS;
        System.arraycopy(
            weights, 0, gradient, at + i * inputs + first, Math.min(SUMS, inputs - first));
      }
    }
  }

  @Override
  public void backward(
      double[] theta,
      int at,
      int neurons,
      int inputs,
      double[] delta,
      int deltaAt,
      double[] z,
      int zAt,
      int points) {
    int tiled = tiled(inputs);
    for (int j = 0; j < tiled; j += TILE) {
      for (int p = 0; p < points; p += TILE * WIDTH) {
        SimdDoubleTiles.backwardTile(
            theta, at + j, neurons, inputs, delta, deltaAt + p, z, zAt + j * BLOCK + p);
      }
    }
    for (int p = 0; tiled < inputs && p < points; p += TILE * WIDTH) {
      SimdDoubleTiles.backwardRow(
          theta, at + tiled, neurons, inputs, delta, deltaAt + p, z, zAt + tiled * BLOCK + p);
    }
  }

  @Override
  public void inactive(double[] z, int zAt, int neurons, int points) {
    DoubleVector zero = DoubleVector.zero(SPECIES);
    DoubleVector one = DoubleVector.broadcast(SPECIES, 1);
    for (int i = 0; i < neurons; i++) {
      int row = zAt + i * BLOCK;
      for (int p = row; p < row + points; p += WIDTH) {
        DoubleVector a = DoubleVector.fromArray(SPECIES, z, p);
        zero.blend(one, a.compare(VectorOperators.LE, zero)).intoArray(z, p);
      }
    }
  }

  @Override
  public void backwardFromOne(
      double[] theta,
      int at,
      int inputs,
      double[] delta,
      int deltaAt,
      double[] z,
      int zAt,
      int points,
      double[] gradient) {
    for (int j = 0; j < inputs; j++) {
      SimdDoubleNeuron.backward(
          theta[at + j],
          delta,
          deltaAt,
          z,
          zAt + j * BLOCK,
          points,
          weights,
          FIRST + j % SUMS * LANES);
      if ((j + 1) % SUMS == 0 || j + 1 == inputs) {
        SimdSums.addLanes(weights);
        int first = j - j % SUMS;
        System.arraycopy(weights, 0, gradient, at + first, Math.min(SUMS, inputs - first));
      }
    }
    sum(delta, deltaAt, points, lanes, 0);
    gradient[at + inputs] = LaneSum.of(lanes);
  }

  @Override
  public void backwardShallow(
      double[] theta,
      int hidden,
      int features,
      double[] delta,
      int deltaAt,
      double[] z,
      int zAt,
      double[] x,
      int xAt,
      int points,
      double[] gradient) {
    if (features > FEW) {
      backwardThreeNeurons(theta, features, delta, deltaAt, z, zAt, x, xAt, points, gradient);
      return;
    }
    int biasesAt = hidden * features;
    int output = biasesAt + hidden;
    int sums = features == 1 ? 3 : 5;
    int fit = (SUMS - 1) / sums; // the last sum is the output's bias
    sum(delta, deltaAt, points, weights, FIRST + (SUMS - 1) * LANES);
    for (int i = 0; i < hidden; i++) {
      int k = i % fit * sums;
      if (features == 1) {
        SimdDoubleNeuron.backward(
            theta[output + i],
            delta,
            deltaAt,
            z,
            zAt + i * BLOCK,
            x,
            xAt,
            points,
            weights,
            FIRST + k * LANES);
      } else {
        SimdDoubleNeuron.backwardThreeFeatures(
            theta[output + i],
            delta,
            deltaAt,
            z,
            zAt + i * BLOCK,
            x,
            xAt,
            points,
            weights,
            FIRST + k * LANES);
      }
      if ((i + 1) % fit == 0 || i + 1 == hidden) {
        SimdSums.addLanes(weights);
        for (int n = i - i % fit; n <= i; n++) {
          int from = n % fit * sums;
          gradient[output + n] = weights[from];
          gradient[biasesAt + n] = weights[from + 1];
          for (int j = 0; j < features; j++) {
            gradient[n * features + j] = weights[from + 2 + j];
          }
        }
        gradient[output + hidden] = weights[SUMS - 1];
      }
    }
  }

  /** The same for three hidden neurons and more features. */
  private void backwardThreeNeurons(
      double[] theta,
      int features,
      double[] delta,
      int deltaAt,
      double[] z,
      int zAt,
      double[] x,
      int xAt,
      int points,
      double[] gradient) {
    int biasesAt = FEW * features;
    int output = biasesAt + FEW;
    int last = FEW * TILE; // of sixteen sums, those of weights of four features come first
    sum(delta, deltaAt, points, biases, FIRST + (SUMS - 1) * LANES);
    SimdDoubleNeuron.backwardThreeNeurons(
        theta,
        output,
        delta,
        deltaAt,
        z,
        zAt,
        x,
        xAt,
        points,
        weights,
        biases,
        FIRST + last * LANES);
    SimdSums.addLanes(weights);
    System.arraycopy(weights, last, gradient, output, FEW);
    copyThreeNeurons(weights, 0, features, gradient);
    gradientThreeNeurons(z, zAt, x, xAt, TILE, features, points, biases);
    SimdSums.addLanes(biases);
    System.arraycopy(biases, last, gradient, biasesAt, FEW);
    gradient[output + FEW] = biases[SUMS - 1];
    copyThreeNeurons(biases, TILE, features, gradient);
    for (int j = 2 * TILE; j < features; j += TILE) {
      gradientThreeNeurons(z, zAt, x, xAt, j, features, points, weights);
      SimdSums.addLanes(weights);
      copyThreeNeurons(weights, j, features, gradient);
    }
  }

  /** Sums of three neurons and up to four features from j on, by neurons; of one, one each. */
  private void gradientThreeNeurons(
      double[] delta,
      int deltaAt,
      double[] x,
      int xAt,
      int j,
      int features,
      int points,
      double[] sums) {
    int row = xAt + j * BLOCK;
    if (j + 1 == features) {
      SimdDoubleTiles.gradientRow(x, row, delta, deltaAt, points, sums, FIRST, lanes, 0);
    } else if (j < features) {
      SimdDoubleNeuron.gradientThreeNeurons(delta, deltaAt, x, row, points, sums);
    }
  }

  private static void copyThreeNeurons(double[] sums, int j, int features, double[] gradient) {
    int columns = Math.min(TILE, features - j);
    int apart = columns == 1 ? 1 : TILE;
    for (int k = 0; k < FEW; k++) {
      for (int m = 0; m < columns; m++) {
        gradient[k * features + j + m] = sums[k * apart + m];
      }
    }
  }

  /** {@code sum_p delta}, by lanes. */
  private static void sum(double[] delta, int deltaAt, int points, double[] sums, int sumsAt) {
    for (int lane = 0; lane < LANES; lane += WIDTH) {
      DoubleVector sum = DoubleVector.zero(SPECIES);
      for (int p = lane; p < points; p += LANES) {
        sum = DoubleVector.fromArray(SPECIES, delta, deltaAt + p).add(sum);
      }
      sum.intoArray(sums, sumsAt + lane);
    }
  }
}
