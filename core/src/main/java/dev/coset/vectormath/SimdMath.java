package dev.coset.vectormath;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link VectorMath} with the Vector API: eight lanes are one, two or four registers, and in the
 * end lanes four apart are added, then two apart, then neighbours. No method of ours takes or
 * returns a vector: where the caller is large, it would not be inlined, and box it.
 */
final class SimdMath implements VectorMath {
  private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
  private static final int WIDTH = SPECIES.length();
  private static final VectorShuffle<Double> FOUR_ON =
      VectorShuffle.fromOp(SPECIES, lane -> (lane + 4) % WIDTH);
  private static final VectorShuffle<Double> TWO_ON =
      VectorShuffle.fromOp(SPECIES, lane -> (lane + 2) % WIDTH);

  /** Whether a register holds 2, 4 or 8 doubles. */
  static boolean fitsThisMachine() {
    return WIDTH >= 2 && WIDTH <= LANES;
  }

  @Override
  public double dot(double[] a, int aAt, double[] b, int bAt, int length) {
    int whole = length & -LANES;
    double sum =
        switch (WIDTH) {
          case 8 -> dotOfEight(a, aAt, b, bAt, whole);
          case 4 -> dotOfFour(a, aAt, b, bAt, whole);
          default -> dotOfTwo(a, aAt, b, bAt, whole);
        };
    for (int i = whole; i < length; i++) {
      sum = Math.fma(a[aAt + i], b[bAt + i], sum);
    }
    return sum;
  }

  private static double dotOfEight(double[] a, int aAt, double[] b, int bAt, int whole) {
    DoubleVector s = DoubleVector.zero(SPECIES);
    for (int i = 0; i < whole; i += LANES) {
      s =
          DoubleVector.fromArray(SPECIES, a, aAt + i)
              .fma(DoubleVector.fromArray(SPECIES, b, bAt + i), s);
    }
    s = s.add(s.rearrange(FOUR_ON));
    s = s.add(s.rearrange(TWO_ON));
    return s.lane(0) + s.lane(1);
  }

  private static double dotOfFour(double[] a, int aAt, double[] b, int bAt, int whole) {
    DoubleVector s0 = DoubleVector.zero(SPECIES);
    DoubleVector s1 = DoubleVector.zero(SPECIES);
    for (int i = 0; i < whole; i += LANES) {
      s0 =
          DoubleVector.fromArray(SPECIES, a, aAt + i)
              .fma(DoubleVector.fromArray(SPECIES, b, bAt + i), s0);
      s1 =
          DoubleVector.fromArray(SPECIES, a, aAt + i + 4)
              .fma(DoubleVector.fromArray(SPECIES, b, bAt + i + 4), s1);
    }
    DoubleVector s = s0.add(s1);
    s = s.add(s.rearrange(TWO_ON));
    return s.lane(0) + s.lane(1);
  }

  private static double dotOfTwo(double[] a, int aAt, double[] b, int bAt, int whole) {
    DoubleVector s0 = DoubleVector.zero(SPECIES);
    DoubleVector s1 = DoubleVector.zero(SPECIES);
    DoubleVector s2 = DoubleVector.zero(SPECIES);
    DoubleVector s3 = DoubleVector.zero(SPECIES);
    for (int i = 0; i < whole; i += LANES) {
      s0 =
          DoubleVector.fromArray(SPECIES, a, aAt + i)
              .fma(DoubleVector.fromArray(SPECIES, b, bAt + i), s0);
      s1 =
          DoubleVector.fromArray(SPECIES, a, aAt + i + 2)
              .fma(DoubleVector.fromArray(SPECIES, b, bAt + i + 2), s1);
      s2 =
          DoubleVector.fromArray(SPECIES, a, aAt + i + 4)
              .fma(DoubleVector.fromArray(SPECIES, b, bAt + i + 4), s2);
      s3 =
          DoubleVector.fromArray(SPECIES, a, aAt + i + 6)
              .fma(DoubleVector.fromArray(SPECIES, b, bAt + i + 6), s3);
    }
    DoubleVector s = s0.add(s2).add(s1.add(s3));
    return s.lane(0) + s.lane(1);
  }

  @Override
  public double weightedDot(
      double[] m, int mAt, double[] a, int aAt, double[] b, int bAt, int length) {
    int whole = length & -LANES;
    double sum =
        switch (WIDTH) {
          case 8 -> weightedDotOfEight(m, mAt, a, aAt, b, bAt, whole);
          case 4 -> weightedDotOfFour(m, mAt, a, aAt, b, bAt, whole);
          default -> weightedDotOfTwo(m, mAt, a, aAt, b, bAt, whole);
        };
    for (int i = whole; i < length; i++) {
      sum = Math.fma(m[mAt + i] * a[aAt + i], b[bAt + i], sum);
    }
    return sum;
  }

  private static double weightedDotOfEight(
      double[] m, int mAt, double[] a, int aAt, double[] b, int bAt, int whole) {
    DoubleVector s = DoubleVector.zero(SPECIES);
    for (int i = 0; i < whole; i += LANES) {
      s =
          DoubleVector.fromArray(SPECIES, m, mAt + i)
              .mul(DoubleVector.fromArray(SPECIES, a, aAt + i))
              .fma(DoubleVector.fromArray(SPECIES, b, bAt + i), s);
    }
    s = s.add(s.rearrange(FOUR_ON));
    s = s.add(s.rearrange(TWO_ON));
    return s.lane(0) + s.lane(1);
  }

  private static double weightedDotOfFour(
      double[] m, int mAt, double[] a, int aAt, double[] b, int bAt, int whole) {
    DoubleVector s0 = DoubleVector.zero(SPECIES);
    DoubleVector s1 = DoubleVector.zero(SPECIES);
    for (int i = 0; i < whole; i += LANES) {
      s0 =
          DoubleVector.fromArray(SPECIES, m, mAt + i)
              .mul(DoubleVector.fromArray(SPECIES, a, aAt + i))
              .fma(DoubleVector.fromArray(SPECIES, b, bAt + i), s0);
      s1 =
          DoubleVector.fromArray(SPECIES, m, mAt + i + 4)
              .mul(DoubleVector.fromArray(SPECIES, a, aAt + i + 4))
              .fma(DoubleVector.fromArray(SPECIES, b, bAt + i + 4), s1);
    }
    DoubleVector s = s0.add(s1);
    s = s.add(s.rearrange(TWO_ON));
    return s.lane(0) + s.lane(1);
  }

  private static double weightedDotOfTwo(
      double[] m, int mAt, double[] a, int aAt, double[] b, int bAt, int whole) {
    DoubleVector s0 = DoubleVector.zero(SPECIES);
    DoubleVector s1 = DoubleVector.zero(SPECIES);
    DoubleVector s2 = DoubleVector.zero(SPECIES);
    DoubleVector s3 = DoubleVector.zero(SPECIES);
    for (int i = 0; i < whole; i += LANES) {
      s0 =
          DoubleVector.fromArray(SPECIES, m, mAt + i)
              .mul(DoubleVector.fromArray(SPECIES, a, aAt + i))
              .fma(DoubleVector.fromArray(SPECIES, b, bAt + i), s0);
      s1 =
          DoubleVector.fromArray(SPECIES, m, mAt + i + 2)
              .mul(DoubleVector.fromArray(SPECIES, a, aAt + i + 2))
              .fma(DoubleVector.fromArray(SPECIES, b, bAt + i + 2), s1);
      s2 =
          DoubleVector.fromArray(SPECIES, m, mAt + i + 4)
              .mul(DoubleVector.fromArray(SPECIES, a, aAt + i + 4))
              .fma(DoubleVector.fromArray(SPECIES, b, bAt + i + 4), s2);
      s3 =
          DoubleVector.fromArray(SPECIES, m, mAt + i + 6)
              .mul(DoubleVector.fromArray(SPECIES, a, aAt + i + 6))
              .fma(DoubleVector.fromArray(SPECIES, b, bAt + i + 6), s3);
    }
    DoubleVector s = s0.add(s2).add(s1.add(s3));
    return s.lane(0) + s.lane(1);
  }

  /** One pass instead of three, where a register holds all lanes. */
  @Override
  public double lesserWeightedDot(
      double[] m, double[] a, double[] b, double[] s, double[] t, double[] c, int length) {
    if (WIDTH < LANES) {
      return VectorMath.super.lesserWeightedDot(m, a, b, s, t, c, length);
    }
    int whole = length & -LANES;
    DoubleVector sumA = DoubleVector.zero(SPECIES);
    DoubleVector sumB = DoubleVector.zero(SPECIES);
    for (int i = 0; i < whole; i += LANES) {
      DoubleVector mi = DoubleVector.fromArray(SPECIES, m, i);
      DoubleVector ai = DoubleVector.fromArray(SPECIES, a, i);
      DoubleVector bi = DoubleVector.fromArray(SPECIES, b, i);
      DoubleVector ci =
          DoubleVector.fromArray(SPECIES, s, i)
              .sub(DoubleVector.fromArray(SPECIES, t, i))
              .sub(ai.add(bi).mul(0.5));
      sumA = mi.mul(ai).fma(ci, sumA);
      sumB = mi.mul(bi).fma(ci, sumB);
    }
    sumA = sumA.add(sumA.rearrange(FOUR_ON));
    sumB = sumB.add(sumB.rearrange(FOUR_ON));
    sumA = sumA.add(sumA.rearrange(TWO_ON));
    sumB = sumB.add(sumB.rearrange(TWO_ON));
    double ofA = sumA.lane(0) + sumA.lane(1);
    double ofB = sumB.lane(0) + sumB.lane(1);
    for (int i = whole; i < length; i++) {
      double ci = (s[i] - t[i]) - (a[i] + b[i]) / 2;
      ofA = Math.fma(m[i] * a[i], ci, ofA);
      ofB = Math.fma(m[i] * b[i], ci, ofB);
    }
    return Math.min(ofA, ofB);
  }

  @Override
  public void addScaled(double[] y, int yAt, double s, double[] x, int xAt, int length) {
    int whole = length & -WIDTH;
    DoubleVector scale = DoubleVector.broadcast(SPECIES, s);
    for (int i = 0; i < whole; i += WIDTH) {
      DoubleVector.fromArray(SPECIES, x, xAt + i)
          .fma(scale, DoubleVector.fromArray(SPECIES, y, yAt + i))
          .intoArray(y, yAt + i);
    }
    for (int i = whole; i < length; i++) {
      y[yAt + i] = Math.fma(s, x[xAt + i], y[yAt + i]);
    }
  }
}
