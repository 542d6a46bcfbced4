package dev.coset.vectormath;

import static dev.coset.vectormath.FloatLayer.BLOCK;
import static dev.coset.vectormath.FloatLayer.LANES;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * One hidden tanh neuron below a single output, backward: {@code delta = (1 - z^2) (v r)}, where r
 * is the output's delta and v the weight from here to there, and sums over points by lanes. {@code
 * SimdDoubleNeuron} is this file with other words; a test compares them.
 */
final class SimdFloatNeuron {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int WIDTH = SPECIES.length();

  private SimdFloatNeuron() {}

  /** {@code sum_p r z}; then delta overwrites z. */
  static void backward(
      float v, float[] r, int rAt, float[] z, int zAt, int points, float[] sums, int sumsAt) {
    FloatVector one = FloatVector.broadcast(SPECIES, 1);
    FloatVector weight = FloatVector.broadcast(SPECIES, v);
    for (int lane = 0; lane < LANES; lane += WIDTH) {
      FloatVector sum = FloatVector.zero(SPECIES);
      for (int p = lane; p < points; p += LANES) {
        FloatVector r0 = FloatVector.fromArray(SPECIES, r, rAt + p);
        FloatVector z0 = FloatVector.fromArray(SPECIES, z, zAt + p);
        sum = r0.fma(z0, sum);
        one.sub(z0.mul(z0)).mul(weight.mul(r0)).intoArray(z, zAt + p);
      }
      sum.intoArray(sums, sumsAt + lane);
    }
  }

  /** {@code sum_p r z}, {@code sum_p delta} and {@code sum_p delta x} with the one feature x. */
  static void backward(
      float v,
      float[] r,
      int rAt,
      float[] z,
      int zAt,
      float[] x,
      int xAt,
      int points,
      float[] sums,
      int sumsAt) {
    FloatVector one = FloatVector.broadcast(SPECIES, 1);
    FloatVector weight = FloatVector.broadcast(SPECIES, v);
    for (int lane = 0; lane < LANES; lane += WIDTH) {
      FloatVector zero = FloatVector.zero(SPECIES);
      FloatVector rz = zero, bias = zero, x0 = zero;
      for (int p = lane; p < points; p += LANES) {
        FloatVector r0 = FloatVector.fromArray(SPECIES, r, rAt + p);
        FloatVector z0 = FloatVector.fromArray(SPECIES, z, zAt + p);
        rz = r0.fma(z0, rz);
        FloatVector delta = one.sub(z0.mul(z0)).mul(weight.mul(r0));
        bias = bias.add(delta);
        x0 = delta.fma(FloatVector.fromArray(SPECIES, x, xAt + p), x0);
      }
      rz.intoArray(sums, sumsAt + lane);
      bias.intoArray(sums, sumsAt + lane + LANES);
      x0.intoArray(sums, sumsAt + lane + 2 * LANES);
    }
  }

  /** The same with three features. */
  static void backwardThree(
      float v,
      float[] r,
      int rAt,
      float[] z,
      int zAt,
      float[] x,
      int xAt,
      int points,
      float[] sums,
      int sumsAt) {
    FloatVector one = FloatVector.broadcast(SPECIES, 1);
    FloatVector weight = FloatVector.broadcast(SPECIES, v);
    for (int lane = 0; lane < LANES; lane += WIDTH) {
      FloatVector zero = FloatVector.zero(SPECIES);
      FloatVector rz = zero, bias = zero, x0 = zero, x1 = zero, x2 = zero;
      for (int p = lane; p < points; p += LANES) {
        FloatVector r0 = FloatVector.fromArray(SPECIES, r, rAt + p);
        FloatVector z0 = FloatVector.fromArray(SPECIES, z, zAt + p);
        rz = r0.fma(z0, rz);
        FloatVector delta = one.sub(z0.mul(z0)).mul(weight.mul(r0));
        bias = bias.add(delta);
        x0 = delta.fma(FloatVector.fromArray(SPECIES, x, xAt + p), x0);
        x1 = delta.fma(FloatVector.fromArray(SPECIES, x, xAt + BLOCK + p), x1);
        x2 = delta.fma(FloatVector.fromArray(SPECIES, x, xAt + 2 * BLOCK + p), x2);
      }
      rz.intoArray(sums, sumsAt + lane);
      bias.intoArray(sums, sumsAt + lane + LANES);
      x0.intoArray(sums, sumsAt + lane + 2 * LANES);
      x1.intoArray(sums, sumsAt + lane + 3 * LANES);
      x2.intoArray(sums, sumsAt + lane + 4 * LANES);
    }
  }
}
