package dev.coset.vectormath;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link Elementary#tanh} over many values, two registers at a time. It is a pass of its own and
 * too long to be inlined, for within another loop its constants would not stay in registers.
 */
final class SimdTanh {
  private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Double> DOUBLES = DoubleVector.SPECIES_PREFERRED;

  private SimdTanh() {}

  /**
   * {@code out = tanh(b + w in)} for an even number of registers; in and out may be the same row.
   *
   * @param within whether no sum lies beyond the limit, so that none need be looked at
   */
  static void ofAffine(
      float b, float w, float[] in, int inAt, boolean within, float[] out, int outAt, int points) {
    FloatVector bias = FloatVector.broadcast(FLOATS, b);
    FloatVector weight = FloatVector.broadcast(FLOATS, w);
    FloatVector limit = FloatVector.broadcast(FLOATS, FloatTanh.LIMIT);
    FloatVector round = FloatVector.broadcast(FLOATS, FloatTanh.ROUND);
    FloatVector twoOverLn2 = FloatVector.broadcast(FLOATS, FloatTanh.TWO_OVER_LN2);
    FloatVector minusHalfLn2 = FloatVector.broadcast(FLOATS, -FloatTanh.HALF_LN2);
    FloatVector one = FloatVector.broadcast(FLOATS, 1);
    for (int p = 0; p < points; p += 2 * FLOATS.length()) {
      FloatVector x = FloatVector.fromArray(FLOATS, in, inAt + p).fma(weight, bias);
      FloatVector y =
          FloatVector.fromArray(FLOATS, in, inAt + p + FLOATS.length()).fma(weight, bias);
      if (!within
          && x.abs()
              .compare(VectorOperators.GT, limit)
              .or(y.abs().compare(VectorOperators.GT, limit))
              .anyTrue()) {
        x = x.min(limit).max(limit.neg());
        y = y.min(limit).max(limit.neg());
      }
      FloatVector xRounded = x.fma(twoOverLn2, round);
      FloatVector yRounded = y.fma(twoOverLn2, round);
      FloatVector xr = xRounded.sub(round).fma(minusHalfLn2, x);
      FloatVector yr = yRounded.sub(round).fma(minusHalfLn2, y);
      FloatVector xu = xr.mul(xr);
      FloatVector yu = yr.mul(yr);
      FloatVector c = FloatVector.broadcast(FLOATS, FloatTanh.C7);
      FloatVector xp = xu.fma(c, FloatVector.broadcast(FLOATS, FloatTanh.C5));
      FloatVector yp = yu.fma(c, FloatVector.broadcast(FLOATS, FloatTanh.C5));
      c = FloatVector.broadcast(FLOATS, FloatTanh.C3);
      xp = xp.fma(xu, c);
      yp = yp.fma(yu, c);
      FloatVector xt = xr.mul(xu).fma(xp, xr);
      FloatVector yt = yr.mul(yu).fma(yp, yr);
      FloatVector xs =
          xRounded
              .reinterpretAsInts()
              .lanewise(VectorOperators.LSHL, FloatTanh.FRACTION)
              .reinterpretAsFloats();
      FloatVector ys =
          yRounded
              .reinterpretAsInts()
              .lanewise(VectorOperators.LSHL, FloatTanh.FRACTION)
              .reinterpretAsFloats();
      FloatVector xUp = xs.add(one);
      FloatVector yUp = ys.add(one);
      FloatVector xDown = xs.sub(one);
      FloatVector yDown = ys.sub(one);
      xt.fma(xUp, xDown).div(xt.fma(xDown, xUp)).intoArray(out, outAt + p);
      yt.fma(yUp, yDown).div(yt.fma(yDown, yUp)).intoArray(out, outAt + p + FLOATS.length());
    }
  }

  /** The same in double precision. */
  static void ofAffine(
      double b,
      double w,
      double[] in,
      int inAt,
      boolean within,
      double[] out,
      int outAt,
      int points) {
    DoubleVector bias = DoubleVector.broadcast(DOUBLES, b);
    DoubleVector weight = DoubleVector.broadcast(DOUBLES, w);
    DoubleVector limit = DoubleVector.broadcast(DOUBLES, DoubleTanh.LIMIT);
    DoubleVector round = DoubleVector.broadcast(DOUBLES, DoubleTanh.ROUND);
    DoubleVector twoOverLn2 = DoubleVector.broadcast(DOUBLES, DoubleTanh.TWO_OVER_LN2);
    DoubleVector minusHalfLn2 = DoubleVector.broadcast(DOUBLES, -DoubleTanh.HALF_LN2);
    DoubleVector one = DoubleVector.broadcast(DOUBLES, 1);
    for (int p = 0; p < points; p += 2 * DOUBLES.length()) {
      DoubleVector x = DoubleVector.fromArray(DOUBLES, in, inAt + p).fma(weight, bias);
      DoubleVector y =
          DoubleVector.fromArray(DOUBLES, in, inAt + p + DOUBLES.length()).fma(weight, bias);
      if (!within
          && (DOUBLES.length() == 2 // whose masks are slow
              || x.abs()
                  .compare(VectorOperators.GT, limit)
                  .or(y.abs().compare(VectorOperators.GT, limit))
                  .anyTrue())) {
        x = x.min(limit).max(limit.neg());
        y = y.min(limit).max(limit.neg());
      }
      DoubleVector xRounded = x.fma(twoOverLn2, round);
      DoubleVector yRounded = y.fma(twoOverLn2, round);
      DoubleVector xr = xRounded.sub(round).fma(minusHalfLn2, x);
      DoubleVector yr = yRounded.sub(round).fma(minusHalfLn2, y);
      DoubleVector xu = xr.mul(xr);
      DoubleVector yu = yr.mul(yr);
      DoubleVector c = DoubleVector.broadcast(DOUBLES, DoubleTanh.C13);
      DoubleVector xp = xu.fma(c, DoubleVector.broadcast(DOUBLES, DoubleTanh.C11));
      DoubleVector yp = yu.fma(c, DoubleVector.broadcast(DOUBLES, DoubleTanh.C11));
      c = DoubleVector.broadcast(DOUBLES, DoubleTanh.C9);
      xp = xp.fma(xu, c);
      yp = yp.fma(yu, c);
      c = DoubleVector.broadcast(DOUBLES, DoubleTanh.C7);
      xp = xp.fma(xu, c);
      yp = yp.fma(yu, c);
      c = DoubleVector.broadcast(DOUBLES, DoubleTanh.C5);
      xp = xp.fma(xu, c);
      yp = yp.fma(yu, c);
      c = DoubleVector.broadcast(DOUBLES, DoubleTanh.C3);
      xp = xp.fma(xu, c);
      yp = yp.fma(yu, c);
      DoubleVector xt = xr.mul(xu).fma(xp, xr);
      DoubleVector yt = yr.mul(yu).fma(yp, yr);
      DoubleVector xs =
          xRounded
              .reinterpretAsLongs()
              .lanewise(VectorOperators.LSHL, DoubleTanh.FRACTION)
              .reinterpretAsDoubles();
      DoubleVector ys =
          yRounded
              .reinterpretAsLongs()
              .lanewise(VectorOperators.LSHL, DoubleTanh.FRACTION)
              .reinterpretAsDoubles();
      DoubleVector xUp = xs.add(one);
      DoubleVector yUp = ys.add(one);
      DoubleVector xDown = xs.sub(one);
      DoubleVector yDown = ys.sub(one);
      xt.fma(xUp, xDown).div(xt.fma(xDown, xUp)).intoArray(out, outAt + p);
      yt.fma(yUp, yDown).div(yt.fma(yDown, yUp)).intoArray(out, outAt + p + DOUBLES.length());
    }
  }
}
