package dev.coset.vectormath;

/**
 * Inner products and updates of double vectors that lie in larger arrays, from an offset on. Sums
 * run in eight lanes, entry i in lane i mod 8, and end in one fixed order; what is left beyond a
 * multiple of eight is added last, one by one (so a caller who pads with zeros to a multiple of
 * eight is faster). Nothing is allocated.
 */
public sealed interface VectorMath permits ScalarMath, SimdMath {

  /** The logical lanes of a sum. */
  int LANES = 8;

  /**
   * The faster version that this machine and its module path allow. Keep it in a static final
   * field.
   */
  static VectorMath best() {
    return Simd.AVAILABLE ? new SimdMath() : new ScalarMath();
  }

  /** Returns {@code sum_i a_i b_i}. */
  double dot(double[] a, int aAt, double[] b, int bAt, int length);

  /** Returns {@code sum_i (m_i a_i) b_i}. */
  double weightedDot(double[] m, int mAt, double[] a, int aAt, double[] b, int bAt, int length);

  /** {@code y_i += s x_i}. */
  void addScaled(double[] y, int yAt, double s, double[] x, int xAt, int length);

  /** {@code y_i += (s m_i) x_i}. */
  void addScaledProduct(
      double[] y, int yAt, double s, double[] m, int mAt, double[] x, int xAt, int length);
}
