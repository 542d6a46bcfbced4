package dev.coset.vectormath;

import static dev.coset.vectormath.SimdFloatSums.SUMS;

import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link FloatLayer} with the Vector API: points across lanes, in the tiles of {@link
 * SimdFloatTiles}. {@code SimdDoubleLayer} is this file with other words; a test compares them.
 */
final class SimdFloatLayer implements FloatLayer {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int WIDTH = SPECIES.length();

  private static final int TILE = 4;

  private final float[] ones = new float[BLOCK]; // a row
  private final float[] lanes = new float[LANES];
  private final float[] tile = new float[SUMS * LANES]; // (sum, lane)
  private final float[] rest = new float[SUMS * LANES]; // (sum, lane)
  private final int[] restAt = new int[SUMS]; // where in the gradient each sum of the rest belongs

  SimdFloatLayer() {
    Arrays.fill(ones, 1);
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
    int biases = at + neurons * inputs;
    int tiled = neurons - neurons % TILE;
    for (int i = 0; i < tiled; i += TILE) {
      for (int p = 0; p < points; p += TILE * WIDTH) {
        SimdFloatTiles.forwardTile(
            theta, at + i * inputs, inputs, biases + i, in, inAt + p, out, outAt + i * BLOCK + p);
      }
    }
    for (int i = tiled; i < neurons; i++) {
      for (int p = 0; p < points; p += TILE * WIDTH) {
        SimdFloatTiles.forwardRow(
            theta, at + i * inputs, inputs, biases + i, in, inAt + p, out, outAt + i * BLOCK + p);
      }
    }
  }

  @Override
  public void tanh(float[] z, int zAt, int neurons, int points) {
    for (int i = 0; i < neurons; i++) {
      SimdTanh.apply(z, zAt + i * BLOCK, points);
    }
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
  public double residual(float[] y, int yAt, float[] out, int outAt, int points) {
    for (int lane = 0; lane < LANES; lane += WIDTH) {
      FloatVector sum = FloatVector.zero(SPECIES);
      for (int p = lane; p < points; p += LANES) {
        FloatVector r =
            FloatVector.fromArray(SPECIES, y, yAt + p)
                .sub(FloatVector.fromArray(SPECIES, out, outAt + p));
        r.intoArray(out, outAt + p);
        sum = r.fma(r, sum);
      }
      sum.intoArray(lanes, lane);
    }
    return LaneSum.inDouble(lanes);
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
    int biases = at + neurons * inputs;
    int tiledNeurons = neurons - neurons % TILE;
    int tiledInputs = inputs - inputs % TILE;
    int rested = 0;
    for (int i = 0; i < tiledNeurons; i += TILE) {
      int row = deltaAt + i * BLOCK;
      for (int j = 0; j < tiledInputs; j += TILE) {
        SimdFloatTiles.gradientTile(delta, row, z, zAt + j * BLOCK, points, tile);
        SimdFloatSums.addLanes(tile);
        for (int k = 0; k < TILE; k++) {
          System.arraycopy(tile, k * TILE, gradient, at + (i + k) * inputs + j, TILE);
        }
      }
      for (int j = tiledInputs; j < inputs; j++) {
        rested =
            gradientRows(
                z,
                zAt + j * BLOCK,
                delta,
                row,
                points,
                rested,
                at + i * inputs + j,
                inputs,
                gradient);
      }
      rested = gradientRows(ones, 0, delta, row, points, rested, biases + i, 1, gradient);
    }
    for (int i = tiledNeurons; i < neurons; i++) {
      int row = deltaAt + i * BLOCK;
      for (int j = 0; j < tiledInputs; j += TILE) {
        rested =
            gradientRows(
                delta, row, z, zAt + j * BLOCK, points, rested, at + i * inputs + j, 1, gradient);
      }
      for (int j = tiledInputs; j < inputs; j++) {
        rested =
            gradientRow(
                delta, row, z, zAt + j * BLOCK, points, rested, at + i * inputs + j, gradient);
      }
      rested = gradientRow(ones, 0, delta, row, points, rested, biases + i, gradient);
    }
    settle(rested, gradient);
  }

  /**
   * Products of row a with four rows of b, which belong {@code apart} from each other in the
   * gradient.
   */
  private int gradientRows(
      float[] a,
      int aAt,
      float[] b,
      int bAt,
      int points,
      int rested,
      int at,
      int apart,
      float[] gradient) {
    int first = rested + TILE <= SUMS ? rested : settle(rested, gradient);
    SimdFloatTiles.gradientRows(a, aAt, b, bAt, points, rest, first * LANES);
    for (int k = 0; k < TILE; k++) {
      restAt[first + k] = at + k * apart;
    }
    return first + TILE;
  }

  /** The product of row a with one of b. */
  private int gradientRow(
      float[] a, int aAt, float[] b, int bAt, int points, int rested, int at, float[] gradient) {
    int first = rested < SUMS ? rested : settle(rested, gradient);
    SimdFloatTiles.gradientRow(a, aAt, b, bAt, points, rest, first * LANES);
    restAt[first] = at;
    return first + 1;
  }

  /** Brings what rested to its place; returns how many rest. */
  private int settle(int rested, float[] gradient) {
    SimdFloatSums.addLanes(rest);
    for (int k = 0; k < rested; k++) {
      gradient[restAt[k]] = rest[k];
    }
    return 0;
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
    int tiled = inputs - inputs % TILE;
    for (int j = 0; j < tiled; j += TILE) {
      for (int p = 0; p < points; p += TILE * WIDTH) {
        SimdFloatTiles.backwardTile(
            theta, at + j, neurons, inputs, delta, deltaAt + p, z, zAt + j * BLOCK + p);
      }
    }
    for (int j = tiled; j < inputs; j++) {
      for (int p = 0; p < points; p += TILE * WIDTH) {
        SimdFloatTiles.backwardRow(
            theta, at + j, neurons, inputs, delta, deltaAt + p, z, zAt + j * BLOCK + p);
      }
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
}
