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

  @Override
  public double dot(double[] a, int aAt, double[] b, int bAt, int length) {
    int whole = length & -LANES;
    double sum =
        switch (WIDTH) {
          case 8 -> sumOfEight(products(a, aAt, b, bAt, whole));
          case 4 ->
              sumOfFour(
                  products(a, aAt, b, bAt, whole).add(products(a, aAt + 4, b, bAt + 4, whole)));
          default ->
              sumOfTwo(
                  products(a, aAt, b, bAt, whole)
                      .add(products(a, aAt + 4, b, bAt + 4, whole))
                      .add(
                          products(a, aAt + 2, b, bAt + 2, whole)
                              .add(products(a, aAt + 6, b, bAt + 6, whole))));
        };
    for (int i = whole; i < length; i++) {
      sum = Math.fma(a[aAt + i], b[bAt + i], sum);
    }
    return sum;
  }

  /** One register of lanes of the sum. */
  private static DoubleVector products(double[] a, int aAt, double[] b, int bAt, int whole) {
    DoubleVector sum = DoubleVector.zero(SPECIES);
    for (int i = 0; i < whole; i += LANES) {
      sum =
          DoubleVector.fromArray(SPECIES, a, aAt + i)
              .fma(DoubleVector.fromArray(SPECIES, b, bAt + i), sum);
    }
    return sum;
  }

  @Override
  public double weightedDot(
      double[] m, int mAt, double[] a, int aAt, double[] b, int bAt, int length) {
    int whole = length & -LANES;
    double sum =
        switch (WIDTH) {
          case 8 -> sumOfEight(products(m, mAt, a, aAt, b, bAt, whole));
          case 4 ->
              sumOfFour(
                  products(m, mAt, a, aAt, b, bAt, whole)
                      .add(products(m, mAt + 4, a, aAt + 4, b, bAt + 4, whole)));
          default ->
              sumOfTwo(
                  products(m, mAt, a, aAt, b, bAt, whole)
                      .add(products(m, mAt + 4, a, aAt + 4, b, bAt + 4, whole))
                      .add(
                          products(m, mAt + 2, a, aAt + 2, b, bAt + 2, whole)
                              .add(products(m, mAt + 6, a, aAt + 6, b, bAt + 6, whole))));
        };
    for (int i = whole; i < length; i++) {
      sum = Math.fma(m[mAt + i] * a[aAt + i], b[bAt + i], sum);
    }
    return sum;
  }

  private static DoubleVector products(
      double[] m, int mAt, double[] a, int aAt, double[] b, int bAt, int whole) {
    DoubleVector sum = DoubleVector.zero(SPECIES);
    for (int i = 0; i < whole; i += LANES) {
      sum =
          DoubleVector.fromArray(SPECIES, m, mAt + i)
              .mul(DoubleVector.fromArray(SPECIES, a, aAt + i))
              .fma(DoubleVector.fromArray(SPECIES, b, bAt + i), sum);
    }
    return sum;
  }

  // The order of the last sum: lanes four apart, then two apart, then neighbours.

  private static double sumOfEight(DoubleVector lanes) {
    return sumOfFour(lanes.add(lanes.rearrange(FOUR_ON)));
  }

  private static double sumOfFour(DoubleVector lanes) {
    return sumOfTwo(lanes.add(lanes.rearrange(TWO_ON)));
  }

  private static double sumOfTwo(DoubleVector lanes) {
    return lanes.lane(0) + lanes.lane(1);
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
