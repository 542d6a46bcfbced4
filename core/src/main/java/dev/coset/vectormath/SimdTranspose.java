package dev.coset.vectormath;

import static dev.coset.vectormath.SimdSums.D1;
import static dev.coset.vectormath.SimdSums.D2;
import static dev.coset.vectormath.SimdSums.D4;
import static dev.coset.vectormath.SimdSums.DOUBLES;
import static dev.coset.vectormath.SimdSums.DOUBLE_SWAP_1;
import static dev.coset.vectormath.SimdSums.DOUBLE_SWAP_2;
import static dev.coset.vectormath.SimdSums.DOUBLE_SWAP_4;
import static dev.coset.vectormath.SimdSums.F1;
import static dev.coset.vectormath.SimdSums.F2;
import static dev.coset.vectormath.SimdSums.F4;
import static dev.coset.vectormath.SimdSums.F8;
import static dev.coset.vectormath.SimdSums.FLOATS;
import static dev.coset.vectormath.SimdSums.FLOAT_SWAP_1;
import static dev.coset.vectormath.SimdSums.FLOAT_SWAP_2;
import static dev.coset.vectormath.SimdSums.FLOAT_SWAP_4;
import static dev.coset.vectormath.SimdSums.FLOAT_SWAP_8;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;

/**
 * Transposes a square of as many rows as a register has lanes: rows that are half of them apart
 * exchange halves, then rows a quarter apart exchange quarters of each half, down to neighbours.
 */
final class SimdTranspose {
  private SimdTranspose() {}

  /** Of rows that lie some way apart into others. */
  static void of(float[] from, int fromAt, int fromApart, float[] to, int toAt, int toApart) {
    switch (FLOATS.length()) {
      case 16 -> ofSixteen(from, fromAt, fromApart, to, toAt, toApart);
      case 8 -> ofEight(from, fromAt, fromApart, to, toAt, toApart);
      default -> ofFour(from, fromAt, fromApart, to, toAt, toApart);
    }
  }

  /** Of rows that lie some way apart into others. */
  static void of(double[] from, int fromAt, int fromApart, double[] to, int toAt, int toApart) {
    switch (DOUBLES.length()) {
      case 8 -> ofEight(from, fromAt, fromApart, to, toAt, toApart);
      case 4 -> ofFour(from, fromAt, fromApart, to, toAt, toApart);
      default -> ofTwo(from, fromAt, fromApart, to, toAt, toApart);
    }
  }

  private static void ofSixteen(
      float[] from, int fromAt, int fromApart, float[] to, int toAt, int toApart) {
    FloatVector r0 = FloatVector.fromArray(FLOATS, from, fromAt);
    FloatVector r1 = FloatVector.fromArray(FLOATS, from, fromAt + fromApart);
    FloatVector r2 = FloatVector.fromArray(FLOATS, from, fromAt + 2 * fromApart);
    FloatVector r3 = FloatVector.fromArray(FLOATS, from, fromAt + 3 * fromApart);
    FloatVector r4 = FloatVector.fromArray(FLOATS, from, fromAt + 4 * fromApart);
    FloatVector r5 = FloatVector.fromArray(FLOATS, from, fromAt + 5 * fromApart);
    FloatVector r6 = FloatVector.fromArray(FLOATS, from, fromAt + 6 * fromApart);
    FloatVector r7 = FloatVector.fromArray(FLOATS, from, fromAt + 7 * fromApart);
    FloatVector r8 = FloatVector.fromArray(FLOATS, from, fromAt + 8 * fromApart);
    FloatVector r9 = FloatVector.fromArray(FLOATS, from, fromAt + 9 * fromApart);
    FloatVector r10 = FloatVector.fromArray(FLOATS, from, fromAt + 10 * fromApart);
    FloatVector r11 = FloatVector.fromArray(FLOATS, from, fromAt + 11 * fromApart);
    FloatVector r12 = FloatVector.fromArray(FLOATS, from, fromAt + 12 * fromApart);
    FloatVector r13 = FloatVector.fromArray(FLOATS, from, fromAt + 13 * fromApart);
    FloatVector r14 = FloatVector.fromArray(FLOATS, from, fromAt + 14 * fromApart);
    FloatVector r15 = FloatVector.fromArray(FLOATS, from, fromAt + 15 * fromApart);
    FloatVector s0 = r0.blend(r8.rearrange(FLOAT_SWAP_8), F8);
    FloatVector s8 = r0.rearrange(FLOAT_SWAP_8).blend(r8, F8);
    FloatVector s1 = r1.blend(r9.rearrange(FLOAT_SWAP_8), F8);
    FloatVector s9 = r1.rearrange(FLOAT_SWAP_8).blend(r9, F8);
    FloatVector s2 = r2.blend(r10.rearrange(FLOAT_SWAP_8), F8);
    FloatVector s10 = r2.rearrange(FLOAT_SWAP_8).blend(r10, F8);
    FloatVector s3 = r3.blend(r11.rearrange(FLOAT_SWAP_8), F8);
    FloatVector s11 = r3.rearrange(FLOAT_SWAP_8).blend(r11, F8);
    FloatVector s4 = r4.blend(r12.rearrange(FLOAT_SWAP_8), F8);
    FloatVector s12 = r4.rearrange(FLOAT_SWAP_8).blend(r12, F8);
    FloatVector s5 = r5.blend(r13.rearrange(FLOAT_SWAP_8), F8);
    FloatVector s13 = r5.rearrange(FLOAT_SWAP_8).blend(r13, F8);
    FloatVector s6 = r6.blend(r14.rearrange(FLOAT_SWAP_8), F8);
    FloatVector s14 = r6.rearrange(FLOAT_SWAP_8).blend(r14, F8);
    FloatVector s7 = r7.blend(r15.rearrange(FLOAT_SWAP_8), F8);
    FloatVector s15 = r7.rearrange(FLOAT_SWAP_8).blend(r15, F8);
    FloatVector t0 = s0.blend(s4.rearrange(FLOAT_SWAP_4), F4);
    FloatVector t4 = s0.rearrange(FLOAT_SWAP_4).blend(s4, F4);
    FloatVector t1 = s1.blend(s5.rearrange(FLOAT_SWAP_4), F4);
    FloatVector t5 = s1.rearrange(FLOAT_SWAP_4).blend(s5, F4);
    FloatVector t2 = s2.blend(s6.rearrange(FLOAT_SWAP_4), F4);
    FloatVector t6 = s2.rearrange(FLOAT_SWAP_4).blend(s6, F4);
    FloatVector t3 = s3.blend(s7.rearrange(FLOAT_SWAP_4), F4);
    FloatVector t7 = s3.rearrange(FLOAT_SWAP_4).blend(s7, F4);
    FloatVector t8 = s8.blend(s12.rearrange(FLOAT_SWAP_4), F4);
    FloatVector t12 = s8.rearrange(FLOAT_SWAP_4).blend(s12, F4);
    FloatVector t9 = s9.blend(s13.rearrange(FLOAT_SWAP_4), F4);
    FloatVector t13 = s9.rearrange(FLOAT_SWAP_4).blend(s13, F4);
    FloatVector t10 = s10.blend(s14.rearrange(FLOAT_SWAP_4), F4);
    FloatVector t14 = s10.rearrange(FLOAT_SWAP_4).blend(s14, F4);
    FloatVector t11 = s11.blend(s15.rearrange(FLOAT_SWAP_4), F4);
    FloatVector t15 = s11.rearrange(FLOAT_SWAP_4).blend(s15, F4);
    FloatVector u0 = t0.blend(t2.rearrange(FLOAT_SWAP_2), F2);
    FloatVector u2 = t0.rearrange(FLOAT_SWAP_2).blend(t2, F2);
    FloatVector u1 = t1.blend(t3.rearrange(FLOAT_SWAP_2), F2);
    FloatVector u3 = t1.rearrange(FLOAT_SWAP_2).blend(t3, F2);
    FloatVector u4 = t4.blend(t6.rearrange(FLOAT_SWAP_2), F2);
    FloatVector u6 = t4.rearrange(FLOAT_SWAP_2).blend(t6, F2);
    FloatVector u5 = t5.blend(t7.rearrange(FLOAT_SWAP_2), F2);
    FloatVector u7 = t5.rearrange(FLOAT_SWAP_2).blend(t7, F2);
    FloatVector u8 = t8.blend(t10.rearrange(FLOAT_SWAP_2), F2);
    FloatVector u10 = t8.rearrange(FLOAT_SWAP_2).blend(t10, F2);
    FloatVector u9 = t9.blend(t11.rearrange(FLOAT_SWAP_2), F2);
    FloatVector u11 = t9.rearrange(FLOAT_SWAP_2).blend(t11, F2);
    FloatVector u12 = t12.blend(t14.rearrange(FLOAT_SWAP_2), F2);
    FloatVector u14 = t12.rearrange(FLOAT_SWAP_2).blend(t14, F2);
    FloatVector u13 = t13.blend(t15.rearrange(FLOAT_SWAP_2), F2);
    FloatVector u15 = t13.rearrange(FLOAT_SWAP_2).blend(t15, F2);
    FloatVector v0 = u0.blend(u1.rearrange(FLOAT_SWAP_1), F1);
    FloatVector v1 = u0.rearrange(FLOAT_SWAP_1).blend(u1, F1);
    FloatVector v2 = u2.blend(u3.rearrange(FLOAT_SWAP_1), F1);
    FloatVector v3 = u2.rearrange(FLOAT_SWAP_1).blend(u3, F1);
    FloatVector v4 = u4.blend(u5.rearrange(FLOAT_SWAP_1), F1);
    FloatVector v5 = u4.rearrange(FLOAT_SWAP_1).blend(u5, F1);
    FloatVector v6 = u6.blend(u7.rearrange(FLOAT_SWAP_1), F1);
    FloatVector v7 = u6.rearrange(FLOAT_SWAP_1).blend(u7, F1);
    FloatVector v8 = u8.blend(u9.rearrange(FLOAT_SWAP_1), F1);
    FloatVector v9 = u8.rearrange(FLOAT_SWAP_1).blend(u9, F1);
    FloatVector v10 = u10.blend(u11.rearrange(FLOAT_SWAP_1), F1);
    FloatVector v11 = u10.rearrange(FLOAT_SWAP_1).blend(u11, F1);
    FloatVector v12 = u12.blend(u13.rearrange(FLOAT_SWAP_1), F1);
    FloatVector v13 = u12.rearrange(FLOAT_SWAP_1).blend(u13, F1);
    FloatVector v14 = u14.blend(u15.rearrange(FLOAT_SWAP_1), F1);
    FloatVector v15 = u14.rearrange(FLOAT_SWAP_1).blend(u15, F1);
    v0.intoArray(to, toAt);
    v1.intoArray(to, toAt + toApart);
    v2.intoArray(to, toAt + 2 * toApart);
    v3.intoArray(to, toAt + 3 * toApart);
    v4.intoArray(to, toAt + 4 * toApart);
    v5.intoArray(to, toAt + 5 * toApart);
    v6.intoArray(to, toAt + 6 * toApart);
    v7.intoArray(to, toAt + 7 * toApart);
    v8.intoArray(to, toAt + 8 * toApart);
    v9.intoArray(to, toAt + 9 * toApart);
    v10.intoArray(to, toAt + 10 * toApart);
    v11.intoArray(to, toAt + 11 * toApart);
    v12.intoArray(to, toAt + 12 * toApart);
    v13.intoArray(to, toAt + 13 * toApart);
    v14.intoArray(to, toAt + 14 * toApart);
    v15.intoArray(to, toAt + 15 * toApart);
  }

  private static void ofEight(
      float[] from, int fromAt, int fromApart, float[] to, int toAt, int toApart) {
    FloatVector r0 = FloatVector.fromArray(FLOATS, from, fromAt);
    FloatVector r1 = FloatVector.fromArray(FLOATS, from, fromAt + fromApart);
    FloatVector r2 = FloatVector.fromArray(FLOATS, from, fromAt + 2 * fromApart);
    FloatVector r3 = FloatVector.fromArray(FLOATS, from, fromAt + 3 * fromApart);
    FloatVector r4 = FloatVector.fromArray(FLOATS, from, fromAt + 4 * fromApart);
    FloatVector r5 = FloatVector.fromArray(FLOATS, from, fromAt + 5 * fromApart);
    FloatVector r6 = FloatVector.fromArray(FLOATS, from, fromAt + 6 * fromApart);
    FloatVector r7 = FloatVector.fromArray(FLOATS, from, fromAt + 7 * fromApart);
    FloatVector s0 = r0.blend(r4.rearrange(FLOAT_SWAP_4), F4);
    FloatVector s4 = r0.rearrange(FLOAT_SWAP_4).blend(r4, F4);
    FloatVector s1 = r1.blend(r5.rearrange(FLOAT_SWAP_4), F4);
    FloatVector s5 = r1.rearrange(FLOAT_SWAP_4).blend(r5, F4);
    FloatVector s2 = r2.blend(r6.rearrange(FLOAT_SWAP_4), F4);
    FloatVector s6 = r2.rearrange(FLOAT_SWAP_4).blend(r6, F4);
    FloatVector s3 = r3.blend(r7.rearrange(FLOAT_SWAP_4), F4);
    FloatVector s7 = r3.rearrange(FLOAT_SWAP_4).blend(r7, F4);
    FloatVector t0 = s0.blend(s2.rearrange(FLOAT_SWAP_2), F2);
    FloatVector t2 = s0.rearrange(FLOAT_SWAP_2).blend(s2, F2);
    FloatVector t1 = s1.blend(s3.rearrange(FLOAT_SWAP_2), F2);
    FloatVector t3 = s1.rearrange(FLOAT_SWAP_2).blend(s3, F2);
    FloatVector t4 = s4.blend(s6.rearrange(FLOAT_SWAP_2), F2);
    FloatVector t6 = s4.rearrange(FLOAT_SWAP_2).blend(s6, F2);
    FloatVector t5 = s5.blend(s7.rearrange(FLOAT_SWAP_2), F2);
    FloatVector t7 = s5.rearrange(FLOAT_SWAP_2).blend(s7, F2);
    FloatVector u0 = t0.blend(t1.rearrange(FLOAT_SWAP_1), F1);
    FloatVector u1 = t0.rearrange(FLOAT_SWAP_1).blend(t1, F1);
    FloatVector u2 = t2.blend(t3.rearrange(FLOAT_SWAP_1), F1);
    FloatVector u3 = t2.rearrange(FLOAT_SWAP_1).blend(t3, F1);
    FloatVector u4 = t4.blend(t5.rearrange(FLOAT_SWAP_1), F1);
    FloatVector u5 = t4.rearrange(FLOAT_SWAP_1).blend(t5, F1);
    FloatVector u6 = t6.blend(t7.rearrange(FLOAT_SWAP_1), F1);
    FloatVector u7 = t6.rearrange(FLOAT_SWAP_1).blend(t7, F1);
    u0.intoArray(to, toAt);
    u1.intoArray(to, toAt + toApart);
    u2.intoArray(to, toAt + 2 * toApart);
    u3.intoArray(to, toAt + 3 * toApart);
    u4.intoArray(to, toAt + 4 * toApart);
    u5.intoArray(to, toAt + 5 * toApart);
    u6.intoArray(to, toAt + 6 * toApart);
    u7.intoArray(to, toAt + 7 * toApart);
  }

  private static void ofFour(
      float[] from, int fromAt, int fromApart, float[] to, int toAt, int toApart) {
    FloatVector r0 = FloatVector.fromArray(FLOATS, from, fromAt);
    FloatVector r1 = FloatVector.fromArray(FLOATS, from, fromAt + fromApart);
    FloatVector r2 = FloatVector.fromArray(FLOATS, from, fromAt + 2 * fromApart);
    FloatVector r3 = FloatVector.fromArray(FLOATS, from, fromAt + 3 * fromApart);
    FloatVector s0 = r0.blend(r2.rearrange(FLOAT_SWAP_2), F2);
    FloatVector s2 = r0.rearrange(FLOAT_SWAP_2).blend(r2, F2);
    FloatVector s1 = r1.blend(r3.rearrange(FLOAT_SWAP_2), F2);
    FloatVector s3 = r1.rearrange(FLOAT_SWAP_2).blend(r3, F2);
    FloatVector t0 = s0.blend(s1.rearrange(FLOAT_SWAP_1), F1);
    FloatVector t1 = s0.rearrange(FLOAT_SWAP_1).blend(s1, F1);
    FloatVector t2 = s2.blend(s3.rearrange(FLOAT_SWAP_1), F1);
    FloatVector t3 = s2.rearrange(FLOAT_SWAP_1).blend(s3, F1);
    t0.intoArray(to, toAt);
    t1.intoArray(to, toAt + toApart);
    t2.intoArray(to, toAt + 2 * toApart);
    t3.intoArray(to, toAt + 3 * toApart);
  }

  private static void ofEight(
      double[] from, int fromAt, int fromApart, double[] to, int toAt, int toApart) {
    DoubleVector r0 = DoubleVector.fromArray(DOUBLES, from, fromAt);
    DoubleVector r1 = DoubleVector.fromArray(DOUBLES, from, fromAt + fromApart);
    DoubleVector r2 = DoubleVector.fromArray(DOUBLES, from, fromAt + 2 * fromApart);
    DoubleVector r3 = DoubleVector.fromArray(DOUBLES, from, fromAt + 3 * fromApart);
    DoubleVector r4 = DoubleVector.fromArray(DOUBLES, from, fromAt + 4 * fromApart);
    DoubleVector r5 = DoubleVector.fromArray(DOUBLES, from, fromAt + 5 * fromApart);
    DoubleVector r6 = DoubleVector.fromArray(DOUBLES, from, fromAt + 6 * fromApart);
    DoubleVector r7 = DoubleVector.fromArray(DOUBLES, from, fromAt + 7 * fromApart);
    DoubleVector s0 = r0.blend(r4.rearrange(DOUBLE_SWAP_4), D4);
    DoubleVector s4 = r0.rearrange(DOUBLE_SWAP_4).blend(r4, D4);
    DoubleVector s1 = r1.blend(r5.rearrange(DOUBLE_SWAP_4), D4);
    DoubleVector s5 = r1.rearrange(DOUBLE_SWAP_4).blend(r5, D4);
    DoubleVector s2 = r2.blend(r6.rearrange(DOUBLE_SWAP_4), D4);
    DoubleVector s6 = r2.rearrange(DOUBLE_SWAP_4).blend(r6, D4);
    DoubleVector s3 = r3.blend(r7.rearrange(DOUBLE_SWAP_4), D4);
    DoubleVector s7 = r3.rearrange(DOUBLE_SWAP_4).blend(r7, D4);
    DoubleVector t0 = s0.blend(s2.rearrange(DOUBLE_SWAP_2), D2);
    DoubleVector t2 = s0.rearrange(DOUBLE_SWAP_2).blend(s2, D2);
    DoubleVector t1 = s1.blend(s3.rearrange(DOUBLE_SWAP_2), D2);
    DoubleVector t3 = s1.rearrange(DOUBLE_SWAP_2).blend(s3, D2);
    DoubleVector t4 = s4.blend(s6.rearrange(DOUBLE_SWAP_2), D2);
    DoubleVector t6 = s4.rearrange(DOUBLE_SWAP_2).blend(s6, D2);
    DoubleVector t5 = s5.blend(s7.rearrange(DOUBLE_SWAP_2), D2);
    DoubleVector t7 = s5.rearrange(DOUBLE_SWAP_2).blend(s7, D2);
    DoubleVector u0 = t0.blend(t1.rearrange(DOUBLE_SWAP_1), D1);
    DoubleVector u1 = t0.rearrange(DOUBLE_SWAP_1).blend(t1, D1);
    DoubleVector u2 = t2.blend(t3.rearrange(DOUBLE_SWAP_1), D1);
    DoubleVector u3 = t2.rearrange(DOUBLE_SWAP_1).blend(t3, D1);
    DoubleVector u4 = t4.blend(t5.rearrange(DOUBLE_SWAP_1), D1);
    DoubleVector u5 = t4.rearrange(DOUBLE_SWAP_1).blend(t5, D1);
    DoubleVector u6 = t6.blend(t7.rearrange(DOUBLE_SWAP_1), D1);
    DoubleVector u7 = t6.rearrange(DOUBLE_SWAP_1).blend(t7, D1);
    u0.intoArray(to, toAt);
    u1.intoArray(to, toAt + toApart);
    u2.intoArray(to, toAt + 2 * toApart);
    u3.intoArray(to, toAt + 3 * toApart);
    u4.intoArray(to, toAt + 4 * toApart);
    u5.intoArray(to, toAt + 5 * toApart);
    u6.intoArray(to, toAt + 6 * toApart);
    u7.intoArray(to, toAt + 7 * toApart);
  }

  private static void ofFour(
      double[] from, int fromAt, int fromApart, double[] to, int toAt, int toApart) {
    DoubleVector r0 = DoubleVector.fromArray(DOUBLES, from, fromAt);
    DoubleVector r1 = DoubleVector.fromArray(DOUBLES, from, fromAt + fromApart);
    DoubleVector r2 = DoubleVector.fromArray(DOUBLES, from, fromAt + 2 * fromApart);
    DoubleVector r3 = DoubleVector.fromArray(DOUBLES, from, fromAt + 3 * fromApart);
    DoubleVector s0 = r0.blend(r2.rearrange(DOUBLE_SWAP_2), D2);
    DoubleVector s2 = r0.rearrange(DOUBLE_SWAP_2).blend(r2, D2);
    DoubleVector s1 = r1.blend(r3.rearrange(DOUBLE_SWAP_2), D2);
    DoubleVector s3 = r1.rearrange(DOUBLE_SWAP_2).blend(r3, D2);
    DoubleVector t0 = s0.blend(s1.rearrange(DOUBLE_SWAP_1), D1);
    DoubleVector t1 = s0.rearrange(DOUBLE_SWAP_1).blend(s1, D1);
    DoubleVector t2 = s2.blend(s3.rearrange(DOUBLE_SWAP_1), D1);
    DoubleVector t3 = s2.rearrange(DOUBLE_SWAP_1).blend(s3, D1);
    t0.intoArray(to, toAt);
    t1.intoArray(to, toAt + toApart);
    t2.intoArray(to, toAt + 2 * toApart);
    t3.intoArray(to, toAt + 3 * toApart);
  }

  private static void ofTwo(
      double[] from, int fromAt, int fromApart, double[] to, int toAt, int toApart) {
    DoubleVector r0 = DoubleVector.fromArray(DOUBLES, from, fromAt);
    DoubleVector r1 = DoubleVector.fromArray(DOUBLES, from, fromAt + fromApart);
    DoubleVector s0 = r0.blend(r1.rearrange(DOUBLE_SWAP_1), D1);
    DoubleVector s1 = r0.rearrange(DOUBLE_SWAP_1).blend(r1, D1);
    s0.intoArray(to, toAt);
    s1.intoArray(to, toAt + toApart);
  }
}
