package dev.coset.vectormath;

import static dev.coset.vectormath.SimdSums.SUMS;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link DoubleLayer} with the Vector API: points across lanes, in the tiles of {@link
 * SimdDoubleTiles}. {@code SimdDoubleLayer} is this file with other words; a test compares them.
 */
final class SimdDoubleLayer implements DoubleLayer {
  private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
  private static final int WIDTH = SPECIES.length();

  private final double[] lanes = new double[LANES];
  private final double[] weights = new double[SUMS * LANES]; // (sum, lane)
  private final double[] biases = new double[SUMS * LANES]; // (sum, lane)

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
    int tiled = tiled(neurons);
    for (int i = 0; i < tiled; i += TILE) {
      for (int p = 0; p < points; p += TILE * WIDTH) {
        SimdDoubleTiles.forwardTile(
            theta, at + i * inputs, inputs, biasesAt + i, in, inAt + p, out, outAt + i * BLOCK + p);
      }
    }
    for (int p = 0; tiled < neurons && p < points; p += TILE * WIDTH) {
      SimdDoubleTiles.forwardRow(
          theta,
          at + tiled * inputs,
          inputs,
          biasesAt + tiled,
          in,
          inAt + p,
          out,
          outAt + tiled * BLOCK + p);
    }
  }

  @Override
  public void tanh(double[] z, int zAt, int neurons, int points) {
    for (int i = 0; i < neurons; i++) {
      SimdTanh.apply(z, zAt + i * BLOCK, points);
    }
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
  public double residual(double[] y, int yAt, double[] out, int outAt, int points) {
    for (int lane = 0; lane < LANES; lane += WIDTH) {
      DoubleVector sum = DoubleVector.zero(SPECIES);
      for (int p = lane; p < points; p += LANES) {
        DoubleVector r =
            DoubleVector.fromArray(SPECIES, y, yAt + p)
                .sub(DoubleVector.fromArray(SPECIES, out, outAt + p));
        r.intoArray(out, outAt + p);
        sum = r.fma(r, sum);
      }
      sum.intoArray(lanes, lane);
    }
    return LaneSum.inDouble(lanes);
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
      SimdDoubleTiles.gradientTile(
          delta,
          deltaAt + i * BLOCK,
          z,
          zAt + j * BLOCK,
          points,
          weights,
          biases,
          i % SUMS * LANES);
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
          j % SUMS * LANES,
          biases,
          i % SUMS * LANES);
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
}
