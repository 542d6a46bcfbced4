package dev.coset.vectormath;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** {@link Elementary#tanh} over many values. */
final class SimdTanh {
  private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Double> DOUBLES = DoubleVector.SPECIES_PREFERRED;

  private SimdTanh() {}

  /** {@code z = tanh z} for a multiple of a register's length. */
  static void apply(float[] z, int at, int length) {
    for (int p = at; p < at + length; p += FLOATS.length()) {
      of(FloatVector.fromArray(FLOATS, z, p)).intoArray(z, p);
    }
  }

  /** {@code z = tanh z} for a multiple of a register's length. */
  static void apply(double[] z, int at, int length) {
    for (int p = at; p < at + length; p += DOUBLES.length()) {
      of(DoubleVector.fromArray(DOUBLES, z, p)).intoArray(z, p);
    }
  }

  private static FloatVector of(FloatVector x) {
    FloatVector limit = FloatVector.broadcast(FLOATS, FloatTanh.LIMIT);
    FloatVector round = FloatVector.broadcast(FLOATS, FloatTanh.ROUND);
    FloatVector one = FloatVector.broadcast(FLOATS, 1);
    x = x.blend(limit, x.compare(VectorOperators.GT, limit));
    x = x.blend(limit.neg(), x.compare(VectorOperators.LT, limit.neg()));
    FloatVector rounded = x.fma(FloatVector.broadcast(FLOATS, FloatTanh.TWO_OVER_LN2), round);
    FloatVector k = rounded.sub(round);
    FloatVector r = k.fma(FloatVector.broadcast(FLOATS, -FloatTanh.HALF_LN2), x);
    FloatVector u = r.mul(r);
    FloatVector p =
        u.fma(
            FloatVector.broadcast(FLOATS, FloatTanh.C7),
            FloatVector.broadcast(FLOATS, FloatTanh.C5));
    p = p.fma(u, FloatVector.broadcast(FLOATS, FloatTanh.C3));
    FloatVector t = r.mul(u).fma(p, r);
    FloatVector s =
        rounded
            .reinterpretAsInts()
            .add(FloatTanh.BIAS)
            .lanewise(VectorOperators.LSHL, FloatTanh.FRACTION)
            .reinterpretAsFloats();
    FloatVector up = s.add(one);
    FloatVector down = s.sub(one);
    return t.fma(up, down).div(t.fma(down, up));
  }

  private static DoubleVector of(DoubleVector x) {
    DoubleVector limit = DoubleVector.broadcast(DOUBLES, DoubleTanh.LIMIT);
    DoubleVector round = DoubleVector.broadcast(DOUBLES, DoubleTanh.ROUND);
    DoubleVector one = DoubleVector.broadcast(DOUBLES, 1);
    x = x.blend(limit, x.compare(VectorOperators.GT, limit));
    x = x.blend(limit.neg(), x.compare(VectorOperators.LT, limit.neg()));
    DoubleVector rounded = x.fma(DoubleVector.broadcast(DOUBLES, DoubleTanh.TWO_OVER_LN2), round);
    DoubleVector k = rounded.sub(round);
    DoubleVector r = k.fma(DoubleVector.broadcast(DOUBLES, -DoubleTanh.HALF_LN2), x);
    DoubleVector u = r.mul(r);
    DoubleVector p =
        u.fma(
            DoubleVector.broadcast(DOUBLES, DoubleTanh.C13),
            DoubleVector.broadcast(DOUBLES, DoubleTanh.C11));
    p = p.fma(u, DoubleVector.broadcast(DOUBLES, DoubleTanh.C9));
    p = p.fma(u, DoubleVector.broadcast(DOUBLES, DoubleTanh.C7));
    p = p.fma(u, DoubleVector.broadcast(DOUBLES, DoubleTanh.C5));
    p = p.fma(u, DoubleVector.broadcast(DOUBLES, DoubleTanh.C3));
    DoubleVector t = r.mul(u).fma(p, r);
    DoubleVector s =
        rounded
            .reinterpretAsLongs()
            .add(DoubleTanh.BIAS)
            .lanewise(VectorOperators.LSHL, DoubleTanh.FRACTION)
            .reinterpretAsDoubles();
    DoubleVector up = s.add(one);
    DoubleVector down = s.sub(one);
    return t.fma(up, down).div(t.fma(down, up));
  }
}
