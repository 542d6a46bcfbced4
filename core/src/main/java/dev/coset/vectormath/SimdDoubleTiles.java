package dev.coset.vectormath;

import static dev.coset.vectormath.DoubleLayer.BLOCK;
import static dev.coset.vectormath.DoubleLayer.FIRST;
import static dev.coset.vectormath.DoubleLayer.LANES;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The innermost loops of {@link SimdDoubleLayer}: four neurons by four registers of points, or four
 * by four rows, so that sixteen sums stay in registers and each value loaded is used four times;
 * and what is left over, row by row.
 *
 * <p>Vectors must never be boxed. The compiler stops inlining methods of ours once a caller has
 * some fifty vector operations, and what is not inlined boxes its vectors: so these methods call
 * nothing but the Vector API. Nor does it inline a call of a vector whose class it does not know,
 * as one that a loop carries along, unless others were seen to be of one class before: so a sum is
 * {@code d.add(sum)}, never {@code sum.add(d)}. The file of one precision is generated from that of
 * the other; a test compares them.
 */
final class SimdDoubleTiles {
  private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
  private static final int WIDTH = SPECIES.length();

  private SimdDoubleTiles() {}

  /** {@code out_k = b_k + sum_j w_kj in_j} for four k. */
  static void forwardTile(
      double[] theta, int w, int inputs, int b, double[] in, int inAt, double[] out, int outAt) {
    DoubleVector s00 = DoubleVector.broadcast(SPECIES, theta[b]);
    DoubleVector s10 = DoubleVector.broadcast(SPECIES, theta[b + 1]);
    DoubleVector s20 = DoubleVector.broadcast(SPECIES, theta[b + 2]);
    DoubleVector s30 = DoubleVector.broadcast(SPECIES, theta[b + 3]);
    DoubleVector s01 = s00, s02 = s00, s03 = s00;
    DoubleVector s11 = s10, s12 = s10, s13 = s10;
    DoubleVector s21 = s20, s22 = s20, s23 = s20;
    DoubleVector s31 = s30, s32 = s30, s33 = s30;
    for (int j = 0; j < inputs; j++) {
      int row = inAt + j * BLOCK;
      DoubleVector z0 = DoubleVector.fromArray(SPECIES, in, row);
      DoubleVector z1 = DoubleVector.fromArray(SPECIES, in, row + WIDTH);
      DoubleVector z2 = DoubleVector.fromArray(SPECIES, in, row + 2 * WIDTH);
      DoubleVector z3 = DoubleVector.fromArray(SPECIES, in, row + 3 * WIDTH);
      DoubleVector w0 = DoubleVector.broadcast(SPECIES, theta[w + j]);
      s00 = z0.fma(w0, s00);
      s01 = z1.fma(w0, s01);
      s02 = z2.fma(w0, s02);
      s03 = z3.fma(w0, s03);
      DoubleVector w1 = DoubleVector.broadcast(SPECIES, theta[w + inputs + j]);
      s10 = z0.fma(w1, s10);
      s11 = z1.fma(w1, s11);
      s12 = z2.fma(w1, s12);
      s13 = z3.fma(w1, s13);
      DoubleVector w2 = DoubleVector.broadcast(SPECIES, theta[w + 2 * inputs + j]);
      s20 = z0.fma(w2, s20);
      s21 = z1.fma(w2, s21);
      s22 = z2.fma(w2, s22);
      s23 = z3.fma(w2, s23);
      DoubleVector w3 = DoubleVector.broadcast(SPECIES, theta[w + 3 * inputs + j]);
      s30 = z0.fma(w3, s30);
      s31 = z1.fma(w3, s31);
      s32 = z2.fma(w3, s32);
      s33 = z3.fma(w3, s33);
    }
    s00.intoArray(out, outAt);
    s01.intoArray(out, outAt + WIDTH);
    s02.intoArray(out, outAt + 2 * WIDTH);
    s03.intoArray(out, outAt + 3 * WIDTH);
    s10.intoArray(out, outAt + BLOCK);
    s11.intoArray(out, outAt + BLOCK + WIDTH);
    s12.intoArray(out, outAt + BLOCK + 2 * WIDTH);
    s13.intoArray(out, outAt + BLOCK + 3 * WIDTH);
    s20.intoArray(out, outAt + 2 * BLOCK);
    s21.intoArray(out, outAt + 2 * BLOCK + WIDTH);
    s22.intoArray(out, outAt + 2 * BLOCK + 2 * WIDTH);
    s23.intoArray(out, outAt + 2 * BLOCK + 3 * WIDTH);
    s30.intoArray(out, outAt + 3 * BLOCK);
    s31.intoArray(out, outAt + 3 * BLOCK + WIDTH);
    s32.intoArray(out, outAt + 3 * BLOCK + 2 * WIDTH);
    s33.intoArray(out, outAt + 3 * BLOCK + 3 * WIDTH);
  }

  /** The same for three k. */
  static void forwardThree(
      double[] theta, int w, int inputs, int b, double[] in, int inAt, double[] out, int outAt) {
    DoubleVector s00 = DoubleVector.broadcast(SPECIES, theta[b]);
    DoubleVector s10 = DoubleVector.broadcast(SPECIES, theta[b + 1]);
    DoubleVector s20 = DoubleVector.broadcast(SPECIES, theta[b + 2]);
    DoubleVector s01 = s00, s02 = s00, s03 = s00;
    DoubleVector s11 = s10, s12 = s10, s13 = s10;
    DoubleVector s21 = s20, s22 = s20, s23 = s20;
    for (int j = 0; j < inputs; j++) {
      int row = inAt + j * BLOCK;
      DoubleVector z0 = DoubleVector.fromArray(SPECIES, in, row);
      DoubleVector z1 = DoubleVector.fromArray(SPECIES, in, row + WIDTH);
      DoubleVector z2 = DoubleVector.fromArray(SPECIES, in, row + 2 * WIDTH);
      DoubleVector z3 = DoubleVector.fromArray(SPECIES, in, row + 3 * WIDTH);
      DoubleVector w0 = DoubleVector.broadcast(SPECIES, theta[w + j]);
      s00 = z0.fma(w0, s00);
      s01 = z1.fma(w0, s01);
      s02 = z2.fma(w0, s02);
      s03 = z3.fma(w0, s03);
      DoubleVector w1 = DoubleVector.broadcast(SPECIES, theta[w + inputs + j]);
      s10 = z0.fma(w1, s10);
      s11 = z1.fma(w1, s11);
      s12 = z2.fma(w1, s12);
      s13 = z3.fma(w1, s13);
      DoubleVector w2 = DoubleVector.broadcast(SPECIES, theta[w + 2 * inputs + j]);
      s20 = z0.fma(w2, s20);
      s21 = z1.fma(w2, s21);
      s22 = z2.fma(w2, s22);
      s23 = z3.fma(w2, s23);
    }
    s00.intoArray(out, outAt);
    s01.intoArray(out, outAt + WIDTH);
    s02.intoArray(out, outAt + 2 * WIDTH);
    s03.intoArray(out, outAt + 3 * WIDTH);
    s10.intoArray(out, outAt + BLOCK);
    s11.intoArray(out, outAt + BLOCK + WIDTH);
    s12.intoArray(out, outAt + BLOCK + 2 * WIDTH);
    s13.intoArray(out, outAt + BLOCK + 3 * WIDTH);
    s20.intoArray(out, outAt + 2 * BLOCK);
    s21.intoArray(out, outAt + 2 * BLOCK + WIDTH);
    s22.intoArray(out, outAt + 2 * BLOCK + 2 * WIDTH);
    s23.intoArray(out, outAt + 2 * BLOCK + 3 * WIDTH);
  }

  /** The same for one k. */
  static void forwardRow(
      double[] theta, int w, int inputs, int b, double[] in, int inAt, double[] out, int outAt) {
    DoubleVector s0 = DoubleVector.broadcast(SPECIES, theta[b]);
    DoubleVector s1 = s0, s2 = s0, s3 = s0;
    for (int j = 0; j < inputs; j++) {
      int row = inAt + j * BLOCK;
      DoubleVector w0 = DoubleVector.broadcast(SPECIES, theta[w + j]);
      s0 = DoubleVector.fromArray(SPECIES, in, row).fma(w0, s0);
      s1 = DoubleVector.fromArray(SPECIES, in, row + WIDTH).fma(w0, s1);
      s2 = DoubleVector.fromArray(SPECIES, in, row + 2 * WIDTH).fma(w0, s2);
      s3 = DoubleVector.fromArray(SPECIES, in, row + 3 * WIDTH).fma(w0, s3);
    }
    s0.intoArray(out, outAt);
    s1.intoArray(out, outAt + WIDTH);
    s2.intoArray(out, outAt + 2 * WIDTH);
    s3.intoArray(out, outAt + 3 * WIDTH);
  }

  /** {@code z_k = (1 - z_k^2) sum_i w_ik delta_i} for four k. */
  static void backwardTile(
      double[] theta,
      int w,
      int neurons,
      int inputs,
      double[] delta,
      int deltaAt,
      double[] z,
      int zAt) {
    DoubleVector zero = DoubleVector.zero(SPECIES);
    DoubleVector s00 = zero, s01 = zero, s02 = zero, s03 = zero;
    DoubleVector s10 = zero, s11 = zero, s12 = zero, s13 = zero;
    DoubleVector s20 = zero, s21 = zero, s22 = zero, s23 = zero;
    DoubleVector s30 = zero, s31 = zero, s32 = zero, s33 = zero;
    for (int i = 0; i < neurons; i++) {
      int row = deltaAt + i * BLOCK;
      DoubleVector d0 = DoubleVector.fromArray(SPECIES, delta, row);
      DoubleVector d1 = DoubleVector.fromArray(SPECIES, delta, row + WIDTH);
      DoubleVector d2 = DoubleVector.fromArray(SPECIES, delta, row + 2 * WIDTH);
      DoubleVector d3 = DoubleVector.fromArray(SPECIES, delta, row + 3 * WIDTH);
      DoubleVector w0 = DoubleVector.broadcast(SPECIES, theta[w + i * inputs]);
      s00 = d0.fma(w0, s00);
      s01 = d1.fma(w0, s01);
      s02 = d2.fma(w0, s02);
      s03 = d3.fma(w0, s03);
      DoubleVector w1 = DoubleVector.broadcast(SPECIES, theta[w + i * inputs + 1]);
      s10 = d0.fma(w1, s10);
      s11 = d1.fma(w1, s11);
      s12 = d2.fma(w1, s12);
      s13 = d3.fma(w1, s13);
      DoubleVector w2 = DoubleVector.broadcast(SPECIES, theta[w + i * inputs + 2]);
      s20 = d0.fma(w2, s20);
      s21 = d1.fma(w2, s21);
      s22 = d2.fma(w2, s22);
      s23 = d3.fma(w2, s23);
      DoubleVector w3 = DoubleVector.broadcast(SPECIES, theta[w + i * inputs + 3]);
      s30 = d0.fma(w3, s30);
      s31 = d1.fma(w3, s31);
      s32 = d2.fma(w3, s32);
      s33 = d3.fma(w3, s33);
    }
    DoubleVector one = DoubleVector.broadcast(SPECIES, 1);
    DoubleVector z00 = DoubleVector.fromArray(SPECIES, z, zAt);
    one.sub(z00.mul(z00)).mul(s00).intoArray(z, zAt);
    DoubleVector z01 = DoubleVector.fromArray(SPECIES, z, zAt + WIDTH);
    one.sub(z01.mul(z01)).mul(s01).intoArray(z, zAt + WIDTH);
    DoubleVector z02 = DoubleVector.fromArray(SPECIES, z, zAt + 2 * WIDTH);
    one.sub(z02.mul(z02)).mul(s02).intoArray(z, zAt + 2 * WIDTH);
    DoubleVector z03 = DoubleVector.fromArray(SPECIES, z, zAt + 3 * WIDTH);
    one.sub(z03.mul(z03)).mul(s03).intoArray(z, zAt + 3 * WIDTH);
    DoubleVector z10 = DoubleVector.fromArray(SPECIES, z, zAt + BLOCK);
    one.sub(z10.mul(z10)).mul(s10).intoArray(z, zAt + BLOCK);
    DoubleVector z11 = DoubleVector.fromArray(SPECIES, z, zAt + BLOCK + WIDTH);
    one.sub(z11.mul(z11)).mul(s11).intoArray(z, zAt + BLOCK + WIDTH);
    DoubleVector z12 = DoubleVector.fromArray(SPECIES, z, zAt + BLOCK + 2 * WIDTH);
    one.sub(z12.mul(z12)).mul(s12).intoArray(z, zAt + BLOCK + 2 * WIDTH);
    DoubleVector z13 = DoubleVector.fromArray(SPECIES, z, zAt + BLOCK + 3 * WIDTH);
    one.sub(z13.mul(z13)).mul(s13).intoArray(z, zAt + BLOCK + 3 * WIDTH);
    DoubleVector z20 = DoubleVector.fromArray(SPECIES, z, zAt + 2 * BLOCK);
    one.sub(z20.mul(z20)).mul(s20).intoArray(z, zAt + 2 * BLOCK);
    DoubleVector z21 = DoubleVector.fromArray(SPECIES, z, zAt + 2 * BLOCK + WIDTH);
    one.sub(z21.mul(z21)).mul(s21).intoArray(z, zAt + 2 * BLOCK + WIDTH);
    DoubleVector z22 = DoubleVector.fromArray(SPECIES, z, zAt + 2 * BLOCK + 2 * WIDTH);
    one.sub(z22.mul(z22)).mul(s22).intoArray(z, zAt + 2 * BLOCK + 2 * WIDTH);
    DoubleVector z23 = DoubleVector.fromArray(SPECIES, z, zAt + 2 * BLOCK + 3 * WIDTH);
    one.sub(z23.mul(z23)).mul(s23).intoArray(z, zAt + 2 * BLOCK + 3 * WIDTH);
    DoubleVector z30 = DoubleVector.fromArray(SPECIES, z, zAt + 3 * BLOCK);
    one.sub(z30.mul(z30)).mul(s30).intoArray(z, zAt + 3 * BLOCK);
    DoubleVector z31 = DoubleVector.fromArray(SPECIES, z, zAt + 3 * BLOCK + WIDTH);
    one.sub(z31.mul(z31)).mul(s31).intoArray(z, zAt + 3 * BLOCK + WIDTH);
    DoubleVector z32 = DoubleVector.fromArray(SPECIES, z, zAt + 3 * BLOCK + 2 * WIDTH);
    one.sub(z32.mul(z32)).mul(s32).intoArray(z, zAt + 3 * BLOCK + 2 * WIDTH);
    DoubleVector z33 = DoubleVector.fromArray(SPECIES, z, zAt + 3 * BLOCK + 3 * WIDTH);
    one.sub(z33.mul(z33)).mul(s33).intoArray(z, zAt + 3 * BLOCK + 3 * WIDTH);
  }

  /** The same for one k. */
  static void backwardRow(
      double[] theta,
      int w,
      int neurons,
      int inputs,
      double[] delta,
      int deltaAt,
      double[] z,
      int zAt) {
    DoubleVector zero = DoubleVector.zero(SPECIES);
    DoubleVector s0 = zero, s1 = zero, s2 = zero, s3 = zero;
    for (int i = 0; i < neurons; i++) {
      int row = deltaAt + i * BLOCK;
      DoubleVector w0 = DoubleVector.broadcast(SPECIES, theta[w + i * inputs]);
      s0 = DoubleVector.fromArray(SPECIES, delta, row).fma(w0, s0);
      s1 = DoubleVector.fromArray(SPECIES, delta, row + WIDTH).fma(w0, s1);
      s2 = DoubleVector.fromArray(SPECIES, delta, row + 2 * WIDTH).fma(w0, s2);
      s3 = DoubleVector.fromArray(SPECIES, delta, row + 3 * WIDTH).fma(w0, s3);
    }
    DoubleVector one = DoubleVector.broadcast(SPECIES, 1);
    DoubleVector z0 = DoubleVector.fromArray(SPECIES, z, zAt);
    one.sub(z0.mul(z0)).mul(s0).intoArray(z, zAt);
    DoubleVector z1 = DoubleVector.fromArray(SPECIES, z, zAt + WIDTH);
    one.sub(z1.mul(z1)).mul(s1).intoArray(z, zAt + WIDTH);
    DoubleVector z2 = DoubleVector.fromArray(SPECIES, z, zAt + 2 * WIDTH);
    one.sub(z2.mul(z2)).mul(s2).intoArray(z, zAt + 2 * WIDTH);
    DoubleVector z3 = DoubleVector.fromArray(SPECIES, z, zAt + 3 * WIDTH);
    one.sub(z3.mul(z3)).mul(s3).intoArray(z, zAt + 3 * WIDTH);
  }

  /** {@code sum_p delta_k z_m} and {@code sum_p delta_k} for four k and four m, by lanes. */
  static void gradientTile(
      double[] delta,
      int deltaAt,
      double[] z,
      int zAt,
      int points,
      double[] weights,
      double[] biases,
      int biasesAt) {
    for (int lane = 0; lane < LANES; lane += WIDTH) {
      DoubleVector zero = DoubleVector.zero(SPECIES);
      DoubleVector s00 = zero, s01 = zero, s02 = zero, s03 = zero, b0 = zero;
      DoubleVector s10 = zero, s11 = zero, s12 = zero, s13 = zero, b1 = zero;
      DoubleVector s20 = zero, s21 = zero, s22 = zero, s23 = zero, b2 = zero;
      DoubleVector s30 = zero, s31 = zero, s32 = zero, s33 = zero, b3 = zero;
      for (int p = lane; p < points; p += LANES) {
        DoubleVector z0 = DoubleVector.fromArray(SPECIES, z, zAt + p);
        DoubleVector z1 = DoubleVector.fromArray(SPECIES, z, zAt + BLOCK + p);
        DoubleVector z2 = DoubleVector.fromArray(SPECIES, z, zAt + 2 * BLOCK + p);
        DoubleVector z3 = DoubleVector.fromArray(SPECIES, z, zAt + 3 * BLOCK + p);
        DoubleVector d0 = DoubleVector.fromArray(SPECIES, delta, deltaAt + p);
        s00 = z0.fma(d0, s00);
        s01 = z1.fma(d0, s01);
        s02 = z2.fma(d0, s02);
        s03 = z3.fma(d0, s03);
        b0 = d0.add(b0);
        DoubleVector d1 = DoubleVector.fromArray(SPECIES, delta, deltaAt + BLOCK + p);
        s10 = z0.fma(d1, s10);
        s11 = z1.fma(d1, s11);
        s12 = z2.fma(d1, s12);
        s13 = z3.fma(d1, s13);
        b1 = d1.add(b1);
        DoubleVector d2 = DoubleVector.fromArray(SPECIES, delta, deltaAt + 2 * BLOCK + p);
        s20 = z0.fma(d2, s20);
        s21 = z1.fma(d2, s21);
        s22 = z2.fma(d2, s22);
        s23 = z3.fma(d2, s23);
        b2 = d2.add(b2);
        DoubleVector d3 = DoubleVector.fromArray(SPECIES, delta, deltaAt + 3 * BLOCK + p);
        s30 = z0.fma(d3, s30);
        s31 = z1.fma(d3, s31);
        s32 = z2.fma(d3, s32);
        s33 = z3.fma(d3, s33);
        b3 = d3.add(b3);
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
      s30.intoArray(weights, FIRST + lane + 12 * LANES);
      s31.intoArray(weights, FIRST + lane + 13 * LANES);
      s32.intoArray(weights, FIRST + lane + 14 * LANES);
      s33.intoArray(weights, FIRST + lane + 15 * LANES);
      b0.intoArray(biases, biasesAt + lane);
      b1.intoArray(biases, biasesAt + lane + LANES);
      b2.intoArray(biases, biasesAt + lane + 2 * LANES);
      b3.intoArray(biases, biasesAt + lane + 3 * LANES);
    }
  }

  /** The same for one k. */
  static void gradientRow(
      double[] delta,
      int deltaAt,
      double[] z,
      int zAt,
      int points,
      double[] weights,
      int weightsAt,
      double[] biases,
      int biasesAt) {
    for (int lane = 0; lane < LANES; lane += WIDTH) {
      DoubleVector zero = DoubleVector.zero(SPECIES);
      DoubleVector s0 = zero, s1 = zero, s2 = zero, s3 = zero, b0 = zero;
      for (int p = lane; p < points; p += LANES) {
        DoubleVector d0 = DoubleVector.fromArray(SPECIES, delta, deltaAt + p);
        s0 = d0.fma(DoubleVector.fromArray(SPECIES, z, zAt + p), s0);
        s1 = d0.fma(DoubleVector.fromArray(SPECIES, z, zAt + BLOCK + p), s1);
        s2 = d0.fma(DoubleVector.fromArray(SPECIES, z, zAt + 2 * BLOCK + p), s2);
        s3 = d0.fma(DoubleVector.fromArray(SPECIES, z, zAt + 3 * BLOCK + p), s3);
        b0 = d0.add(b0);
      }
      s0.intoArray(weights, weightsAt + lane);
      s1.intoArray(weights, weightsAt + lane + LANES);
      s2.intoArray(weights, weightsAt + lane + 2 * LANES);
      s3.intoArray(weights, weightsAt + lane + 3 * LANES);
      b0.intoArray(biases, biasesAt + lane);
    }
  }
}
