package dev.coset.vectormath;

import static dev.coset.vectormath.SimdSums.SUMS;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link FloatLayer} with the Vector API: points across lanes, in the tiles of {@link
 * SimdFloatTiles}. The file of one precision is generated from that of the other; a test compares
 * them.
 */
final class SimdFloatLayer implements FloatLayer {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int WIDTH = SPECIES.length();

  private final SimdFloatLoss loss = new SimdFloatLoss();
  private final float[] lanes = new float[LANES];
  private final float[] turned = new float[FIRST + WIDTH * WIDTH]; // (row, row), from FIRST on
  private final float[] square = new float[FIRST + WIDTH * WIDTH]; // (row, row), from FIRST on
  private final float[] weights = new float[FIRST + SUMS * LANES]; // (sum, lane), from FIRST on
  private final float[] biases = new float[FIRST + SUMS * LANES]; // (sum, lane), from FIRST on

  /**
   * Neurons in tiles: a tile may have two or three and rows of no meaning; one alone is handled as
   * a row.
   */
  private static int tiled(int neurons) {
    return neurons % TILE == 1 ? neurons - 1 : neurons;
  }

  @Override
  public void forward(
      float[] theta,
      int at,
      int neurons,
      int inputs,
      float[] in,
      int inAt,
      float[] out,
      int outAt,
      int points) {
    int biasesAt = at + neurons * inputs;
    for (int i = 0; i < neurons; i += TILE) {
      int w = at + i * inputs;
      int row = outAt + i * BLOCK;
      for (int p = 0; p < points; p += TILE * WIDTH) {
        switch (neurons - i) {
          case 1 ->
              SimdFloatTiles.forwardRow(theta, w, inputs, biasesAt + i, in, inAt + p, out, row + p);
          case FEW ->
              SimdFloatTiles.forwardThree(
                  theta, w, inputs, biasesAt + i, in, inAt + p, out, row + p);
          default ->
              SimdFloatTiles.forwardTile(
                  theta, w, inputs, biasesAt + i, in, inAt + p, out, row + p);
        }
      }
    }
  }

  @Override
  public void forwardTanh(
      float[] theta,
      int at,
      int neurons,
      int inputs,
      float[] in,
      int inAt,
      float[] largest,
      float[] out,
      int outAt,
      int points) {
    if (inputs > 1) {
      forward(theta, at, neurons, inputs, in, inAt, out, outAt, points);
    }
    for (int i = 0; i < neurons; i++) {
      int w = at + i * inputs;
      float b = theta[at + neurons * inputs + i];
      boolean within = bound(b, theta, w, inputs, largest) < FloatTanh.WITHIN;
      int row = outAt + i * BLOCK;
      if (inputs == 1) {
        SimdTanh.ofAffine(b, theta[w], in, inAt, within, out, row, points);
      } else {
        SimdTanh.ofAffine(0, 1, out, row, within, out, row, points);
      }
    }
  }

  @Override
  public void tanh(float[] z, int zAt, int neurons, int points) {
    for (int i = 0; i < neurons; i++) {
      int row = zAt + i * BLOCK;
      SimdTanh.ofAffine(0, 1, z, row, false, z, row, points);
    }
  }

  @Override
  public void addRows(
      float[] rows, int[] at, int groups, float[] out, int outAt, int neurons, int points) {
    for (int i = 0; i < neurons; i += WIDTH) {
      int wanted = Math.min(WIDTH, neurons - i);
      for (int p = 0; p < points; p += WIDTH) {
        SimdFloatRows.sums(rows, i, at, p, groups, square);
        SimdTranspose.of(square, FIRST, WIDTH, turned, FIRST, WIDTH);
        SimdFloatRows.addTo(out, outAt + i * BLOCK + p, turned, wanted);
      }
    }
  }

  @Override
  public void addToRows(
      float[] delta, int deltaAt, int neurons, int points, int[] at, int groups, float[] sums) {
    for (int i = 0; i < neurons; i += WIDTH) {
      for (int p = 0; p < points; p += WIDTH) {
        SimdTranspose.of(delta, deltaAt + i * BLOCK + p, BLOCK, square, FIRST, WIDTH);
        SimdFloatRows.addSquare(square, at, p, groups, sums, i);
      }
    }
  }

  /** What a neuron's sum does not exceed; not a number where a parameter is not. */
  private static float bound(float b, float[] theta, int w, int inputs, float[] largest) {
    float bound = Math.abs(b);
    for (int j = 0; j < inputs; j++) {
      bound = Math.fma(Math.abs(theta[w + j]), largest[j], bound);
    }
    return bound;
  }

  @Override
  public void relu(float[] z, int zAt, int neurons, int points) {
    FloatVector zero = FloatVector.zero(SPECIES);
    for (int i = 0; i < neurons; i++) {
      int row = zAt + i * BLOCK;
      for (int p = row; p < row + points; p += WIDTH) {
        FloatVector a = FloatVector.fromArray(SPECIES, z, p);
        a.blend(zero, a.compare(VectorOperators.LE, zero)).intoArray(z, p);
      }
    }
  }

  @Override
  public double residual(
      float[] y, int yAt, float[] w, int wAt, float[] out, int outAt, int points) {
    for (int lane = 0; lane < LANES; lane += WIDTH) {
      FloatVector sum = FloatVector.zero(SPECIES);
      for (int p = lane; p < points; p += LANES) {
        FloatVector r =
            FloatVector.fromArray(SPECIES, y, yAt + p)
                .sub(FloatVector.fromArray(SPECIES, out, outAt + p));
        FloatVector weighted = r.mul(FloatVector.fromArray(SPECIES, w, wAt + p));
        weighted.intoArray(out, outAt + p);
        sum = r.fma(weighted, sum);
      }
      sum.intoArray(lanes, lane);
    }
    return LaneSum.inDouble(lanes);
  }

  @Override
  public double heteroscedastic(
      float[] y, int yAt, float[] w, int wAt, float[] out, int outAt, int points) {
    return loss.heteroscedastic(y, yAt, w, wAt, out, outAt, points);
  }

  @Override
  public double student(
      float[] y,
      int yAt,
      float[] w,
      int wAt,
      float n,
      float[] out,
      int outAt,
      int points,
      double[] byShape) {
    return loss.student(y, yAt, w, wAt, n, out, outAt, points, byShape);
  }

  @Override
  public double logistic(
      float[] y, int yAt, float[] w, int wAt, float[] out, int outAt, int points) {
    return loss.logistic(y, yAt, w, wAt, out, outAt, points);
  }

  @Override
  public double softmax(
      float[] y, int yAt, float[] w, int wAt, float[] out, int outAt, int classes, int points) {
    return loss.softmax(y, yAt, w, wAt, out, outAt, classes, points);
  }

  @Override
  public void gradient(
      float[] delta,
      int deltaAt,
      float[] z,
      int zAt,
      int neurons,
      int inputs,
      int points,
      float[] gradient,
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
      float[] delta,
      int deltaAt,
      float[] z,
      int zAt,
      int i,
      int neurons,
      int inputs,
      int points,
      float[] gradient,
      int at) {
    int rows = Math.min(TILE, neurons - i);
    for (int j = 0; j < inputs; j += TILE) {
      if (j > 0 && j + 1 == inputs) {
        SimdFloatTiles.gradientRow(
            z, zAt + j * BLOCK, delta, deltaAt + i * BLOCK, points, weights, FIRST, lanes, 0);
        SimdSums.addLanes(weights);
        for (int k = 0; k < rows; k++) {
          gradient[at + (i + k) * inputs + j] = weights[k];
        }
        break;
      }
      SimdFloatTiles.gradientTile(
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
      float[] delta,
      int deltaAt,
      float[] z,
      int zAt,
      int i,
      int inputs,
      int points,
      float[] gradient,
      int at) {
    for (int j = 0; j < inputs; j += TILE) {
      SimdFloatTiles.gradientRow(
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
      float[] theta,
      int at,
      int neurons,
      int inputs,
      float[] delta,
      int deltaAt,
      float[] z,
      int zAt,
      int points) {
    int tiled = tiled(inputs);
    for (int j = 0; j < tiled; j += TILE) {
      for (int p = 0; p < points; p += TILE * WIDTH) {
        SimdFloatTiles.backwardTile(
            theta, at + j, neurons, inputs, delta, deltaAt + p, z, zAt + j * BLOCK + p);
      }
    }
    for (int p = 0; tiled < inputs && p < points; p += TILE * WIDTH) {
      SimdFloatTiles.backwardRow(
          theta, at + tiled, neurons, inputs, delta, deltaAt + p, z, zAt + tiled * BLOCK + p);
    }
  }

  @Override
  public void inactive(float[] z, int zAt, int neurons, int points) {
    FloatVector zero = FloatVector.zero(SPECIES);
    FloatVector one = FloatVector.broadcast(SPECIES, 1);
    for (int i = 0; i < neurons; i++) {
      int row = zAt + i * BLOCK;
      for (int p = row; p < row + points; p += WIDTH) {
        FloatVector a = FloatVector.fromArray(SPECIES, z, p);
        zero.blend(one, a.compare(VectorOperators.LE, zero)).intoArray(z, p);
      }
    }
  }

  @Override
  public void backwardFromOne(
      float[] theta,
      int at,
      int inputs,
      float[] delta,
      int deltaAt,
      float[] z,
      int zAt,
      int points,
      float[] gradient) {
    for (int j = 0; j < inputs; j++) {
      SimdFloatNeuron.backward(
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
      float[] theta,
      int hidden,
      int features,
      float[] delta,
      int deltaAt,
      float[] z,
      int zAt,
      float[] x,
      int xAt,
      int points,
      float[] gradient) {
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
        SimdFloatNeuron.backward(
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
        SimdFloatNeuron.backwardThreeFeatures(
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
      float[] theta,
      int features,
      float[] delta,
      int deltaAt,
      float[] z,
      int zAt,
      float[] x,
      int xAt,
      int points,
      float[] gradient) {
    int biasesAt = FEW * features;
    int output = biasesAt + FEW;
    int last = FEW * TILE; // of sixteen sums, those of weights of four features come first
    sum(delta, deltaAt, points, biases, FIRST + (SUMS - 1) * LANES);
    SimdFloatNeuron.backwardThreeNeurons(
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
      float[] delta,
      int deltaAt,
      float[] x,
      int xAt,
      int j,
      int features,
      int points,
      float[] sums) {
    int row = xAt + j * BLOCK;
    if (j + 1 == features) {
      SimdFloatTiles.gradientRow(x, row, delta, deltaAt, points, sums, FIRST, lanes, 0);
    } else if (j < features) {
      SimdFloatNeuron.gradientThreeNeurons(delta, deltaAt, x, row, points, sums);
    }
  }

  private static void copyThreeNeurons(float[] sums, int j, int features, float[] gradient) {
    int columns = Math.min(TILE, features - j);
    int apart = columns == 1 ? 1 : TILE;
    for (int k = 0; k < FEW; k++) {
      for (int m = 0; m < columns; m++) {
        gradient[k * features + j + m] = sums[k * apart + m];
      }
    }
  }

  /** {@code sum_p delta}, by lanes. */
  private static void sum(float[] delta, int deltaAt, int points, float[] sums, int sumsAt) {
    for (int lane = 0; lane < LANES; lane += WIDTH) {
      FloatVector sum = FloatVector.zero(SPECIES);
      for (int p = lane; p < points; p += LANES) {
        sum = FloatVector.fromArray(SPECIES, delta, deltaAt + p).add(sum);
      }
      sum.intoArray(sums, sumsAt + lane);
    }
  }
}
