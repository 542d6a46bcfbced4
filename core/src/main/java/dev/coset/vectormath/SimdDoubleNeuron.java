package dev.coset.vectormath;

import static dev.coset.vectormath.DoubleLayer.BLOCK;
import static dev.coset.vectormath.DoubleLayer.LANES;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * One hidden tanh neuron below a double output, backward: {@code delta = (1 - z^2) (v r)}, where r
 * is the output's delta and v the weight from here to there, and sums over points by lanes. {@code
 * SimdDoubleNeuron} is this file with other words; a test compares them.
 */
final class SimdDoubleNeuron {
  private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
  private static final int WIDTH = SPECIES.length();

  private SimdDoubleNeuron() {}

  /** {@code sum_p r z}; then delta overwrites z. */
  static void backward(
      double v, double[] r, int rAt, double[] z, int zAt, int points, double[] sums, int sumsAt) {
    DoubleVector one = DoubleVector.broadcast(SPECIES, 1);
    DoubleVector weight = DoubleVector.broadcast(SPECIES, v);
    for (int lane = 0; lane < LANES; lane += WIDTH) {
      DoubleVector sum = DoubleVector.zero(SPECIES);
      for (int p = lane; p < points; p += LANES) {
        DoubleVector r0 = DoubleVector.fromArray(SPECIES, r, rAt + p);
        DoubleVector z0 = DoubleVector.fromArray(SPECIES, z, zAt + p);
        sum = r0.fma(z0, sum);
        one.sub(z0.mul(z0)).mul(weight.mul(r0)).intoArray(z, zAt + p);
      }
      sum.intoArray(sums, sumsAt + lane);
    }
  }

  /** {@code sum_p r z}, {@code sum_p delta} and {@code sum_p delta x} with the one feature x. */
  static void backward(
      double v,
      double[] r,
      int rAt,
      double[] z,
      int zAt,
      double[] x,
      int xAt,
      int points,
      double[] sums,
      int sumsAt) {
    DoubleVector one = DoubleVector.broadcast(SPECIES, 1);
    DoubleVector weight = DoubleVector.broadcast(SPECIES, v);
    for (int lane = 0; lane < LANES; lane += WIDTH) {
      DoubleVector zero = DoubleVector.zero(SPECIES);
      DoubleVector rz = zero, bias = zero, x0 = zero;
      for (int p = lane; p < points; p += LANES) {
        DoubleVector r0 = DoubleVector.fromArray(SPECIES, r, rAt + p);
        DoubleVector z0 = DoubleVector.fromArray(SPECIES, z, zAt + p);
        rz = r0.fma(z0, rz);
        DoubleVector delta = one.sub(z0.mul(z0)).mul(weight.mul(r0));
        bias = bias.add(delta);
        x0 = delta.fma(DoubleVector.fromArray(SPECIES, x, xAt + p), x0);
      }
      rz.intoArray(sums, sumsAt + lane);
      bias.intoArray(sums, sumsAt + lane + LANES);
      x0.intoArray(sums, sumsAt + lane + 2 * LANES);
    }
  }

  /** The same with three features. */
  static void backwardThree(
      double v,
      double[] r,
      int rAt,
      double[] z,
      int zAt,
      double[] x,
      int xAt,
      int points,
      double[] sums,
      int sumsAt) {
    DoubleVector one = DoubleVector.broadcast(SPECIES, 1);
    DoubleVector weight = DoubleVector.broadcast(SPECIES, v);
    for (int lane = 0; lane < LANES; lane += WIDTH) {
      DoubleVector zero = DoubleVector.zero(SPECIES);
      DoubleVector rz = zero, bias = zero, x0 = zero, x1 = zero, x2 = zero;
      for (int p = lane; p < points; p += LANES) {
        DoubleVector r0 = DoubleVector.fromArray(SPECIES, r, rAt + p);
        DoubleVector z0 = DoubleVector.fromArray(SPECIES, z, zAt + p);
        rz = r0.fma(z0, rz);
        DoubleVector delta = one.sub(z0.mul(z0)).mul(weight.mul(r0));
        bias = bias.add(delta);
        x0 = delta.fma(DoubleVector.fromArray(SPECIES, x, xAt + p), x0);
        x1 = delta.fma(DoubleVector.fromArray(SPECIES, x, xAt + BLOCK + p), x1);
        x2 = delta.fma(DoubleVector.fromArray(SPECIES, x, xAt + 2 * BLOCK + p), x2);
      }
      rz.intoArray(sums, sumsAt + lane);
      bias.intoArray(sums, sumsAt + lane + LANES);
      x0.intoArray(sums, sumsAt + lane + 2 * LANES);
      x1.intoArray(sums, sumsAt + lane + 3 * LANES);
      x2.intoArray(sums, sumsAt + lane + 4 * LANES);
    }
  }
}
