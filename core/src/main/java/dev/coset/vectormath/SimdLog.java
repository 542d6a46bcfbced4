package dev.coset.vectormath;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link Elementary#log} over many normal numbers (not a number stays one), a pass of its own as
 * {@link SimdTanh} is.
 */
final class SimdLog {
  private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Double> DOUBLES = DoubleVector.SPECIES_PREFERRED;

  // Numbers are moved up by so many powers of two that their exponents, from the root of 1/2 on,
  // are positive, for not every machine shifts signs.
  private static final int FLOAT_SHIFT = FloatExp.BIAS + 1;
  private static final int FLOAT_OFFSET =
      (FLOAT_SHIFT << FloatExp.FRACTION) - Float.floatToRawIntBits(FloatLog.SQRT_HALF);
  private static final long DOUBLE_SHIFT = DoubleExp.BIAS + 1;
  private static final long DOUBLE_OFFSET =
      (DOUBLE_SHIFT << DoubleExp.FRACTION) - Double.doubleToRawLongBits(DoubleLog.SQRT_HALF);

  private SimdLog() {}

  /** {@code out = log in} for a multiple of a register; in and out may be the same row. */
  static void of(float[] in, int inAt, float[] out, int outAt, int points) {
    FloatVector round = FloatVector.broadcast(FLOATS, FloatExp.ROUND);
    for (int p = 0; p < points; p += FLOATS.length()) {
      FloatVector x = FloatVector.fromArray(FLOATS, in, inAt + p);
      IntVector bits = x.reinterpretAsInts();
      IntVector exponent =
          bits.add(FLOAT_OFFSET).lanewise(VectorOperators.LSHR, FloatExp.FRACTION).sub(FLOAT_SHIFT);
      FloatVector k = exponent.add(round.reinterpretAsInts()).reinterpretAsFloats().sub(round);
      FloatVector m =
          bits.sub(exponent.lanewise(VectorOperators.LSHL, FloatExp.FRACTION))
              .reinterpretAsFloats();
      FloatVector f = m.sub(1).add(x.sub(x)); // not a number where x is none
      FloatVector s = f.div(f.add(2));
      FloatVector z = s.mul(s);
      FloatVector w = z.mul(z);
      FloatVector even =
          w.fma(
                  FloatVector.broadcast(FLOATS, FloatLog.L4),
                  FloatVector.broadcast(FLOATS, FloatLog.L2))
              .mul(w);
      FloatVector odd =
          w.fma(
                  FloatVector.broadcast(FLOATS, FloatLog.L3),
                  FloatVector.broadcast(FLOATS, FloatLog.L1))
              .mul(z);
      FloatVector halfSquare = f.mul(0.5f).mul(f);
      FloatVector tail = s.fma(halfSquare.add(even.add(odd)), k.mul(FloatExp.LN2_LOW));
      k.fma(FloatVector.broadcast(FLOATS, FloatExp.LN2_HIGH), f.sub(halfSquare.sub(tail)))
          .intoArray(out, outAt + p);
    }
  }

  /** The same in double precision. */
  static void of(double[] in, int inAt, double[] out, int outAt, int points) {
    DoubleVector round = DoubleVector.broadcast(DOUBLES, DoubleExp.ROUND);
    for (int p = 0; p < points; p += DOUBLES.length()) {
      DoubleVector x = DoubleVector.fromArray(DOUBLES, in, inAt + p);
      LongVector bits = x.reinterpretAsLongs();
      LongVector exponent =
          bits.add(DOUBLE_OFFSET)
              .lanewise(VectorOperators.LSHR, DoubleExp.FRACTION)
              .sub(DOUBLE_SHIFT);
      DoubleVector k = exponent.add(round.reinterpretAsLongs()).reinterpretAsDoubles().sub(round);
      DoubleVector m =
          bits.sub(exponent.lanewise(VectorOperators.LSHL, DoubleExp.FRACTION))
              .reinterpretAsDoubles();
      DoubleVector f = m.sub(1).add(x.sub(x)); // not a number where x is none
      DoubleVector s = f.div(f.add(2));
      DoubleVector z = s.mul(s);
      DoubleVector w = z.mul(z);
      DoubleVector even =
          w.fma(
                  DoubleVector.broadcast(DOUBLES, DoubleLog.L6),
                  DoubleVector.broadcast(DOUBLES, DoubleLog.L4))
              .fma(w, DoubleVector.broadcast(DOUBLES, DoubleLog.L2))
              .mul(w);
      DoubleVector odd =
          w.fma(
                  DoubleVector.broadcast(DOUBLES, DoubleLog.L7),
                  DoubleVector.broadcast(DOUBLES, DoubleLog.L5))
              .fma(w, DoubleVector.broadcast(DOUBLES, DoubleLog.L3))
              .fma(w, DoubleVector.broadcast(DOUBLES, DoubleLog.L1))
              .mul(z);
      DoubleVector halfSquare = f.mul(0.5).mul(f);
      DoubleVector tail = s.fma(halfSquare.add(even.add(odd)), k.mul(DoubleExp.LN2_LOW));
      k.fma(DoubleVector.broadcast(DOUBLES, DoubleExp.LN2_HIGH), f.sub(halfSquare.sub(tail)))
          .intoArray(out, outAt + p);
    }
  }
}
