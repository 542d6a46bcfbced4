package dev.coset.vectormath;

/** {@link VectorMath} without the Vector API. */
final class ScalarMath implements VectorMath {

  @Override
  public double dot(double[] a, int aAt, double[] b, int bAt, int length) {
    int whole = length & -LANES;
    double l0 = 0, l1 = 0, l2 = 0, l3 = 0, l4 = 0, l5 = 0, l6 = 0, l7 = 0;
    for (int i = 0; i < whole; i += LANES) {
      l0 = Math.fma(a[aAt + i], b[bAt + i], l0);
      l1 = Math.fma(a[aAt + i + 1], b[bAt + i + 1], l1);
      l2 = Math.fma(a[aAt + i + 2], b[bAt + i + 2], l2);
      l3 = Math.fma(a[aAt + i + 3], b[bAt + i + 3], l3);
      l4 = Math.fma(a[aAt + i + 4], b[bAt + i + 4], l4);
      l5 = Math.fma(a[aAt + i + 5], b[bAt + i + 5], l5);
      l6 = Math.fma(a[aAt + i + 6], b[bAt + i + 6], l6);
      l7 = Math.fma(a[aAt + i + 7], b[bAt + i + 7], l7);
    }
    double sum = LaneSum.ofEight(l0, l1, l2, l3, l4, l5, l6, l7);
    for (int i = whole; i < length; i++) {
      sum = Math.fma(a[aAt + i], b[bAt + i], sum);
    }
    return sum;
  }

  @Override
  public double weightedDot(
      double[] m, int mAt, double[] a, int aAt, double[] b, int bAt, int length) {
    int whole = length & -LANES;
    double l0 = 0, l1 = 0, l2 = 0, l3 = 0, l4 = 0, l5 = 0, l6 = 0, l7 = 0;
    for (int i = 0; i < whole; i += LANES) {
      l0 = Math.fma(m[mAt + i] * a[aAt + i], b[bAt + i], l0);
      l1 = Math.fma(m[mAt + i + 1] * a[aAt + i + 1], b[bAt + i + 1], l1);
      l2 = Math.fma(m[mAt + i + 2] * a[aAt + i + 2], b[bAt + i + 2], l2);
      l3 = Math.fma(m[mAt + i + 3] * a[aAt + i + 3], b[bAt + i + 3], l3);
      l4 = Math.fma(m[mAt + i + 4] * a[aAt + i + 4], b[bAt + i + 4], l4);
      l5 = Math.fma(m[mAt + i + 5] * a[aAt + i + 5], b[bAt + i + 5], l5);
      l6 = Math.fma(m[mAt + i + 6] * a[aAt + i + 6], b[bAt + i + 6], l6);
      l7 = Math.fma(m[mAt + i + 7] * a[aAt + i + 7], b[bAt + i + 7], l7);
    }
    double sum = LaneSum.ofEight(l0, l1, l2, l3, l4, l5, l6, l7);
    for (int i = whole; i < length; i++) {
      sum = Math.fma(m[mAt + i] * a[aAt + i], b[bAt + i], sum);
    }
    return sum;
  }

  @Override
  public void addScaled(double[] y, int yAt, double s, double[] x, int xAt, int length) {
    for (int i = 0; i < length; i++) {
      y[yAt + i] = Math.fma(s, x[xAt + i], y[yAt + i]);
    }
  }
}
