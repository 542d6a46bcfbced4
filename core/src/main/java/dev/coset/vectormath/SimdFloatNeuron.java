package dev.coset.vectormath;

import static dev.coset.vectormath.FloatLayer.BLOCK;
import static dev.coset.vectormath.FloatLayer.FIRST;
import static dev.coset.vectormath.FloatLayer.LANES;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Hidden tanh neurons below a single output, backward: {@code delta = (1 - z^2) (v r)}, where r is
 * the output's delta and v the weight from here to there, and sums over points by lanes. The file
 * of one precision is generated from that of the other; a test compares them.
 */
final class SimdFloatNeuron {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int WIDTH = SPECIES.length();

  private SimdFloatNeuron() {}

  /** {@code sum_p r z}; then delta overwrites z. */
  static void backward(
      float v, float[] r, int rAt, float[] z, int zAt, int points, float[] sums, int sumsAt) {
    FloatVector weight = FloatVector.broadcast(SPECIES, v);
    for (int lane = 0; lane < LANES; lane += WIDTH) {
      FloatVector sum = FloatVector.zero(SPECIES);
      for (int p = lane; p < points; p += LANES) {
        FloatVector one = FloatVector.broadcast(SPECIES, 1);
        FloatVector r0 = FloatVector.fromArray(SPECIES, r, rAt + p);
        FloatVector z0 = FloatVector.fromArray(SPECIES, z, zAt + p);
        sum = r0.fma(z0, sum);
        one.sub(z0.mul(z0)).mul(r0.mul(weight)).intoArray(z, zAt + p);
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
    FloatVector weight = FloatVector.broadcast(SPECIES, v);
    for (int lane = 0; lane < LANES; lane += WIDTH) {
      FloatVector zero = FloatVector.zero(SPECIES);
      FloatVector rz = zero, bias = zero, x0 = zero;
      for (int p = lane; p < points; p += LANES) {
        FloatVector one = FloatVector.broadcast(SPECIES, 1);
        FloatVector r0 = FloatVector.fromArray(SPECIES, r, rAt + p);
        FloatVector z0 = FloatVector.fromArray(SPECIES, z, zAt + p);
        rz = r0.fma(z0, rz);
        FloatVector delta = one.sub(z0.mul(z0)).mul(r0.mul(weight));
        bias = delta.add(bias);
        x0 = delta.fma(FloatVector.fromArray(SPECIES, x, xAt + p), x0);
      }
      rz.intoArray(sums, sumsAt + lane);
      bias.intoArray(sums, sumsAt + lane + LANES);
      x0.intoArray(sums, sumsAt + lane + 2 * LANES);
    }
  }

  /** The same with three features. */
  static void backwardThreeFeatures(
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
    FloatVector weight = FloatVector.broadcast(SPECIES, v);
    for (int lane = 0; lane < LANES; lane += WIDTH) {
      FloatVector zero = FloatVector.zero(SPECIES);
      FloatVector rz = zero, bias = zero, x0 = zero, x1 = zero, x2 = zero;
      for (int p = lane; p < points; p += LANES) {
        FloatVector one = FloatVector.broadcast(SPECIES, 1);
        FloatVector r0 = FloatVector.fromArray(SPECIES, r, rAt + p);
        FloatVector z0 = FloatVector.fromArray(SPECIES, z, zAt + p);
        rz = r0.fma(z0, rz);
        FloatVector delta = one.sub(z0.mul(z0)).mul(r0.mul(weight));
        bias = delta.add(bias);
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

  /**
   * Three neurons and four features at once, delta overwriting z: {@code sum_p delta_k x_m} in
   * {@code weights} (k, m), then there {@code sum_p r z_k}; {@code sum_p delta_k} in {@code
   * biases}.
   *
   * @param v where the weights from here to the output begin in theta
   */
  static void backwardThreeNeurons(
      float[] theta,
      int v,
      float[] r,
      int rAt,
      float[] z,
      int zAt,
      float[] x,
      int xAt,
      int points,
      float[] weights,
      float[] biases,
      int biasesAt) {
    FloatVector v0 = FloatVector.broadcast(SPECIES, theta[v]);
    FloatVector v1 = FloatVector.broadcast(SPECIES, theta[v + 1]);
    FloatVector v2 = FloatVector.broadcast(SPECIES, theta[v + 2]);
    for (int lane = 0; lane < LANES; lane += WIDTH) {
      FloatVector zero = FloatVector.zero(SPECIES);
      FloatVector s00 = zero, s01 = zero, s02 = zero, s03 = zero, b0 = zero, rz0 = zero;
      FloatVector s10 = zero, s11 = zero, s12 = zero, s13 = zero, b1 = zero, rz1 = zero;
      FloatVector s20 = zero, s21 = zero, s22 = zero, s23 = zero, b2 = zero, rz2 = zero;
      for (int p = lane; p < points; p += LANES) {
        FloatVector one = FloatVector.broadcast(SPECIES, 1);
        FloatVector r0 = FloatVector.fromArray(SPECIES, r, rAt + p);
        FloatVector z0 = FloatVector.fromArray(SPECIES, z, zAt + p);
        FloatVector z1 = FloatVector.fromArray(SPECIES, z, zAt + BLOCK + p);
        FloatVector z2 = FloatVector.fromArray(SPECIES, z, zAt + 2 * BLOCK + p);
        rz0 = r0.fma(z0, rz0);
        rz1 = r0.fma(z1, rz1);
        rz2 = r0.fma(z2, rz2);
        FloatVector d0 = one.sub(z0.mul(z0)).mul(r0.mul(v0));
        FloatVector d1 = one.sub(z1.mul(z1)).mul(r0.mul(v1));
        FloatVector d2 = one.sub(z2.mul(z2)).mul(r0.mul(v2));
        d0.intoArray(z, zAt + p);
        d1.intoArray(z, zAt + BLOCK + p);
        d2.intoArray(z, zAt + 2 * BLOCK + p);
        b0 = d0.add(b0);
        b1 = d1.add(b1);
        b2 = d2.add(b2);
        FloatVector xm = FloatVector.fromArray(SPECIES, x, xAt + p);
        s00 = xm.fma(d0, s00);
        s10 = xm.fma(d1, s10);
        s20 = xm.fma(d2, s20);
        xm = FloatVector.fromArray(SPECIES, x, xAt + BLOCK + p);
        s01 = xm.fma(d0, s01);
        s11 = xm.fma(d1, s11);
        s21 = xm.fma(d2, s21);
        xm = FloatVector.fromArray(SPECIES, x, xAt + 2 * BLOCK + p);
        s02 = xm.fma(d0, s02);
        s12 = xm.fma(d1, s12);
        s22 = xm.fma(d2, s22);
        xm = FloatVector.fromArray(SPECIES, x, xAt + 3 * BLOCK + p);
        s03 = xm.fma(d0, s03);
        s13 = xm.fma(d1, s13);
        s23 = xm.fma(d2, s23);
      }
      s00.intoArray(weights, FIRST + lane);
      s01.intoArray(weights, FIRST + lane + LANES);
      s02.intoArray(weights, FIRST + lane + 2 * LANES);
      s03.intoArray(weights, FIRST + lane + 3 * LANES);
      s10.intoArray(weights, FIRST + lane + 4 * LANES);
      s11.intoArray(weights, FIRST + lane + 5 * LANES);
      s12.intoArray(weights, FIRST + lane + 6 * LANES);
      s13.intoArray(weights, FIRST + lane + 7 * LANES);
      s20.intoArray(weights, FIRST + lane + 8 * LANES);
      s21.intoArray(weights, FIRST + lane + 9 * LANES);
      s22.intoArray(weights, FIRST + lane + 10 * LANES);
      s23.intoArray(weights, FIRST + lane + 11 * LANES);
      rz0.intoArray(weights, FIRST + lane + 12 * LANES);
      rz1.intoArray(weights, FIRST + lane + 13 * LANES);
      rz2.intoArray(weights, FIRST + lane + 14 * LANES);
      b0.intoArray(biases, biasesAt + lane);
      b1.intoArray(biases, biasesAt + lane + LANES);
      b2.intoArray(biases, biasesAt + lane + 2 * LANES);
    }
  }

  /** {@code sum_p delta_k x_m} for three k and four m, by lanes. */
  static void gradientThreeNeurons(
      float[] delta, int deltaAt, float[] x, int xAt, int points, float[] weights) {
    for (int lane = 0; lane < LANES; lane += WIDTH) {
      FloatVector zero = FloatVector.zero(SPECIES);
      FloatVector s00 = zero, s01 = zero, s02 = zero, s03 = zero;
      FloatVector s10 = zero, s11 = zero, s12 = zero, s13 = zero;
      FloatVector s20 = zero, s21 = zero, s22 = zero, s23 = zero;
      for (int p = lane; p < points; p += LANES) {
        FloatVector d0 = FloatVector.fromArray(SPECIES, delta, deltaAt + p);
        FloatVector d1 = FloatVector.fromArray(SPECIES, delta, deltaAt + BLOCK + p);
        FloatVector d2 = FloatVector.fromArray(SPECIES, delta, deltaAt + 2 * BLOCK + p);
        FloatVector xm = FloatVector.fromArray(SPECIES, x, xAt + p);
        s00 = xm.fma(d0, s00);
        s10 = xm.fma(d1, s10);
        s20 = xm.fma(d2, s20);
        xm = FloatVector.fromArray(SPECIES, x, xAt + BLOCK + p);
        s01 = xm.fma(d0, s01);
        s11 = xm.fma(d1, s11);
        s21 = xm.fma(d2, s21);
        xm = FloatVector.fromArray(SPECIES, x, xAt + 2 * BLOCK + p);
        s02 = xm.fma(d0, s02);
        s12 = xm.fma(d1, s12);
        s22 = xm.fma(d2, s22);
        xm = FloatVector.fromArray(SPECIES, x, xAt + 3 * BLOCK + p);
        s03 = xm.fma(d0, s03);
        s13 = xm.fma(d1, s13);
        s23 = xm.fma(d2, s23);
      }
      s00.intoArray(weights, FIRST + lane);
      s01.intoArray(weights, FIRST + lane + LANES);
      s02.intoArray(weights, FIRST + lane + 2 * LANES);
      s03.intoArray(weights, FIRST + lane + 3 * LANES);
      s10.intoArray(weights, FIRST + lane + 4 * LANES);
      s11.intoArray(weights, FIRST + lane + 5 * LANES);
      s12.intoArray(weights, FIRST + lane + 6 * LANES);
      s13.intoArray(weights, FIRST + lane + 7 * LANES);
      s20.intoArray(weights, FIRST + lane + 8 * LANES);
      s21.intoArray(weights, FIRST + lane + 9 * LANES);
      s22.intoArray(weights, FIRST + lane + 10 * LANES);
      s23.intoArray(weights, FIRST + lane + 11 * LANES);
    }
  }
}
