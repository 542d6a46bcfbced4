package dev.coset.vectormath;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** {@link Elementary#exp} over many values, a pass of its own as {@link SimdTanh} is. */
final class SimdExp {
  private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Double> DOUBLES = DoubleVector.SPECIES_PREFERRED;

  private SimdExp() {}

  /** {@code out = e^(factor in)} for a multiple of a register; in and out may be the same row. */
  static void of(float factor, float[] in, int inAt, float[] out, int outAt, int points) {
    FloatVector scale = FloatVector.broadcast(FLOATS, factor);
    FloatVector round = FloatVector.broadcast(FLOATS, FloatExp.ROUND);
    for (int p = 0; p < points; p += FLOATS.length()) {
      FloatVector x =
          FloatVector.fromArray(FLOATS, in, inAt + p)
              .mul(scale)
              .max(FloatExp.LOWEST)
              .min(FloatExp.HIGHEST);
      FloatVector rounded = x.fma(FloatVector.broadcast(FLOATS, FloatExp.LOG2_E), round);
      FloatVector k = rounded.sub(round);
      FloatVector r = k.fma(FloatVector.broadcast(FLOATS, -FloatExp.LN2_HIGH), x);
      r = k.fma(FloatVector.broadcast(FLOATS, -FloatExp.LN2_LOW), r);
      FloatVector r2 = r.mul(r);
      FloatVector a =
          r.fma(
              FloatVector.broadcast(FLOATS, FloatExp.C3),
              FloatVector.broadcast(FLOATS, FloatExp.C2));
      FloatVector b =
          r.fma(
              FloatVector.broadcast(FLOATS, FloatExp.C5),
              FloatVector.broadcast(FLOATS, FloatExp.C4));
      FloatVector c =
          r.fma(
              FloatVector.broadcast(FLOATS, FloatExp.C7),
              FloatVector.broadcast(FLOATS, FloatExp.C6));
      FloatVector tail = c.fma(r2, b).fma(r2, a);
      IntVector bits = rounded.reinterpretAsInts();
      IntVector half = bits.lanewise(VectorOperators.LSHR, 1);
      FloatVector first =
          half.add(FloatExp.BIAS)
              .lanewise(VectorOperators.LSHL, FloatExp.FRACTION)
              .reinterpretAsFloats();
      FloatVector second =
          bits.sub(half)
              .add(FloatExp.BIAS)
              .lanewise(VectorOperators.LSHL, FloatExp.FRACTION)
              .reinterpretAsFloats();
      r2.fma(tail, r).add(1).mul(first).mul(second).intoArray(out, outAt + p);
    }
  }

  /** The same in double precision. */
  static void of(double factor, double[] in, int inAt, double[] out, int outAt, int points) {
    DoubleVector scale = DoubleVector.broadcast(DOUBLES, factor);
    DoubleVector round = DoubleVector.broadcast(DOUBLES, DoubleExp.ROUND);
    for (int p = 0; p < points; p += DOUBLES.length()) {
      DoubleVector x =
          DoubleVector.fromArray(DOUBLES, in, inAt + p)
              .mul(scale)
              .max(DoubleExp.LOWEST)
              .min(DoubleExp.HIGHEST);
      DoubleVector rounded = x.fma(DoubleVector.broadcast(DOUBLES, DoubleExp.LOG2_E), round);
      DoubleVector k = rounded.sub(round);
      DoubleVector r = k.fma(DoubleVector.broadcast(DOUBLES, -DoubleExp.LN2_HIGH), x);
      r = k.fma(DoubleVector.broadcast(DOUBLES, -DoubleExp.LN2_LOW), r);
      DoubleVector r2 = r.mul(r);
      DoubleVector r4 = r2.mul(r2);
      DoubleVector a =
          r.fma(
              DoubleVector.broadcast(DOUBLES, DoubleExp.C3),
              DoubleVector.broadcast(DOUBLES, DoubleExp.C2));
      DoubleVector b =
          r.fma(
              DoubleVector.broadcast(DOUBLES, DoubleExp.C5),
              DoubleVector.broadcast(DOUBLES, DoubleExp.C4));
      DoubleVector c =
          r.fma(
              DoubleVector.broadcast(DOUBLES, DoubleExp.C7),
              DoubleVector.broadcast(DOUBLES, DoubleExp.C6));
      DoubleVector d =
          r.fma(
              DoubleVector.broadcast(DOUBLES, DoubleExp.C9),
              DoubleVector.broadcast(DOUBLES, DoubleExp.C8));
      DoubleVector e =
          r.fma(
              DoubleVector.broadcast(DOUBLES, DoubleExp.C11),
              DoubleVector.broadcast(DOUBLES, DoubleExp.C10));
      DoubleVector f =
          r.fma(
              DoubleVector.broadcast(DOUBLES, DoubleExp.C13),
              DoubleVector.broadcast(DOUBLES, DoubleExp.C12));
      DoubleVector low = b.fma(r2, a);
      DoubleVector middle = d.fma(r2, c);
      DoubleVector high = f.fma(r2, e);
      DoubleVector tail = high.fma(r4, middle).fma(r4, low);
      LongVector bits = rounded.reinterpretAsLongs();
      LongVector half = bits.lanewise(VectorOperators.LSHR, 1);
      DoubleVector first =
          half.add(DoubleExp.BIAS)
              .lanewise(VectorOperators.LSHL, DoubleExp.FRACTION)
              .reinterpretAsDoubles();
      DoubleVector second =
          bits.sub(half)
              .add(DoubleExp.BIAS)
              .lanewise(VectorOperators.LSHL, DoubleExp.FRACTION)
              .reinterpretAsDoubles();
      r2.fma(tail, r).add(1).mul(first).mul(second).intoArray(out, outAt + p);
    }
  }
}
