package dev.coset.vectormath;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/** {@link VectorMath} with the Vector API: eight lanes are one, two or four registers. */
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

  // One loop for every width, and no vector passed between methods: where C2 does not inline such a
  // method, its vectors are boxed. The order of the last sum: lanes four apart, then two apart,
  // then
  // neighbours.

  @Override
  public double dot(double[] a, int aAt, double[] b, int bAt, int length) {
    int whole = length & -LANES;
    DoubleVector s0 = DoubleVector.zero(SPECIES);
    DoubleVector s1 = s0;
    DoubleVector s2 = s0;
    DoubleVector s3 = s0;
    for (int i = 0; i < whole; i += LANES) {
      s0 =
          DoubleVector.fromArray(SPECIES, a, aAt + i)
              .fma(DoubleVector.fromArray(SPECIES, b, bAt + i), s0);
      if (WIDTH <= 4) {
        s1 =
            DoubleVector.fromArray(SPECIES, a, aAt + i + WIDTH)
                .fma(DoubleVector.fromArray(SPECIES, b, bAt + i + WIDTH), s1);
      }
      if (WIDTH == 2) {
        s2 =
            DoubleVector.fromArray(SPECIES, a, aAt + i + 4)
                .fma(DoubleVector.fromArray(SPECIES, b, bAt + i + 4), s2);
        s3 =
            DoubleVector.fromArray(SPECIES, a, aAt + i + 6)
                .fma(DoubleVector.fromArray(SPECIES, b, bAt + i + 6), s3);
      }
    }
    DoubleVector lanes = WIDTH == 8 ? s0 : WIDTH == 4 ? s0.add(s1) : s0.add(s2).add(s1.add(s3));
    if (WIDTH == 8) {
      lanes = lanes.add(lanes.rearrange(FOUR_ON));
    }
    if (WIDTH >= 4) {
      lanes = lanes.add(lanes.rearrange(TWO_ON));
    }
    double sum = lanes.lane(0) + lanes.lane(1);
    for (int i = whole; i < length; i++) {
      sum = Math.fma(a[aAt + i], b[bAt + i], sum);
    }
    return sum;
  }

  @Override
  public double weightedDot(
      double[] m, int mAt, double[] a, int aAt, double[] b, int bAt, int length) {
    int whole = length & -LANES;
    DoubleVector s0 = DoubleVector.zero(SPECIES);
    DoubleVector s1 = s0;
    DoubleVector s2 = s0;
    DoubleVector s3 = s0;
    for (int i = 0; i < whole; i += LANES) {
      s0 =
          DoubleVector.fromArray(SPECIES, m, mAt + i)
              .mul(DoubleVector.fromArray(SPECIES, a, aAt + i))
              .fma(DoubleVector.fromArray(SPECIES, b, bAt + i), s0);
      if (WIDTH <= 4) {
        s1 =
            DoubleVector.fromArray(SPECIES, m, mAt + i + WIDTH)
                .mul(DoubleVector.fromArray(SPECIES, a, aAt + i + WIDTH))
                .fma(DoubleVector.fromArray(SPECIES, b, bAt + i + WIDTH), s1);
      }
      if (WIDTH == 2) {
        s2 =
            DoubleVector.fromArray(SPECIES, m, mAt + i + 4)
                .mul(DoubleVector.fromArray(SPECIES, a, aAt + i + 4))
                .fma(DoubleVector.fromArray(SPECIES, b, bAt + i + 4), s2);
        s3 =
            DoubleVector.fromArray(SPECIES, m, mAt + i + 6)
                .mul(DoubleVector.fromArray(SPECIES, a, aAt + i + 6))
                .fma(DoubleVector.fromArray(SPECIES, b, bAt + i + 6), s3);
      }
    }
    DoubleVector lanes = WIDTH == 8 ? s0 : WIDTH == 4 ? s0.add(s1) : s0.add(s2).add(s1.add(s3));
    if (WIDTH == 8) {
      lanes = lanes.add(lanes.rearrange(FOUR_ON));
    }
    if (WIDTH >= 4) {
      lanes = lanes.add(lanes.rearrange(TWO_ON));
    }
    double sum = lanes.lane(0) + lanes.lane(1);
    for (int i = whole; i < length; i++) {
      sum = Math.fma(m[mAt + i] * a[aAt + i], b[bAt + i], sum);
    }
    return sum;
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

  @Override
  public void addScaledProduct(
      double[] y, int yAt, double s, double[] m, int mAt, double[] x, int xAt, int length) {
    int whole = length & -WIDTH;
    DoubleVector scale = DoubleVector.broadcast(SPECIES, s);
    for (int i = 0; i < whole; i += WIDTH) {
      DoubleVector.fromArray(SPECIES, m, mAt + i)
          .mul(scale)
          .fma(
              DoubleVector.fromArray(SPECIES, x, xAt + i),
              DoubleVector.fromArray(SPECIES, y, yAt + i))
          .intoArray(y, yAt + i);
    }
    for (int i = whole; i < length; i++) {
      y[yAt + i] = Math.fma(s * m[mAt + i], x[xAt + i], y[yAt + i]);
    }
  }
}
