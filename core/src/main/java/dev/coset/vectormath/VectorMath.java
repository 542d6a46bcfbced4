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

  /**
   * Returns the lesser of {@code sum_i (m_i a_i) c_i} and {@code sum_i (m_i b_i) c_i}, where {@code
   * c_i = (s_i - t_i) - (a_i + b_i) / 2}; NaN if one of them is.
   *
   * @param c work space
   */
  default double lesserWeightedDot(
      double[] m, double[] a, double[] b, double[] s, double[] t, double[] c, int length) {
    for (int i = 0; i < length; i++) {
      c[i] = (s[i] - t[i]) - (a[i] + b[i]) / 2;
    }
    return Math.min(weightedDot(m, 0, a, 0, c, 0, length), weightedDot(m, 0, b, 0, c, 0, length));
  }

  /** {@code y_i += s x_i}. */
  void addScaled(double[] y, int yAt, double s, double[] x, int xAt, int length);
}
